import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { parquetReadObjects } from "hyparquet";
import { describe, expect, it } from "vitest";
import { Omnidex, type Question } from "../../src/sdk/index.ts";
import { inFolder, start } from "./cli-process.ts";
import { serveCli } from "./served-cli.ts";

const cli = serveCli();
const slice = ["-b", "omnidex-demo", "--level", "reasoning"];
const expected = (): Promise<Question[]> =>
  new Omnidex({ url: cli.url() }).questions({ filter: { levels: ["REASONING"] } }).toArray();

describe("omnidex questions --output", () => {
  it("writes every question once in each format", () =>
    inFolder(async (folder) => {
      const all = await expected();
      const write = async (name: string): Promise<Buffer> => {
        const path = join(folder, name);
        expect(await cli.print(["questions", ...slice, "-o", path], `98 questions in ${path}`)).toBe("");
        return readFile(path);
      };
      const ndjson = (await write("q.ndjson")).toString();
      expect(
        ndjson
          .trimEnd()
          .split("\n")
          .map((line) => JSON.parse(line)),
      ).toEqual(all);
      expect(JSON.parse((await write("q.json")).toString())).toEqual(all);
      const csv: Record<string, string>[] = parse(await write("q.csv"), { columns: true });
      expect(csv.map((row) => [row.key, row.text, JSON.parse(row.options ?? "")])).toEqual(
        all.map((q) => [q.key, q.text, q.options.map(({ text }) => text)]),
      );
      const bytes = await write("q.parquet");
      const file = new Uint8Array(bytes).buffer as ArrayBuffer;
      const rows = await parquetReadObjects({ file });
      expect(
        rows.map(({ key, options, durationSeconds, audioTypes }) => ({ key, options, durationSeconds, audioTypes })),
      ).toEqual(
        all.map((q) => ({
          key: q.key,
          options: q.options.map(({ text }) => text),
          durationSeconds: q.video?.durationSeconds ?? null,
          audioTypes: q.audioTypes.map(({ type }) => type),
        })),
      );
      expect((await readdir(folder)).sort()).toEqual(["q.csv", "q.json", "q.ndjson", "q.parquet"]);
    }));

  it("writes the given columns to standard output", async () => {
    const csv = await cli.print([
      "questions",
      ...slice,
      "-o",
      "-",
      "--format",
      "csv",
      "--columns",
      "key,level",
      "-L",
      "2",
    ]);
    expect(csv).toBe(
      `key,level\r\n${(await expected())
        .slice(0, 2)
        .map(({ key }) => `${key},REASONING\r\n`)
        .join("")}`,
    );
    const lines = await cli.print(["questions", ...slice, "-o", "-", "--columns", "key", "-L", "1"]);
    expect(JSON.parse(lines)).toEqual({ key: (await expected())[0]?.key });
    expect(await cli.print(["questions", "--min-duration", "50h", "-o", "-", "--format", "json"])).toBe("[]\n");
  });

  it("keeps an existing file and leaves no partial file behind if it fails", () =>
    inFolder(async (folder) => {
      const path = join(folder, "q.ndjson");
      await writeFile(path, "before");
      const bad = await cli.run(["questions", "--filter", '{"nothing":1}', "-o", path]);
      expect(bad).toMatchObject({ code: 2, stderr: expect.stringContaining("nothing") });
      expect(await readFile(path, "utf8")).toBe("before");
      expect(await readdir(folder)).toEqual(["q.ndjson"]);
      const nowhere = await cli.run(["questions", "-o", join(folder, "no", "q.csv")]);
      expect(nowhere).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/^omnidex: .*cannot be written: ENOENT/),
      });
    }));

  it.each([
    [["-o", "q.txt"], "end it in .ndjson, .jsonl, .json, .csv or .parquet."],
    [["-o", "q.csv", "--json"], "--output cannot be combined"],
    [["--columns", "keey"], "Did you mean 'key'?"],
  ])("refuses %j as bad usage", async (args, message) => {
    expect(await cli.run(["questions", ...args])).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
  });
});

describe("a reader that closes the pipe early", () => {
  it("ends the command without an error", async () => {
    const child = start(["questions", "-o", "-"], { OMNIDEX_URL: cli.url() });
    let stderr = "";
    child.stderr?.on("data", (chunk) => (stderr += chunk));
    child.stdout?.once("data", () => child.stdout?.destroy());
    const code = await new Promise((resolve) => child.once("close", resolve));
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  });
});

describe("an interrupt", () => {
  it("ends a command at once with 130, and removes its unfinished file", () =>
    inFolder(async (folder) => {
      // A server that receives the request and never answers.
      const { createServer } = await import("node:http");
      const silent = createServer(() => child.kill("SIGINT")).listen(0, "127.0.0.1");
      await new Promise((resolve) => silent.once("listening", resolve));
      const address = silent.address();
      const port = typeof address === "object" ? address?.port : 0;
      const path = join(folder, "q.ndjson");
      const child = start(["questions", "-o", path], { OMNIDEX_URL: `http://127.0.0.1:${port}` });
      const code = await new Promise((resolve) => child.once("close", resolve));
      silent.closeAllConnections();
      silent.close();
      expect({ code, files: await readdir(folder) }).toEqual({ code: 130, files: [] });
    }));
});
