import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { ImportFile } from "../../src/importers/importer.ts";
import { aviBenchFiles } from "../fixtures/avi-bench-fixture.ts";
import { omniVideoBenchFixture, omniVideoBenchJson } from "../fixtures/omnivideobench-fixture.ts";
import { seedDataFolder } from "../support/seeded-database.ts";
import { inFolder, omnidex, serve } from "./cli-process.ts";

async function write(folder: string, file: ImportFile): Promise<string> {
  const path = join(folder, file.name);
  await mkdir(join(path, ".."), { recursive: true });
  await writeFile(path, file.bytes);
  return path;
}

const questionCount = async (url: string, slug: string): Promise<number> => {
  const query = `{ benchmark(slug: "${slug}") { questionCount } }`;
  const response = await fetch(`${url}/graphql?query=${encodeURIComponent(query)}`);
  const body = (await response.json()) as { data: { benchmark: { questionCount: number } | null } };
  return body.data.benchmark?.questionCount ?? 0;
};

describe("omnidex import", () => {
  it("imports a file, finds it unchanged the second time, and a server then serves it", () =>
    inFolder(async (folder) => {
      const data = { OMNIDEX_DATA_DIR: join(folder, "data") };
      const file = await write(folder, omniVideoBenchJson(omniVideoBenchFixture()));
      const first = await omnidex(["import", "omnivideobench", file], data);
      expect(first).toMatchObject({
        code: 0,
        stderr: `Data folder: ${data.OMNIDEX_DATA_DIR} (did not exist; it is created now)\n`,
      });
      expect(first.stdout).toMatch(/imported as release 1.*\n {2}1,000 questions, 628 videos/);
      const second = await omnidex(["import", "omnivideobench", file, "--json"], data);
      expect(JSON.parse(second.stdout)).toMatchObject({ status: "UNCHANGED", releaseVersion: 1 });
      const server = await serve(data);
      expect(await questionCount(server.url, "omnivideobench")).toBe(1000);
      expect(await server.end()).toBe(0);
    }));

  it("uses the server that has the folder open; a second server is refused", () =>
    inFolder(async (folder) => {
      const data = { OMNIDEX_DATA_DIR: join(folder, "data") };
      await seedDataFolder(data.OMNIDEX_DATA_DIR);
      const server = await serve(data);
      for (const file of aviBenchFiles()) await write(join(folder, "avi"), file);
      const imported = await omnidex(["import", "avi-bench", join(folder, "avi")], data);
      expect(imported).toMatchObject({ code: 0, stderr: `Server: ${server.url} (from the data folder)\n` });
      expect(imported.stdout).toContain("5,864 questions");
      expect(await questionCount(server.url, "avi-bench")).toBe(5864);
      const refused = await omnidex(["serve"], { ...data, PORT: "0" });
      expect(refused.code).toBe(1);
      expect(refused.stderr).toContain(server.url);
      expect(refused.stderr.trim().split("\n")).toHaveLength(1);
      await server.end();
    }));

  it("ends with 1 for a broken file, prints the record's path and the expected value, and stores nothing", () =>
    inFolder(async (folder) => {
      const data = { OMNIDEX_DATA_DIR: join(folder, "data") };
      await seedDataFolder(data.OMNIDEX_DATA_DIR);
      const videos = structuredClone(omniVideoBenchFixture()) as {
        duration: unknown;
        questions: { options: unknown }[];
      }[];
      const question = videos[3]?.questions[0];
      if (question) question.options = { a: "1" };
      const file = await write(folder, { name: "data.json", bytes: Buffer.from(JSON.stringify(videos)) });
      const broken = await omnidex(["import", "omnivideobench", file], data);
      expect(broken.code).toBe(1);
      expect(broken.stderr).toMatch(/data\.json: \$\[3\]\.questions\[0\]\.options: expected .*, found/);
      expect(broken.stderr).not.toContain("    at ");
      const server = await serve(data);
      expect(await questionCount(server.url, "omnivideobench")).toBe(0);
      const through = await omnidex(["import", "omnivideobench", file], data);
      const [place, ...failure] = through.stderr.split("\n");
      expect([through.code, place]).toEqual([1, `Server: ${server.url} (from the data folder)`]);
      expect(failure).toEqual(broken.stderr.split("\n").slice(1));
      await server.end();
    }));
});

describe("omnidex with wrong arguments", () => {
  it.each([
    [["serve"], { PORT: "many" }, 2, /PORT must be a number/],
    [["serve"], { DATABASE_URL: "mysql://secret@x/y" }, 2, /DATABASE_URL must be/],
    [["serve"], { OMNIDEX_ADMIN_KEY: "short" }, 2, /OMNIDEX_ADMIN_KEY must have/],
    [["serve"], { DATABASE_URL: "postgres://127.0.0.1:1/x", PORT: "0" }, 1, /does not answer \(connect ECONNREFUSED/],
    [["fly"], {}, 2, /unknown command/],
    [["import", "worldsense"], {}, 2, /missing required argument/],
    [["import", "worldsense", "/no/such/file"], { OMNIDEX_DATA_DIR: "/no" }, 1, /no file or folder/],
    [["import", "worldsense", "package.json"], { OMNIDEX_URL: "http://127.0.0.1:1" }, 1, /No server answers/],
  ] as const)("%j with %j ends with %d", async (args, environment, code, message) => {
    const finished = await omnidex(args, environment);
    expect(finished.code).toBe(code);
    expect(finished.stderr).toMatch(message);
    expect(finished.stderr).not.toContain("secret");
    expect(finished.stderr).not.toContain("    at ");
    expect(finished.stderr).toMatch(/^(Server: .*\n)?omnidex: /);
  });

  it.each<[string, (port: string) => readonly [readonly string[], Record<string, string>]]>([
    ["PORT", (port) => [["serve"], { PORT: port }]],
    ["--port", (port) => [["serve", "--port", port], { PORT: "0" }]],
    ["OMNIDEX_METRICS_PORT", (port) => [["serve"], { PORT: "0", OMNIDEX_METRICS_PORT: port }]],
  ])("reports at once that the port of %s is in use, and creates nothing", (setting, start) =>
    inFolder(async (folder) => {
      const blocker = createServer().listen(0, "127.0.0.1");
      await once(blocker, "listening");
      const { port } = blocker.address() as AddressInfo;
      const data = join(folder, "new");
      const [args, environment] = start(String(port));
      const taken = await omnidex(args, { ...environment, OMNIDEX_DATA_DIR: data });
      blocker.close();
      expect(taken).toMatchObject({ code: 1, stdout: "" });
      expect(taken.stderr.split("\n")).toEqual([
        `omnidex: the port is taken: another program already listens on 127.0.0.1:${port}.`,
        expect.stringMatching(`^Choose another one with .*${setting}.* Nothing was created.$`),
        "",
      ]);
      expect(existsSync(data)).toBe(false);
    }),
  );

  it("refuses a --port that is not a port number", async () => {
    const { code, stderr } = await omnidex(["serve", "--port", "many"], { OMNIDEX_DATA_DIR: "/no" });
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining("a number from 0 to 65535") });
  });

  it("prints one line for each step of a first start, and none at the second start", () =>
    inFolder(async (folder) => {
      const data = join(folder, "new");
      const lines = async (): Promise<string[]> => {
        const server = await serve({ OMNIDEX_DATA_DIR: data });
        await server.end();
        return server
          .output()
          .split("\n")
          .filter((line) => line.startsWith("omnidex: "));
      };
      expect(await lines()).toEqual([
        `omnidex: creating the database in ${data} …`,
        "omnidex: loading the figures that papers print …",
        "omnidex: importing the synthetic demo benchmark …",
        "omnidex: scoring the demo's run 1 of 3 …",
        "omnidex: scoring the demo's run 2 of 3 …",
        "omnidex: scoring the demo's run 3 of 3 …",
      ]);
      expect(await lines()).toEqual([]);
    }));
});
