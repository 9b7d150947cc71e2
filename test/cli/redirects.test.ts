import { readdir, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { download } from "../../src/cli/export/download-file.ts";
import { omnidexJson } from "../fixtures/omnidex-fixture.ts";
import { inFolder, omnidex } from "./cli-process.ts";

let server: Server;
let url = "";
let status = 301;
beforeAll(async () => {
  server = createServer((request, response) => {
    request.resume();
    response.writeHead(status, { location: `https://omnidex.example${request.url}` }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

it.each([
  ["benchmarks", "/graphql"],
  ["api { __typename }", "/graphql"],
  ["export run run_1 -o run.csv", "/graphql"],
  ["import my-bench data.json", "/import/my-bench"],
  ["check", "/maintenance/check"],
])("omnidex %s says where the server redirects, and what to set", (command, path) =>
  inFolder(async (folder) => {
    await writeFile(join(folder, "data.json"), omnidexJson().bytes);
    const args = /^api/.test(command)
      ? ["api", "{ __typename }"]
      : command.split(" ").map((word) => (/\./.test(word) ? join(folder, word) : word));
    for (status of [301, 308]) {
      const { code, stderr } = await omnidex(args, { OMNIDEX_URL: url, OMNIDEX_API_KEY: "omx_key" });
      expect(code).toBe(1);
      expect(stderr).toContain(`${url}${path}`);
      expect(stderr).toContain(`redirects to https://omnidex.example${path}`);
      expect(stderr).toContain(
        "Set OMNIDEX_URL to https://omnidex.example.\n'omnidex whoami' shows which address is used, and why.\n",
      );
    }
  }),
);

it("a download says it, too", () =>
  inFolder(async (folder) => {
    const connection = { url, urlSource: "OMNIDEX_URL", apiKey: "omx_key", keySource: "OMNIDEX_API_KEY" } as const;
    for (status of [301, 308]) {
      const downloading = download(connection, "/export/runs/run_1.csv?a=b", join(folder, "run.csv"));
      // A GET has no body to lose, but a key.
      await expect(downloading).rejects.toThrow(
        `redirects to https://omnidex.example/export/runs/run_1.csv (${status}), where`,
      );
    }
    expect(await readdir(folder)).toEqual([]);
  }));
