import { describe, expect, test } from "vitest";
import { Omnidex, OmnidexProtocolError } from "../../src/sdk/index.ts";
import { type Answer, type CannedServer, cannedServer, data } from "./support/canned-server.ts";

const query = "{ answer }";
/** Too long for an address, so that it is sent with POST. */
const long = `${query}${" ".repeat(5_000)}`;
const ok = data({ answer: 42 });
const apiKey = "omx_key";
const redirect =
  (status: number, location: string): Answer =>
  (response) =>
    void response.writeHead(status, { location }).end();

/** The error of a request that must fail. */
async function failureOf(url: string, options: object = {}, sent = query): Promise<OmnidexProtocolError> {
  const error = await new Omnidex({ url, apiKey: null, ...options }).query(sent).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(OmnidexProtocolError);
  return error as OmnidexProtocolError;
}

/** A server that redirects everything to the same path of another server. */
async function moved(status: number, to: CannedServer): Promise<CannedServer> {
  return cannedServer((response, { path }) => void response.writeHead(status, { location: to.url + path }).end());
}

describe("a redirect", () => {
  test.each([301, 302, 303])(
    "with %d, which would lose the body, is an error that says what to set",
    async (status) => {
      await using target = await cannedServer(ok);
      await using server = await moved(status, target);
      const { message } = await failureOf(server.url, {}, long);
      expect(message).toContain(`${server.url}/graphql redirects to ${target.url}/graphql (${status})`);
      expect(message).toContain(`Set \`url\` or OMNIDEX_URL to ${target.url}.`);
      expect([server.received.length, target.received.length]).toEqual([1, 0]);
    },
  );

  test.each([301, 302, 303, 307, 308])("with %d of a GET, which has no body, is followed", async (status) => {
    await using target = await cannedServer(ok);
    await using server = await moved(status, target);
    expect(await new Omnidex({ url: server.url, apiKey: null }).query(query)).toEqual({ answer: 42 });
    expect([server.received.length, target.received.length]).toEqual([1, 1]);
  });

  test.each([307, 308])("with %d to another origin is followed without a key, and never with one", async (status) => {
    await using target = await cannedServer(ok);
    await using server = await moved(status, target);
    const { message } = await failureOf(server.url, { apiKey });
    expect(message).toContain(`Set \`url\` or OMNIDEX_URL to ${target.url}.`);
    expect(target.received).toEqual([]);
    expect(await new Omnidex({ url: server.url, apiKey: null }).query(query)).toEqual({ answer: 42 });
  });

  test.each([307, 308])("with %d on the same origin is followed with key and body", async (status) => {
    await using server = await cannedServer(redirect(status, "/v1/graphql"), ok);
    expect(await new Omnidex({ url: server.url, apiKey }).query(query)).toEqual({ answer: 42 });
    const [first, second] = server.received;
    expect([second?.path, second?.query]).toEqual(["/v1/graphql", first?.query]);
    expect(second?.headers.authorization).toBe(`Bearer ${apiKey}`);
  });

  test("to a page that is not Omnidex's is named without its query, which may hold secrets", async () => {
    await using server = await cannedServer(redirect(302, "https://login.example/start?token=secret"));
    const { message } = await failureOf(server.url, {}, long);
    expect(message).toContain("redirects to https://login.example/start (302)");
    expect(message).toContain("not an address of Omnidex");
    expect(message).not.toContain("secret");
  });

  test("that never ends is given up", async () => {
    await using server = await cannedServer(redirect(308, "/graphql"));
    expect((await failureOf(server.url)).message).toContain("redirects more than 5 times");
    expect(server.received).toHaveLength(6);
  });

  test("without a target is the response of a foreign server", async () => {
    await using server = await cannedServer((response) => void response.writeHead(300).end());
    expect((await failureOf(server.url)).message).toContain("answered 300");
  });
});

describe("in a browser, which hides the target of a redirect until it has followed it,", () => {
  const body = JSON.stringify({ data: { answer: 42 } });
  const browser =
    (target: string, status: number): typeof fetch =>
    async (_, init) => {
      const manual = init?.redirect === "manual";
      const response = new Response(manual ? null : body, { status: manual ? 200 : status });
      return Object.defineProperties(response, {
        ...(manual && { type: { value: "opaqueredirect" }, ok: { value: false }, status: { value: 0 } }),
        redirected: { value: !manual },
        url: { value: manual ? "" : target },
      });
    };

  test("the request is sent again", async () => {
    const fetch = browser("https://a.example/v1/graphql", 200);
    expect(await new Omnidex({ url: "https://a.example", apiKey, fetch }).query(query)).toEqual({ answer: 42 });
  });

  test.each([
    ["https://b.example/graphql", 200],
    ["https://a.example/v1/graphql", 400],
  ])("a redirect to %s with status %d is an error that says what to set", async (target, status) => {
    const { message } = await failureOf("https://a.example", { apiKey, fetch: browser(target, status) });
    expect(message).toContain(`redirects to ${target}`);
    expect(message).toContain(`to ${target.replace("/graphql", "")}.`);
  });
});
