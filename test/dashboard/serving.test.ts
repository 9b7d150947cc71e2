import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestServer, type TestServer } from "../support/test-server.ts";

const ROOT = join(import.meta.dirname, "../..");
const BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

it("no script that a page loads is smaller than a request is worth", () => {
  const folder = join(ROOT, "dist/dashboard/assets");
  const small = readdirSync(folder).filter(
    (name) => name.endsWith(".js") && gzipSync(readFileSync(join(folder, name))).length < 2_500,
  );
  expect(small).toEqual([]);
});

it.each(["index", "graphiql"])("%s.html names one script", (page) => {
  const text = readFileSync(join(ROOT, "dist/dashboard", `${page}.html`), "utf8");
  const scripts = [...text.matchAll(/"\/assets\/([\w-]+)-[\w-]{8}\.js"/g)].map(([, name]) => name);
  expect(scripts).toEqual([page]);
});

describe("the responses to browsers", () => {
  let server: TestServer;
  let assets: string[];

  beforeAll(async () => {
    assets = readdirSync(join(ROOT, "dist/dashboard/assets"));
    server = await createTestServer();
  });
  afterAll(() => server.close());

  const get = (path: string, headers: Record<string, string> = {}) => server.app.request(path, { headers });

  it.each(["/", "/benchmarks/worldsense", "/runs/run_1", "/compare?runs=a,b", "/questions", "/graphql"])(
    "are a page at %s",
    async (path) => {
      const page = await get(path, { accept: BROWSER });
      expect(page.status).toBe(200);
      expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
      expect(await page.text()).toMatch(/<script type="module"[^>]* src="\/assets\//);
    },
  );

  it.each(["/", "/graphql"])(
    "at %s allow only this site's scripts and connections, and inline code by its hash",
    async (path) => {
      const page = await get(path, { accept: BROWSER });
      const text = await page.text();
      const inline = [...text.matchAll(/<script(?! type="module")[^>]*>(.*?)<\/script>/gs)].map(
        ([, code]) => code ?? "",
      );
      expect(inline.length).toBe(path === "/" ? 1 : 0);
      const hashes = inline.map((code) => ` 'sha256-${createHash("sha256").update(code).digest("base64")}'`);
      const policy = (page.headers.get("content-security-policy") ?? "").split("; ");
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain(`script-src 'self'${hashes.join("")}`);
      expect(policy).toContain("connect-src 'self'");
      expect(policy.join()).not.toContain("unsafe");
      expect(text).not.toMatch(/<style|\son\w+=|style="/);
    },
  );

  it.each([
    ["/", "/", "page"],
    ["/questions", "/questions", "page"],
    ["/questions/question_1", "/questions", "true"],
    ["/submit", "/submit", "page"],
    ["/benchmarks/worldsense", "/", "true"],
    ["/nothing/here", undefined, undefined],
  ])("at %s mark the link to %s as current: %s", async (path, entry, current) => {
    const text = await (await get(path, { accept: BROWSER })).text();
    const marked = [...text.matchAll(/<a href="([^"]*)" aria-current="([^"]*)">/g)];
    expect(marked.map(([, href, value]) => [href, value])).toEqual(entry === undefined ? [] : [[entry, current]]);
  });

  it("are the page with status 404 if no view has the address", async () => {
    const page = await get("/nothing/here", { accept: BROWSER });
    expect([page.status, page.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
  });

  it.each([undefined, "*/*", "application/json"])("are JSON if the caller accepts %s", async (accept) => {
    const headers = accept === undefined ? {} : { accept };
    const root = await get("/", headers);
    expect(await root.json()).toMatchObject({ name: "Omnidex", graphql: "/graphql" });
    expect(root.headers.get("vary")).toContain("accept");
    const missing = await get("/nothing/here", headers);
    expect(missing.status).toBe(404);
    expect(await missing.json()).toMatchObject({ errors: [{ extensions: { code: "NOT_FOUND" } }] });
  });

  it("answer a program's GET query at /graphql", async () => {
    const answer = await get(`/graphql?query=${encodeURIComponent("{ benchmarks { slug } }")}`, {
      accept: "application/json",
    });
    expect(await answer.json()).toHaveProperty("data.benchmarks");
  });

  it("have compressed assets that may be cached for ever", async () => {
    const script = assets.find((name) => /^index-.*\.js$/.test(name)) ?? "";
    const plain = await get(`/assets/${script}`);
    expect(plain.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(plain.headers.get("content-type")).toMatch(/^text\/javascript/);
    const brotli = await get(`/assets/${script}`, { "accept-encoding": "gzip, br" });
    expect(brotli.headers.get("content-encoding")).toBe("br");
    expect((await brotli.arrayBuffer()).byteLength).toBeLessThan((await plain.arrayBuffer()).byteLength);
  });

  it.each(["/assets/../package.json", "/assets/%2e%2e/%2e%2e/package.json", "/assets/nothing.js", "/assets/"])(
    "are 404 at a path that names no asset: %s",
    async (path) => {
      expect((await get(path)).status).toBe(404);
    },
  );
});
