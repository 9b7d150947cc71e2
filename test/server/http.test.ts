import { request as httpRequest } from "node:http";
import { serverAudits } from "graphql-http";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { createApp } from "../../src/server/http/app.ts";
import { type RunningServer, startServer } from "../../src/server/main.ts";
import { omnidexFixture, omnidexJson } from "../fixtures/omnidex-fixture.ts";
import { seededPlace } from "../support/seeded-database.ts";
import { createTestDatabase, patientConfig, type TestDatabase } from "../support/test-database.ts";
import { ADMIN_KEY, createTestServer, type TestServer } from "../support/test-server.ts";
import { expectFault } from "./faults.ts";

describe("over a socket", () => {
  let database: TestDatabase;
  let running: RunningServer;
  const logged: unknown[] = [];
  const base = "http://127.0.0.1";

  beforeAll(async () => {
    database = await createTestDatabase(inject("seededDatabase"));
    const config = patientConfig({ DATABASE_URL: database.url, OMNIDEX_ADMIN_KEY: ADMIN_KEY, PORT: "0" });
    running = await startServer(config, (_requestId, error) => logged.push(error));
  });
  afterAll(async () => {
    await running.close();
    await database.drop();
  });

  // The audits are named before the server starts, but its address is known only afterwards.
  const audits = serverAudits({
    url: `${base}/graphql`,
    fetchFn: (url: string, init?: RequestInit) => fetch(url.replace(base, running.url), init),
  });

  it.each(audits.map((audit) => [audit.name, audit] as const))("GraphQL over HTTP: %s", async (_, audit) => {
    const result = await audit.fn();
    expect(result.status === "ok" ? "" : result.reason).toBe("");
  });

  /**
   * Sends a body in pieces of a megabyte, with or without a declared length. The response may arrive before the body's
   * end.
   */
  const send = (megabytes: number, headers: Record<string, string>): Promise<{ status: number; text: string }> =>
    new Promise((resolve, reject) => {
      const outgoing = httpRequest(`${running.url}/graphql`, { method: "POST", headers }, (response) => {
        let text = "";
        response.on("data", (chunk) => {
          text += String(chunk);
        });
        response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
        response.on("error", reject);
      });
      // The server may close the connection once it has answered.
      const hungUp = (error: NodeJS.ErrnoException): void => {
        if (!["EPIPE", "ECONNRESET"].includes(error.code ?? "")) reject(error);
      };
      outgoing.on("error", hungUp).on("socket", (socket) => socket.on("error", hungUp));
      for (let sent = 0; sent < megabytes; sent++) outgoing.write(Buffer.alloc(1e6, " "));
      outgoing.end();
    });

  it.each([
    ["stated beforehand", { "content-length": "20000000" }],
    ["not stated", { "transfer-encoding": "chunked" }],
  ])(
    "a body of 20 MB with its length %s is refused, and the server keeps working",
    async (_, length: Record<string, string>) => {
      const { status, text } = await send(20, { "content-type": "application/json", ...length });
      expect({ status, ...(JSON.parse(text) as object) }).toMatchObject({
        status: 413,
        errors: [{ extensions: { code: "BAD_USER_INPUT" } }],
      });
      expect((await fetch(`${running.url}/health/ready`)).status).toBe(200);
      expect(logged).toEqual([]);
    },
  );

  it("requests in progress are answered before the server closes", async () => {
    const place = await seededPlace();
    const other = await startServer(patientConfig({ ...place.environment, PORT: "0" }));
    // The server sends statements of its own as well.
    const underWay = new Promise<void>((begun) =>
      other.database.onStatement(({ text }) => {
        if (text.includes("questions")) begun();
      }),
    );
    const answer = fetch(`${other.url}/graphql?query={questions(first:1000){nodes{text}}}`);
    await underWay;
    await other.close();
    await place.drop();
    expect((await answer).status).toBe(200);
    await expect(fetch(`${other.url}/health/live`)).rejects.toThrow();
  });
});

describe("routes", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer();
  });
  afterAll(() => server.close());
  const admin = { authorization: `Bearer ${ADMIN_KEY}` };

  it.each([
    ["/health/live", { status: "live" }],
    ["/health/ready", { status: "ready" }],
  ])("report the server's state: %s", async (path, body) => {
    const response = await server.app.request(path);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual(body);
  });

  it("the server is alive but not ready if the database does not answer", async () => {
    const gone = { ...server.database, query: () => Promise.reject(new Error("gone")) };
    const log: unknown[] = [];
    const app = createApp({ ...server.services, database: gone, log: (_, error) => log.push(error) });
    const response = await app.request("/health/ready");
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: "UNAVAILABLE" } }] });
    expect(log).toHaveLength(1);
    expect((await app.request("/health/live")).status).toBe(200);
  });

  it.each([
    ["GET", "/nothing"],
    ["POST", "/import"],
    ["DELETE", "/graphql/x"],
  ])("there is no route for %s %s", async (method, path) => {
    const response = await server.app.request(path, { method, headers: admin });
    expect(response.status).toBe(404);
    await expectFault(server, response, ["NOT_FOUND", new RegExp(`${method} ${path}`)]);
  });

  it.each([
    ["PUT", "/graphql", "GET, HEAD, POST"],
    ["DELETE", "/graphql", "GET, HEAD, POST"],
    ["POST", "/health/live", "GET, HEAD"],
    ["GET", "/import/my-bench", "POST"],
    ["PUT", "/export/runs/run_1.csv", "GET, HEAD"],
    ["GET", "/maintenance/check", "POST"],
    ["DELETE", "/", "GET, HEAD"],
  ])("%s is not possible at %s, and the response says what is", async (method, path, allowed) => {
    const response = await server.app.request(path, { method, headers: admin });
    expect([response.status, response.headers.get("allow")]).toEqual([405, allowed]);
    await expectFault(server, response, ["BAD_USER_INPUT", new RegExp(`${method}.* ${path}.*${allowed}`)]);
  });

  it.each<[string, string, RequestInit, number]>([
    ["no document", "/graphql", {}, 400],
    ["an empty body", "/graphql", { method: "POST", body: "{}" }, 400],
    ["a batch", "/graphql", { method: "POST", body: "[{}]" }, 400],
    ["variables of another type", "/graphql", { method: "POST", body: '{"query":"{__typename}","variables":[]}' }, 400],
    [
      "extensions of another type",
      "/graphql",
      { method: "POST", body: '{"query":"{__typename}","extensions":1}' },
      400,
    ],
    ["a repeated parameter", "/graphql?query={__typename}&query={__typename}", {}, 400],
    ["a mutation over GET", `/graphql?query=mutation{withdrawRun(input:{run:"run_1"}){run{id}}}`, {}, 405],
    ["an unacceptable media type", "/graphql?query={__typename}", { headers: { accept: "image/png" } }, 406],
  ])("a request that Apollo Server refuses gets its id in the error: %s", async (_, path, init, status) => {
    const headers = { "content-type": "application/json", "x-request-id": "trace-7", ...init.headers };
    const response = await server.app.request(path, { ...init, headers });
    const { errors } = (await response.json()) as { errors: object[] };
    expect([response.status, errors]).toEqual([
      status,
      [expect.objectContaining({ extensions: { code: "BAD_USER_INPUT", requestId: "trace-7" } })],
    ]);
  });

  it.each([
    ["kept if it is valid", "trace-1:a.b", /^trace-1:a\.b$/],
    ["replaced if it is invalid", "a b\tc", /^[0-9a-f-]{36}$/],
    ["replaced if it is too long", "x".repeat(101), /^[0-9a-f-]{36}$/],
  ])("the caller's request id is %s", async (_, given, expected) => {
    for (const path of ["/health/live", "/graphql?query={__typename}", "/graphql", "/nothing"]) {
      const response = await server.app.request(path, { headers: { "x-request-id": given } });
      expect(response.headers.get("x-request-id")).toMatch(expected);
      const { errors } = (await response.json()) as { errors?: { extensions: { requestId: string } }[] };
      if (errors !== undefined) expect(errors[0]?.extensions.requestId).toMatch(expected);
    }
  });

  it("other origins may not read responses unless the settings allow it", async () => {
    const from = { headers: { origin: "https://example.org" } };
    const allowed = "access-control-allow-origin";
    const path = "/graphql?query={__typename}";
    const log = (): void => {};
    const closed = createApp({ ...server.services, corsOrigins: [], log });
    expect((await closed.request(path, from)).headers.get(allowed)).toBeNull();
    for (const [origins, expected] of [
      [["https://example.org"], "https://example.org"],
      [["https://other.example"], null],
      [["*"], "*"],
    ] as const) {
      const app = createApp({ ...server.services, corsOrigins: origins, log });
      const response = await app.request(path, from);
      expect(response.headers.get(allowed)).toBe(expected);
      expect(response.headers.get("x-request-id")).not.toBeNull();
      expect(response.headers.get("x-omnidex-cost")).not.toBeNull();
      if (expected !== null) expect(response.headers.get("access-control-expose-headers")).toContain("x-omnidex-cost");
      const wanted = { ...from.headers, "access-control-request-headers": "authorization, traceparent" };
      const preflight = await app.request("/graphql", { method: "OPTIONS", headers: wanted });
      expect(preflight.headers.get(allowed)).toBe(expected);
      expect(preflight.status).toBe(expected === null ? 403 : 204);
      const headers = expected === null ? null : "authorization,traceparent";
      expect(preflight.headers.get("access-control-allow-headers")).toBe(headers);
    }
  });

  it("a preflight of another origin is refused with the setting's name, and each origin is logged once", async () => {
    const logged: string[] = [];
    const log = (_id: string, error: unknown): void => void logged.push(String(error));
    const app = createApp({ ...server.services, corsOrigins: [], log });
    const from = (origin: string) => ({ method: "OPTIONS", headers: { origin, host: "omnidex.example" } });
    for (const _ of [1, 2]) {
      const response = await app.request("/graphql", from("https://page.example"));
      expect(response.status).toBe(403);
      expect(await response.json()).toMatchObject({
        errors: [{ message: expect.stringMatching(/'https:\/\/page\.example'.*OMNIDEX_CORS_ORIGINS/) }],
      });
    }
    await app.request("/graphql", from("null"));
    expect((await app.request("/graphql", from("https://omnidex.example"))).status).not.toBe(403);
    expect(logged).toHaveLength(2);
    expect(logged[0]).toMatch(/https:\/\/page\.example.*OMNIDEX_CORS_ORIGINS/);
  });

  describe("POST /import", () => {
    const form = (...files: readonly { readonly name: string; readonly bytes: Uint8Array }[]): RequestInit => {
      const body = new FormData();
      for (const { name, bytes } of files) body.append("file", new File([new Uint8Array(bytes)], name));
      return { method: "POST", body, headers: admin };
    };
    const broken = omnidexFixture();

    it("imports a benchmark once", async () => {
      const first = await server.app.request("/import/my-bench", form(omnidexJson()));
      expect(await first.json()).toMatchObject({ status: "CREATED", counts: { questions: broken.questions.length } });
      const again = await server.app.request("/import/my-bench", form(omnidexJson()));
      expect(await again.json()).toMatchObject({ status: "UNCHANGED", releaseVersion: 1 });
    });

    it.each<[string, string, RequestInit, number, string, RegExp]>([
      ["without a key", "my-bench", { ...form(omnidexJson()), headers: {} }, 403, "FORBIDDEN", /administrator/],
      ["without a file", "my-bench", { method: "POST", headers: admin }, 400, "BAD_USER_INPUT", /'file'/],
      [
        "that is not a form",
        "my-bench",
        { method: "POST", headers: { ...admin, "content-type": "multipart/form-data; boundary=x" }, body: "x" },
        400,
        "BAD_USER_INPUT",
        /not a form/,
      ],
      ["under a wrong slug", "My_Bench", form(omnidexJson()), 400, "BAD_USER_INPUT", /slug.*'My_Bench'/],
      ["under another slug", "other", form(omnidexJson()), 400, "BAD_USER_INPUT", /"other".*"my-bench"/],
      [
        "of a broken file",
        "my-bench",
        form({ name: "a.json", bytes: Buffer.from("{") }),
        400,
        "BAD_USER_INPUT",
        /line 1, column 2/,
      ],
      [
        "of a broken record",
        "my-bench",
        form(omnidexJson({ ...broken, questions: [...broken.questions, { key: "q1", text: 1 }] })),
        400,
        "BAD_USER_INPUT",
        /\$\.questions\[9\]/,
      ],
    ])("refuses an import %s", async (_, slug, init, status, code, names) => {
      const response = await server.app.request(`/import/${slug}`, init);
      expect(response.status).toBe(status);
      await expectFault(server, response, [code as "BAD_USER_INPUT", names]);
    });
  });
});
