import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type LocalServer, serveHere } from "../cli/served-cli.ts";

/** Runs the script of `npm run dev` with the address of a server that is already running. */
describe("npm run dev with OMNIDEX_URL", () => {
  let server: LocalServer;
  let dev: ChildProcess;
  let url: string;

  beforeAll(async () => {
    server = await serveHere();
    dev = spawn(process.execPath, ["scripts/dev.mjs"], {
      cwd: resolve(import.meta.dirname, "../.."),
      env: { ...process.env, OMNIDEX_URL: server.url, NODE_ENV: "development" },
    });
    url = await new Promise<string>((found, failed) => {
      let output = "";
      const read = (chunk: Buffer): void => {
        output += chunk;
        const [, address, target] = /hot reload: (\S+)\/ \(requests go to (\S+)\)/.exec(output) ?? [];
        if (address !== undefined && target === server.url) found(address);
      };
      dev.stdout?.on("data", read);
      dev.stderr?.on("data", read);
      dev.once("close", () => failed(new Error(`npm run dev ended: ${output}`)));
    });
  });
  afterAll(async () => {
    const ended = once(dev, "close");
    dev.kill("SIGTERM");
    await ended;
    await server.close();
  });

  const get = (path: string, accept: string) => fetch(`${url}${path}`, { headers: { accept } });

  it("serves the dashboard with Vite's client", async () => {
    const page = await get("/benchmarks/omnidex-demo", "text/html");
    expect(await page.text()).toContain("/@vite/client");
  });

  it("forwards queries, exports and imports", async () => {
    const answer = await fetch(`${url}/graphql`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: url },
      body: JSON.stringify({ query: '{ benchmark(slug: "omnidex-demo") { questionCount } }' }),
    });
    expect(await answer.json()).toEqual({ data: { benchmark: { questionCount: 480 } } });
    const questions = await get('/export/questions.ndjson?filter={"benchmarks":["omnidex-demo"]}', "*/*");
    expect((await questions.text()).trim().split("\n")).toHaveLength(480);
    const refused = await fetch(`${url}/import/omnidex-demo`, { method: "POST", body: new FormData() });
    // This error is from the server behind the proxy: an import needs an administrator's key.
    expect([refused.status, await refused.json()]).toEqual([
      403,
      { errors: [expect.objectContaining({ extensions: expect.objectContaining({ code: "FORBIDDEN" }) })] },
    ]);
  });

  it("shows GraphiQL to a browser", async () => {
    const page = await get("/graphql", "text/html,application/xhtml+xml");
    const text = await page.text();
    expect(text).toContain("graphiql-entry");
    expect(text).toContain("/@vite/client");
  });
});
