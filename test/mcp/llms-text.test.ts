import { afterAll, beforeAll, expect, it } from "vitest";
import { PAGES } from "../../src/mcp/resources.ts";
import { createTestServer, type TestServer } from "../support/test-server.ts";
import { connectTo } from "./mcp-client.ts";

let server: TestServer;

beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

it("llms.txt has the form of llmstxt.org, and links to pages of this server", async () => {
  const response = await server.app.request("http://omnidex.example.org/llms.txt");
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/plain;charset=UTF-8"]);
  const text = await response.text();
  expect(text).toMatch(/^# Omnidex\n\n> .+\n/);
  expect(text.match(/^## .+$/gm)).toEqual(["## Endpoints", "## Documentation", "## Optional"]);
  const links = [...text.matchAll(/\]\((\S+?)\)/g)].map(([, link = ""]) => link);
  expect(links.length).toBeGreaterThan(12);
  for (const link of links) {
    const { status } = await server.app.request(link);
    // The two endpoints take POST.
    const expected = link.endsWith("/mcp") ? 405 : link.endsWith("/graphql") ? 400 : 200;
    expect([link, status]).toEqual([link, expected]);
  }
});

it("every resource is listed and read as the server has it", async () => {
  const client = await connectTo(server, null);
  const { resources } = await client.listResources();
  expect(resources.map(({ name }) => name)).toEqual(PAGES.map(({ name }) => name));
  for (const { uri, name } of resources) {
    const { contents } = await client.readResource({ uri });
    const page = await server.app.request(PAGES.find((each) => each.name === name)?.path ?? "");
    expect([uri, contents[0]]).toMatchObject([uri, { text: await page.text() }]);
  }
  await expect(client.readResource({ uri: "omnidex://../package.json" })).rejects.toThrow();
  await client.close();
});

it("only pages of the documentation are served", async () => {
  for (const path of ["/docs/..%2fpackage.json", "/docs/%2e%2e/package.json", "/docs/images", "/docs/decisions"])
    expect([path, (await server.app.request(path)).status]).toEqual([path, 404]);
});
