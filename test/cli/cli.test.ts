import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ImportFile } from "../../src/formats/files/importer.ts";
import { aviBenchFiles } from "../fixtures/avi-bench-fixture.ts";
import { omniVideoBenchFixture, omniVideoBenchJson } from "../fixtures/omnivideobench-fixture.ts";
import { seedDataFolder } from "../support/seeded-database.ts";
import { type Finished, inFolder, omnidex, serve } from "./cli-process.ts";
import { type LocalServer, serveFolder } from "./served-cli.ts";

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

/** Each opening of a data folder takes seconds, so the tests share one folder and one server. */
describe("omnidex import, into a data folder and then through the server that holds it", () => {
  let folder: string;
  let data: { readonly OMNIDEX_DATA_DIR: string };
  let whole: string;
  let broken: string;
  let imports: { readonly broken: Finished; readonly whole: Finished };
  let server: LocalServer;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "omnidex-cli-"));
    data = { OMNIDEX_DATA_DIR: join(folder, "data") };
    await seedDataFolder(data.OMNIDEX_DATA_DIR);
    whole = await write(join(folder, "whole"), omniVideoBenchJson(omniVideoBenchFixture()));
    broken = await write(join(folder, "broken"), withOptions(1));
    imports = {
      broken: await omnidex(["import", "omnivideobench", broken], data),
      whole: await omnidex(["import", "omnivideobench", whole], data),
    };
    server = await serveFolder(data);
  });
  afterAll(async () => {
    await server?.close();
    await rm(folder, { recursive: true, force: true });
  });

  it("imports a file, which the server then serves and finds unchanged", async () => {
    const place = `Data folder: ${data.OMNIDEX_DATA_DIR}\n`;
    expect(imports.whole).toMatchObject({ code: 0, stderr: place });
    expect(imports.whole.stdout).toMatch(/imported as release 1.*\n {2}1,000 questions, 628 videos/);
    expect(await questionCount(server.url, "omnivideobench")).toBe(1000);
    const again = await omnidex(["import", "omnivideobench", whole, "--json"], data);
    expect(JSON.parse(again.stdout)).toMatchObject({ status: "UNCHANGED", releaseVersion: 1 });
  });

  it("ends with 1 for a broken file, prints the record's path and the expected value, and stores nothing", async () => {
    expect(imports.broken.code).toBe(1);
    expect(imports.broken.stderr).toMatch(/data\.json: \$\[3\]\.questions\[0\]\.options: expected .*, found/);
    expect(imports.broken.stderr).not.toContain("    at ");
    // The import after it made the first release.
    expect(imports.whole.stdout).toContain("imported as release 1");
    const through = await omnidex(["import", "omnivideobench", broken], data);
    const [place, ...failure] = through.stderr.split("\n");
    expect([through.code, place]).toEqual([1, `Server: ${server.url} (from the data folder)`]);
    expect(failure).toEqual(imports.broken.stderr.split("\n").slice(1));
    expect(await questionCount(server.url, "omnivideobench")).toBe(1000);
  });

  it("uses the server that has the folder open; a second server is refused", async () => {
    for (const file of aviBenchFiles()) await write(join(folder, "avi"), file);
    const imported = await omnidex(["import", "avi-bench", join(folder, "avi")], data);
    expect(imported).toMatchObject({ code: 0, stderr: `Server: ${server.url} (from the data folder)\n` });
    expect(imported.stdout).toContain("5,864 questions");
    expect(await questionCount(server.url, "avi-bench")).toBe(5864);
    const refused = await omnidex(["serve"], { ...data, PORT: "0" });
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain(server.url);
    expect(refused.stderr.trim().split("\n")).toHaveLength(1);
  });
});

/** OmniVideoBench's questions, of which one has these options. */
function withOptions(options: unknown): ImportFile {
  const videos = structuredClone(omniVideoBenchFixture()) as { questions: { options: unknown }[] }[];
  const question = videos[3]?.questions[0];
  if (question) question.options = options;
  return { name: "data.json", bytes: Buffer.from(JSON.stringify(videos)) };
}

describe("omnidex with wrong arguments", () => {
  it.each([
    [["serve"], { PORT: "many" }, 2, /PORT must be a number/],
    [["serve"], { DATABASE_URL: "mysql://secret@x/y" }, 2, /DATABASE_URL must be/],
    [["serve"], { OMNIDEX_ADMIN_KEY: "short" }, 2, /OMNIDEX_ADMIN_KEY must have/],
    [["serve"], { DATABASE_URL: "postgres://127.0.0.1:1/x", PORT: "0" }, 1, /does not answer \(connect ECONNREFUSED/],
    [["fly"], {}, 2, /unknown command/],
    [["import", "worldsense"], {}, 2, /missing required argument/],
    [["import", "worldsense", "/no/such/file"], { OMNIDEX_DATA_DIR: "/no" }, 2, /no file or folder/],
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

  it("says that a first start created the data folder, with one line for each step; the second start says neither", () =>
    inFolder(async (folder) => {
      const data = join(folder, "new");
      const output = async (): Promise<string[]> => {
        const server = await serve({ OMNIDEX_DATA_DIR: data });
        await expect.poll(server.output).toContain("  key ");
        expect(await server.end()).toBe(0);
        return server.output().split("\n");
      };
      const isStep = (line: string): boolean => line.startsWith("omnidex: ");
      const first = await output();
      expect(first.filter(isStep)).toEqual([
        `omnidex: creating the database in ${data} …`,
        "omnidex: loading the figures that papers print …",
        "omnidex: importing the synthetic demo benchmark …",
        "omnidex: scoring the demo's run 1 of 3 …",
        "omnidex: scoring the demo's run 2 of 3 …",
        "omnidex: scoring the demo's run 3 of 3 …",
      ]);
      expect(first).toContain(`  data     ${data}  (created by this start)`);
      const key = await readFile(join(data, "admin-key"), "utf8");
      const second = await output();
      expect(second.filter(isStep)).toEqual([]);
      expect(second).toContain(`  data     ${data}`);
      for (const lines of [first, second]) {
        expect(lines).toContain(`  key      ${data}/admin-key  (for writing; 'omnidex' on this machine finds it)`);
        expect(lines.join("\n")).not.toContain(key.trim());
        expect(lines).toContainEqual(
          expect.stringMatching(/^ {2}sign in {2}http:\S+\/sign-in#code=[\w-]{32} {2}\(once, within 10 minutes\)$/),
        );
      }
      expect(await readFile(join(data, "admin-key"), "utf8")).toBe(key);
    }));
});
