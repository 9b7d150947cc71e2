import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestServer, type TestServer } from "../support/test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

describe("the answer to a header without a valid key", () => {
  it.each([
    ["Bearer", "is empty."],
    [`Bearer ""`, "is empty."],
    ["omx_secret", "does not begin with the scheme 'Bearer'."],
    ["Basic dXNlcjpwYXNz", "does not begin with the scheme 'Bearer'."],
    [`Bearer "omx_secret"`, "is in quotes."],
    ["Bearer 'omx_secret'", "is in quotes."],
    [`Bearer ${Buffer.from("“omx_secret”").toString("latin1")}`, "is in quotes."],
    ["Bearer omx secret", "contains a space."],
    ["Bearer omx_secret", "is unknown to this server, has expired or was revoked."],
  ])("%s", async (authorization, says) => {
    const response = await server.app.request("/graphql", {
      method: "POST",
      headers: { "content-type": "application/json", authorization },
      body: JSON.stringify({ query: "{ __typename }" }),
    });
    expect([response.status, response.headers.get("www-authenticate")]).toEqual([401, 'Bearer realm="omnidex"']);
    const { errors } = (await response.json()) as { errors: { message: string; extensions: { code: string } }[] };
    expect(errors[0]).toMatchObject({
      message: expect.stringContaining(says),
      extensions: { code: "UNAUTHENTICATED" },
    });
    expect(errors[0]?.message).not.toContain("secret");
  });
});
