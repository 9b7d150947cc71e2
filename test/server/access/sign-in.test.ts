import { decodeJwt } from "jose";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { readConfig } from "../../../src/server/config/config.ts";
import { createTestServer, type TestServer } from "../../support/test-server.ts";
import { CLIENT_ID, CLIENT_SECRET, type StubProvider, startProvider } from "./stub-provider.ts";

const PAGE = "https://omnidex.example/signed-in";

let provider: StubProvider;
let server: TestServer;
/** A server that also takes access tokens. */
let api: TestServer;

const settingsOf = (more: object = {}) => ({
  OMNIDEX_OIDC_ISSUER: provider.issuer,
  OMNIDEX_OIDC_CLIENT_ID: CLIENT_ID,
  OMNIDEX_OIDC_CLIENT_SECRET: CLIENT_SECRET,
  ...more,
});

beforeAll(async () => {
  provider = await startProvider();
  server = await createTestServer(null, settingsOf());
  api = await createTestServer(null, settingsOf({ OMNIDEX_OIDC_AUDIENCE: "https://api.example" }));
});
afterAll(async () => {
  await server.close();
  await api.close();
  await provider.close();
});

interface Started {
  readonly url: string;
  readonly verifier: string;
  readonly state: string;
  readonly nonce: string;
}

async function post<T>(
  path: string,
  body: object,
  to = server,
): Promise<{ readonly status: number; readonly body: T }> {
  const response = await to.app.request(path, { method: "POST", body: JSON.stringify(body) });
  expect(response.headers.get("cache-control")).toBe("no-store");
  return { status: response.status, body: (await response.json()) as T };
}

const start = async (): Promise<Started> => (await post<Started>("/sign-in/start", { redirectUri: PAGE })).body;
const finish = (url: string, { verifier, state, nonce }: Started) =>
  post<{ token: string; owner: string; until: string }>("/sign-in/finish", { url, verifier, state, nonce });

/** The viewer that the server sees for a token, or the status of its refusal. */
async function owner(token: string, to = server): Promise<string | number> {
  const response = await to.app.request("/graphql", {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: JSON.stringify({ query: "{ viewer { owner admin apiKey { id } } }" }),
  });
  if (response.status !== 200) return response.status;
  const { data } = (await response.json()) as { data: { viewer: { owner: string; admin: boolean } } };
  expect(data.viewer.admin).toBe(false);
  return data.viewer.owner;
}

describe("sign-in by code", () => {
  it("gives a token that submits runs under the name the user has at the provider", async () => {
    expect(await (await server.app.request("/sign-in")).json()).toEqual({ provider: new URL(provider.issuer).host });
    const started = await start();
    const asked = new URL(started.url).searchParams;
    expect(Object.fromEntries(asked)).toMatchObject({
      client_id: CLIENT_ID,
      response_type: "code",
      scope: "openid",
      redirect_uri: PAGE,
      code_challenge_method: "S256",
    });
    // The verifier later proves that the same browser sends the request, so it is not sent now.
    expect(started.url).not.toContain(started.verifier);
    const { status, body } = await finish(provider.signIn(started.url, { sub: "ann" }), started);
    expect(status).toBe(200);
    expect(body.owner).toBe("oidc:ann");
    expect(body.until).toBe(new Date((decodeJwt(body.token).exp ?? 0) * 1_000).toISOString());
    expect(await owner(body.token)).toBe("oidc:ann");
    const predictions = [{ question: "video-001/0", response: "A" }];
    const run = await server.submit<{ id: string; owner: string }>(
      { predictions },
      { key: body.token, fields: "id owner" },
    );
    expect(run.owner).toBe("oidc:ann");
    const mine = await server.data<{ runs: { nodes: { id: string }[] } }>(
      "{ runs(filter: { mine: true }) { nodes { id } } }",
      {},
      { key: await provider.token({ sub: "ann" }) },
    );
    expect(mine.runs.nodes).toEqual([{ id: run.id }]);
  });

  it("refuses a code with another state, nonce or verifier, and a code that was used before", async () => {
    const others = { ...(await start()) };
    for (const [name, changed] of [
      ["state", { state: others.state }],
      ["nonce", { nonce: others.nonce }],
      ["verifier", { verifier: others.verifier }],
    ] as const) {
      const started = await start();
      const { status, body } = await finish(provider.signIn(started.url, { sub: "ann" }), { ...started, ...changed });
      expect([name, status]).toEqual([name, 401]);
      expect(JSON.stringify(body)).toContain("UNAUTHENTICATED");
    }
    const started = await start();
    const back = provider.signIn(started.url, { sub: "ann" });
    expect((await finish(back, started)).status).toBe(200);
    expect((await finish(back, started)).status).toBe(401);
  });

  it("names the missing field of a request, and says so if sign-in is not configured", async () => {
    expect(await post("/sign-in/start", {})).toMatchObject({ status: 400 });
    expect(await post("/sign-in/finish", { url: PAGE, verifier: "v", state: "s" })).toMatchObject({
      status: 400,
      body: { errors: [{ message: expect.stringContaining("'nonce'") }] },
    });
    const without = await createTestServer();
    try {
      expect(await (await without.app.request("/sign-in")).json()).toEqual({ provider: null });
      expect((await post("/sign-in/start", { redirectUri: PAGE }, without)).status).toBe(404);
      expect(await owner(await provider.token({ sub: "ann" }), without)).toBe(401);
    } finally {
      await without.close();
    }
  });
});

describe("a token sent as a bearer token", () => {
  it("is refused if it is forged, expired, meant for another client, or from another issuer", async () => {
    expect(await owner(await provider.token({ sub: "bob" }))).toBe("oidc:bob");
    const [, payload = ""] = (await provider.token({ sub: "bob" })).split(".");
    const unsigned = `${Buffer.from('{"alg":"none"}').toString("base64url")}.${payload}.AA`;
    for (const token of [
      await provider.token({ sub: "bob" }, { forged: true }),
      await provider.token({ sub: "bob", aud: "another-client" }),
      await provider.token({ sub: "bob", aud: [CLIENT_ID, "another-client"], azp: "another-client" }),
      await provider.token({ sub: "bob", azp: "another-client" }),
      await provider.token({ sub: "bob", iss: "https://login.example.org" }),
      await provider.token({ sub: "bob" }, { seconds: -1 }),
      await provider.token({ sub: "" }),
      unsigned,
    ])
      expect(await owner(token)).toBe(401);
  });

  const API = "https://api.example";
  it.each<[string, string | undefined, object, boolean, boolean]>([
    // The name, the type in the header, the claims, and whether it is accepted without and with a configured audience.
    ["an ID token", undefined, {}, true, true],
    ["an ID token of Keycloak", "JWT", { typ: "ID", azp: CLIENT_ID }, true, true],
    ["an access token for the client", "at+jwt", {}, false, false],
    ["an access token of Keycloak for the client", "JWT", { typ: "Bearer", azp: CLIENT_ID }, false, false],
    ["an access token for the audience", "at+jwt", { aud: API }, false, true],
    ["an access token with its whole media type", "application/at+jwt", { aud: [API, "other"] }, false, true],
    ["an access token of Keycloak for the audience", "JWT", { typ: "Bearer", aud: ["account", API] }, false, true],
    ["an unmarked access token for the audience", "JWT", { aud: API }, false, true],
    ["an access token for the audience that another client got", "at+jwt", { aud: API, azp: "other" }, false, false],
    ["a logout token", "logout+jwt", {}, false, false],
    ["a logout token without a mark", undefined, { events: { logout: {} } }, false, false],
    ["an ID token of Keycloak for the audience only", "JWT", { typ: "ID", aud: API }, false, false],
    ["a refresh token of Keycloak", "JWT", { typ: "Refresh" }, false, false],
    ["a security event", "secevent+jwt", { aud: [CLIENT_ID, API] }, false, false],
  ])("is accepted by its kind: %s", async (_, typ, claims, alone, withAudience) => {
    const token = await provider.token({ sub: "bob", ...claims }, typ === undefined ? {} : { typ });
    const found = [await owner(token), await owner(token, api)].map((one) => one === "oidc:bob");
    expect(found).toEqual([alone, withAudience]);
  });

  it("is refused once it expires, even if the server has cached it", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    try {
      const token = await provider.token({ sub: "brief" }, { seconds: 3_600 });
      const end = (decodeJwt(token).exp ?? 0) * 1_000;
      vi.setSystemTime(end - 1);
      expect(await owner(token)).toBe("oidc:brief");
      vi.setSystemTime(end);
      expect(await owner(token)).toBe(401);
    } finally {
      vi.useRealTimers();
    }
  });

  it("never gets the name of a key's owner, and maintains the benchmarks that an administrator gave it", async () => {
    expect(await owner(await provider.token({ sub: "admin" }))).toBe("oidc:admin");
    const token = await provider.token({ sub: "mia" });
    const MAINTAINED = "{ viewer { maintains } }";
    const change = (what: string) =>
      server.data(`mutation { ${what}(input: { benchmark: "omnidex-demo", owner: "oidc:mia" }) { maintainers } }`);
    await change("addMaintainer");
    expect(await server.data(MAINTAINED, {}, { key: token })).toEqual({ viewer: { maintains: ["omnidex-demo"] } });
    await change("removeMaintainer");
    expect(await server.data(MAINTAINED, {}, { key: token })).toEqual({ viewer: { maintains: [] } });
    const { errors } = await server.request(
      `mutation { createApiKey(input: { name: "mine" }) { secret } }`,
      {},
      { key: token },
    );
    expect(errors?.[0]?.extensions.code).toBe("FORBIDDEN");
  });

  it("takes its owner from the configured claim, uses only verified e-mail addresses, and may have a configured audience", async () => {
    const settings = settingsOf({ OMNIDEX_OIDC_OWNER_CLAIM: "email", OMNIDEX_OIDC_AUDIENCE: "https://api.example" });
    const own = await createTestServer(null, settings);
    const claims = { sub: "1", email: "ann@example.org" };
    try {
      expect(await owner(await provider.token({ ...claims, email_verified: true }), own)).toBe("oidc:ann@example.org");
      expect(
        await owner(await provider.token({ ...claims, email_verified: true, aud: "https://api.example" }), own),
      ).toBe("oidc:ann@example.org");
      expect(await owner(await provider.token(claims), own)).toBe(401);
    } finally {
      await own.close();
    }
  });

  it("gets 503 while the provider is down, while the server's own keys still work", async () => {
    const away = await createTestServer(null, settingsOf());
    provider.isUp = false;
    try {
      expect(await owner(await provider.token({ sub: "ann" }), away)).toBe(503);
      expect(await away.data("{ viewer { admin } }")).toEqual({ viewer: { admin: true } });
      provider.isUp = true;
      expect(await owner(await provider.token({ sub: "ann" }), away)).toBe("oidc:ann");
    } finally {
      provider.isUp = true;
      await away.close();
    }
  });
});

describe("the settings", () => {
  it.each([
    [{ OMNIDEX_OIDC_CLIENT_ID: "a" }, /OMNIDEX_OIDC_ISSUER must be, too/],
    [{ OMNIDEX_OIDC_ISSUER: "https://login.example.org" }, /OMNIDEX_OIDC_CLIENT_ID must be, too/],
    [{ OMNIDEX_OIDC_ISSUER: "http://login.example.org", OMNIDEX_OIDC_CLIENT_ID: "a" }, /must be an https address/],
    [
      { OMNIDEX_OIDC_ISSUER: "https://login.example.org", OMNIDEX_OIDC_CLIENT_ID: "a", OMNIDEX_OIDC_SCOPE: "email" },
      /must list 'openid'/,
    ],
  ])("are refused at the start if they are %j", (settings, message) => {
    expect(() => readConfig(settings)).toThrow(message);
  });
});
