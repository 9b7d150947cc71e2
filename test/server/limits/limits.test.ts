import { once } from "node:events";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { Omnidex } from "../../../src/sdk/index.ts";
import { WorkSlots } from "../../../src/server/limits/callers.ts";
import { ADMIN_KEY } from "../../support/test-server.ts";
import { admin, json, PAGE, type SocketServer, startSocketServer } from "../socket-server.ts";

const QUOTA = 60;
const COST = 50_000;
let socket: SocketServer;
let host = 0;
/** A clock that stands still, so that no quota refills during a test on a slow machine. */
const clock = { now: 0 };

beforeAll(async () => {
  const settings = {
    OMNIDEX_LIMITS: "on",
    OMNIDEX_LIMIT_REQUESTS: String(QUOTA),
    OMNIDEX_LIMIT_COST: String(COST),
    OMNIDEX_LIMIT_WRONG_KEYS: "3",
    OMNIDEX_LIMIT_WORK: "1",
    OMNIDEX_TRUSTED_PROXIES: "1",
    OMNIDEX_CORS_ORIGINS: "https://example.org",
  };
  socket = await startSocketServer(settings, () => clock.now);
});
afterAll(async () => {
  await socket.close();
  expect(socket.server.logged).toEqual([]);
});

type Headers = Readonly<Record<string, string>>;

/** An address that no other test uses, stated as a trusted proxy would state it. */
const newAddress = (): Headers => ({ "x-forwarded-for": `203.0.113.${++host}` });
const bearer = (key: string): Headers => ({ authorization: `Bearer ${key}` });

async function newKey(owner: string): Promise<string> {
  const document = "mutation($input:CreateApiKeyInput!){createApiKey(input:$input){secret}}";
  const answer = await socket.post(document, { input: { name: owner, owner } }, admin);
  return (await answer.json()).data.createApiKey.secret;
}

const remaining = ({ headers }: Response, policy = "requests"): number =>
  Number(new RegExp(`"${policy}";r=(\\d+)`).exec(headers.get("ratelimit") ?? "")?.[1] ?? Number.NaN);

async function useUp(headers: Headers): Promise<void> {
  for (let count = 0; count < QUOTA; count++) expect((await socket.post(PAGE, {}, headers)).status).toBe(200);
}

describe("requests", () => {
  it("are counted by address, with what is left in headers, and are refused beyond the limit, on every path", async () => {
    const from = newAddress();
    const first = await socket.post(PAGE, {}, from);
    expect(first.headers.get("ratelimit-policy")).toBe(`"requests";q=${QUOTA};w=60, "cost";q=${COST};w=60`);
    expect(remaining(first)).toBe(QUOTA - 1);
    // Introspection is answered by the app, and is also counted once.
    expect(remaining(await socket.post("{__schema{queryType{name}}}", {}, from))).toBe(QUOTA - 2);
    expect(remaining(await socket.get({ query: "{benchmarks{slug}}" }, from))).toBe(QUOTA - 3);
    expect(remaining(await socket.get({ query: "{benchmarks{slug}}" }, from))).toBe(QUOTA - 4);
    expect(remaining(await fetch(`${socket.url}/`, { headers: from }))).toBe(QUOTA - 5);
    for (let count = 5; count < QUOTA; count++) await socket.post(PAGE, {}, from);
    const refused = await Promise.all([
      socket.post(PAGE, {}, from),
      socket.get({ query: "{benchmarks{slug}}" }, from),
      socket.post(PAGE, {}, { ...from, origin: "https://example.org" }),
      fetch(`${socket.url}/export/questions.ndjson`, { headers: from }),
      fetch(`${socket.url}/croissant/omnidex-demo`, { headers: from }),
      fetch(`${socket.url}/import/omnidex-demo`, { method: "POST", headers: from, body: new FormData() }),
    ]);
    for (const answer of refused) {
      expect(answer.status).toBe(429);
      expect(answer.headers.get("retry-after")).toBe("1");
      const { errors } = await answer.json();
      expect(errors[0].extensions.code).toBe("RATE_LIMITED");
      expect(errors[0].extensions.details).toMatchObject({
        retryAfter: 1,
        rateLimits: [{ policy: "requests", limit: QUOTA, remaining: 0 }, { policy: "cost" }],
      });
    }
    expect(refused[2]?.headers.get("access-control-expose-headers")).toContain("ratelimit");
    for (const path of ["live", "ready"])
      expect((await fetch(`${socket.url}/health/${path}`, { headers: from })).status).toBe(200);
    expect((await socket.post(PAGE, {}, newAddress())).status).toBe(200);
  });

  it("with a key are counted for its owner, whatever the address or the key; an administrator's are not counted", async () => {
    const [one, other] = [await newKey("lab"), await newKey("lab")];
    const first = await socket.post(PAGE, {}, { ...newAddress(), ...bearer(one) });
    const second = await socket.post(PAGE, {}, { ...newAddress(), ...bearer(other) });
    expect([remaining(first), remaining(second)]).toEqual([QUOTA - 1, QUOTA - 2]);
    const answer = await socket.post("{viewer{rateLimits{policy limit remaining}}}", {}, bearer(one));
    expect((await answer.json()).data.viewer.rateLimits).toEqual([
      { policy: "requests", limit: QUOTA, remaining: QUOTA - 3 },
      { policy: "cost", limit: COST, remaining: remaining(answer, "cost") },
    ]);
    for (let count = 0; count <= QUOTA; count++) {
      const response = await socket.post(PAGE, {}, admin);
      expect([response.status, response.headers.get("ratelimit")]).toEqual([200, null]);
    }
  });

  it("are repeated by the SDK when the limit allows it", async () => {
    const key = await newKey("patient");
    await useUp(bearer(key));
    const refusals: number[] = [];
    const client = new Omnidex({
      url: socket.url,
      apiKey: key,
      onResponse: ({ status, rateLimits }) => {
        if (status !== 429) return;
        refusals.push(rateLimits[0]?.remaining ?? -1);
        clock.now += 1_000;
      },
    });
    expect((await client.viewer())?.owner).toBe("patient");
    expect(refusals).toEqual([0]);
  });
});

describe("cost points", () => {
  it("are charged by the actual cost, which may overdraw the quota; later requests are then refused for a while", async () => {
    const from = newAddress();
    const query = "query($n:Int!){questions(first:$n){nodes{key video{key}}}}";
    const answer = await socket.post(query, { n: 10 }, from);
    expect(answer.headers.get("x-omnidex-cost")).toBe("20;limit=200000");
    expect(remaining(answer, "cost")).toBe(COST - 20);
    const file = await fetch(`${socket.url}/export/questions.ndjson`, { headers: from });
    await file.text();
    expect(remaining(file, "cost")).toBeLessThanOrEqual(COST - 10_020);
    const wide = `{${Array.from({ length: 22 }, (_, index) => `q${index}:questions(first:1000){nodes{key video{key}}}`).join(" ")}}`;
    expect((await socket.post(wide, {}, from)).status).toBe(200);
    const refused = await socket.post(PAGE, {}, from);
    expect(refused.status).toBe(429);
    expect((await refused.json()).errors[0].message).toMatch(/^The cost points of this address are used up/);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(1);
  });
});

describe("wrong keys", () => {
  it("make the server refuse, from their address, all keys that were not used there before", async () => {
    const [known, unknown] = [await newKey("known here"), await newKey("not known here")];
    const from = newAddress();
    expect((await socket.post(PAGE, {}, { ...from, ...bearer(known) })).status).toBe(200);
    for (const path of ["/graphql", "/graphql", "/export/questions.ndjson"])
      expect((await fetch(socket.url + path, { headers: { ...from, ...bearer(`omx_${path}`) } })).status).toBe(401);
    for (const key of ["omx_wrong", unknown, socket.server.services.version]) {
      const refused = await socket.post(PAGE, {}, { ...from, ...bearer(key) });
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(10);
      expect(refused.headers.get("ratelimit")).toMatch(/^"wrong-keys";r=0/);
    }
    expect((await socket.post(PAGE, {}, { ...from, ...admin })).status).toBe(429);
    expect((await socket.post(PAGE, {}, { ...from, ...bearer(known) })).status).toBe(200);
    expect((await socket.post(PAGE, {}, from)).status).toBe(200);
    expect((await socket.post(PAGE, {}, { ...newAddress(), ...bearer(unknown) })).status).toBe(200);
  });
});

describe("heavy operations", () => {
  const input = (name: string) => ({
    benchmark: "omnidex-demo",
    model: { name },
    inputs: ["VIDEO" as const],
    idempotencyKey: name,
    predictions: [{ question: "video-001/1", response: "A" }],
  });

  /** Resolves when the next heavy operation has taken its slot: an upload does so only when the app has received it. */
  const taking = (): Promise<void> =>
    new Promise((resolve) => {
      const { take } = WorkSlots.prototype;
      const spy = vi.spyOn(WorkSlots.prototype, "take").mockImplementation(function (this: WorkSlots, ...args) {
        spy.mockRestore();
        const release = take.apply(this, args);
        resolve();
        return release;
      });
    });

  /** An administrator's upload that does not end by itself. */
  async function openUpload(): Promise<() => Promise<number>> {
    const headers = { ...admin, "content-type": "multipart/form-data; boundary=x" };
    const outgoing = httpRequest(`${socket.url}/import/omnidex-demo`, { method: "POST", headers });
    const answered = once(outgoing, "response");
    const taken = taking();
    outgoing.write("--x\r\n");
    await taken;
    return async () => {
      outgoing.end("--x--\r\n");
      const [response] = (await answered) as [IncomingMessage];
      response.resume();
      return response.statusCode ?? 0;
    };
  }

  const mutate = (run: string): Promise<Response> =>
    socket.post("mutation($run:ID!){withdrawRun(input:{run:$run}){run{id}}}", { run }, admin);

  it("of one caller are limited in number, and the SDK waits until one ends", async () => {
    const end = await openUpload();
    const refused = await mutate("none");
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "1"]);
    const { errors } = await refused.json();
    expect(errors[0].extensions).toMatchObject({
      code: "RATE_LIMITED",
      details: { retryAfter: 1, rateLimits: [{ policy: "work", limit: 1, remaining: 0 }] },
    });
    expect((await fetch(`${socket.url}/export/questions.ndjson`, { headers: admin })).status).toBe(429);
    expect((await socket.post(PAGE, {}, admin)).status).toBe(200);
    const statuses: number[] = [];
    const client = new Omnidex({
      url: socket.url,
      apiKey: ADMIN_KEY,
      onResponse: async ({ status }) => {
        statuses.push(status);
        if (status === 429) expect(await end()).toBe(400);
      },
    });
    expect((await client.submitRun(input("after the upload"))).id).toMatch(/^run_/);
    expect(statuses[0]).toBe(429);
    expect((await (await mutate("run_999")).json()).errors[0].extensions.code).toBe("NOT_FOUND");
    expect((await (await mutate("run_999")).json()).errors[0].extensions.code).toBe("NOT_FOUND");
  });

  it("end if the reader disconnects in the middle of a file", async () => {
    const from = bearer(await newKey("gone"));
    const url = `${socket.url}/export/questions.ndjson`;
    const controller = new AbortController();
    const file = await fetch(url, { headers: from, signal: controller.signal });
    await file.body?.getReader().read();
    controller.abort();
    await expect
      .poll(async () => {
        const next = await fetch(url, { headers: { ...from, ...json } });
        await next.text();
        return next.status;
      })
      .toBe(200);
  });
});
