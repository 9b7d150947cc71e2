import { request } from "node:http";
import { json } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SignInCodes } from "../../../src/server/access/sign-in-codes.ts";
import { ADMIN_KEY, createTestServer } from "../../support/test-server.ts";
import { admin, type SocketServer, startSocketServer } from "../socket-server.ts";

describe("codes", () => {
  let now = 0;
  const codes = new SignInCodes(ADMIN_KEY, () => now);

  it("can be exchanged once", () => {
    const [first, second] = [codes.make(), codes.make()];
    expect(codes.exchange(second)).toBe(ADMIN_KEY);
    expect(codes.exchange(second)).toBeNull();
    expect(codes.exchange(first)).toBe(ADMIN_KEY);
  });

  it("end after ten minutes", () => {
    const [used, late] = [codes.make(), codes.make()];
    now += 10 * 60_000 - 1;
    expect(codes.exchange(used)).toBe(ADMIN_KEY);
    now += 1;
    expect(codes.exchange(late)).toBeNull();
  });

  it("survive any number of wrong ones, which would otherwise let others void them", () => {
    const code = codes.make();
    for (let wrong = 0; wrong < 100; wrong++) expect(codes.exchange(`wrong ${wrong}`)).toBeNull();
    expect(codes.exchange(code)).toBe(ADMIN_KEY);
  });

  it("replace the oldest of ten", () => {
    const [oldest = "", next = ""] = Array.from({ length: 11 }, () => codes.make());
    expect(codes.exchange(oldest)).toBeNull();
    expect(codes.exchange(next)).toBe(ADMIN_KEY);
  });
});

describe("a server on loopback", () => {
  let socket: SocketServer;
  beforeAll(async () => {
    socket = await startSocketServer();
  });
  afterAll(() => socket.close());

  type Headers = Readonly<Record<string, string>>;

  /** Sent by Node's client, because `fetch` does not let a program choose the header `Host`. */
  const post = (path: string, headers: Headers = {}, body: object = {}): Promise<{ status: number; body: unknown }> =>
    new Promise((resolve, reject) => {
      const sent = request(`${socket.url}${path}`, { method: "POST", headers }, async (response) =>
        resolve({ status: response.statusCode ?? 0, body: await json(response) }),
      );
      sent.once("error", reject).end(JSON.stringify(body));
    });
  const exchange = (code: string, headers?: Headers) => post("/sign-in/code", headers, { code });
  const FORBIDDEN = { status: 403, body: { errors: [{ extensions: { code: "FORBIDDEN" } }] } };
  const made = async (): Promise<string> => {
    const { status, body } = await post("/sign-in/codes", admin);
    expect(status).toBe(200);
    return (body as { code: string }).code;
  };

  it("gives the key for a code that an administrator made, and to one of several callers at once", async () => {
    const code = await made();
    const answers = await Promise.all(Array.from({ length: 8 }, () => exchange(code)));
    expect(answers.filter(({ status }) => status === 200)).toEqual([{ status: 200, body: { token: ADMIN_KEY } }]);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.map(({ status }) => status)).toEqual(Array(7).fill(401));
    expect(refused[0]?.body).toMatchObject({
      errors: [{ message: expect.stringContaining("older than ten minutes"), extensions: { code: "UNAUTHENTICATED" } }],
    });
  });

  it("makes no code for other callers", async () => {
    expect(await post("/sign-in/codes")).toMatchObject({ status: 401 });
  });

  it.each([
    ["x-forwarded-for", "127.0.0.1"],
    ["forwarded", "for=127.0.0.1"],
    ["x-real-ip", "127.0.0.1"],
    ["via", "1.1 proxy"],
    ["origin", "https://evil.example"],
    ["host", "omnidex.example"],
  ])("refuses a request with %s: %s, and keeps the code", async (name, value) => {
    const code = await made();
    expect(await exchange(code, { [name]: value })).toMatchObject(FORBIDDEN);
    expect(await post("/sign-in/codes", { ...admin, [name]: value })).toMatchObject(FORBIDDEN);
    expect(await exchange(code)).toMatchObject({ status: 200 });
  });

  it.each([[undefined], ["192.0.2.7"], ["::ffff:192.0.2.7"]])("refuses a caller at %s", async (remoteAddress) => {
    const incoming = { headers: {}, socket: { remoteAddress } };
    const body = JSON.stringify({ code: await made() });
    const response = await socket.server.app.request(
      "http://127.0.0.1/sign-in/code",
      { method: "POST", body },
      { incoming },
    );
    expect(response.status).toBe(403);
  });

  it.each([["127.0.0.1"], ["::1"], ["::ffff:127.0.0.1"]])("answers a caller at %s", async (remoteAddress) => {
    const incoming = { headers: {}, socket: { remoteAddress } };
    const body = JSON.stringify({ code: await made() });
    const response = await socket.server.app.request(
      "http://localhost/sign-in/code",
      { method: "POST", body },
      { incoming },
    );
    expect(await response.json()).toEqual({ token: ADMIN_KEY });
    expect(response.headers.get("cache-control")).toBe("no-store");
  });
});

it.each([[{ HOST: "0.0.0.0" }], [{ HOST: "::" }], [{ OMNIDEX_TRUSTED_PROXIES: "1" }], [{ HOST: "192.0.2.1" }]])(
  "a server with %j has no codes",
  async (settings) => {
    const server = await createTestServer(null, settings);
    expect(server.services.signInCodes).toBeNull();
    await server.close();
  },
);
