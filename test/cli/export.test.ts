import { readdir, readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { inFolder } from "./cli-process.ts";
import { serveCli } from "./served-cli.ts";

const cli = serveCli();
const lines = (text: string): unknown[] =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

describe("omnidex export", () => {
  it("prints a run as rows that can be submitted", async () => {
    const remark =
      "SETTINGS_NOT_CARRIED: The rows do not say how the model was run (model_parameters 70B, frames 128, prompt): state it again when you submit them.";
    const rows = lines(await cli.print(["export", "run", "demo-large"], remark));
    expect(rows).toHaveLength(478);
    expect(rows[0]).toEqual({ question: expect.any(String), response: expect.any(String) });
  });

  it("writes a run in the format of the file's extension, and refuses unknown extensions", () =>
    inFolder(async (folder) => {
      const exported = (name: string) => cli.run(["export", "run", "demo-large", "-o", join(folder, name)]);
      expect((await exported("run.csv")).code).toBe(0);
      expect(await readFile(join(folder, "run.csv"), "utf8")).toMatch(/^question,response,/);
      expect((await exported("run.jsonl")).code).toBe(0);
      expect(lines(await readFile(join(folder, "run.jsonl"), "utf8"))).toHaveLength(478);
      const { code, stderr } = await exported("run.json");
      expect([code, stderr]).toEqual([2, expect.stringMatching(/does not determine the format\.\nUse --format, /)]);
      expect((await readdir(folder)).sort()).toEqual(["run.csv", "run.jsonl"]);
    }));

  it("puts files that belong together into one folder", () =>
    inFolder(async (folder) => {
      const { code, stderr } = await cli.run([
        "export",
        "run",
        "demo-large",
        "--format",
        "eee",
        "-o",
        `${folder}/new/`,
      ]);
      expect([code, stderr]).toEqual([
        0,
        expect.stringMatching(/^[\d,]+ bytes in .*\.json\n[\d,]+ bytes in .*_samples\.jsonl\n$/),
      ]);
      const place = join(folder, "new/data/omnidex-demo/unknown/demo-large");
      const [record = "", rows = ""] = (await readdir(place)).sort();
      const { detailed_evaluation_results: detailed } = JSON.parse(await readFile(join(place, record), "utf8"));
      const file_path = `data/omnidex-demo/unknown/demo-large/${rows}`;
      expect(detailed).toMatchObject({ file_path, total_rows: 478 });
      expect(lines(await readFile(join(place, rows), "utf8"))).toHaveLength(478);
      const lmms = await cli.run(["export", "run", "demo-large", "--format", "lmms-eval", "-o", folder]);
      expect(lmms.code).toBe(0);
      const names = (await readdir(folder)).filter((name) => name !== "new").sort();
      expect(names).toEqual([
        expect.stringMatching(/_results\.json$/),
        expect.stringMatching(/_samples_omnidex_demo\.jsonl$/),
      ]);
    }));

  it.each(["eee", "lmms-eval"])("writes a folder of %s that can be submitted unchanged", (format) =>
    inFolder(async (folder) => {
      const output = `${folder}/out/`;
      // The first run of demo-large. After the submission below, the model has several.
      expect((await cli.run(["export", "run", "run_3", "--format", format, "-o", output])).code).toBe(0);
      const submitted = await cli.json<object>(["submit", output]);
      expect(submitted).toMatchObject({
        run: { model: { name: "demo-large", parameters: "70B" }, score: { value: 0.75 } },
        read: { format, predictions: 478, problems: [] },
      });
    }),
  );

  it("writes the questions of a slice in the format of the file's extension", () =>
    inFolder(async (folder) => {
      const path = join(folder, "music.csv");
      const { code } = await cli.run(["export", "questions", "--audio", "music", "--level", "reasoning", "-o", path]);
      expect(code).toBe(0);
      expect(await readFile(path, "utf8")).toMatch(/^benchmark,key,text,/);
      const printed = lines(await cli.print(["export", "questions", "--audio", "music", "--level", "reasoning"]));
      expect(printed.length).toBeGreaterThan(0);
    }));

  it.each([
    [
      "questions",
      "x.json",
      /does not determine the format\.\n.*\.ndjson, \.jsonl, \.csv or \.parquet\. .* writes a JSON array\.$/,
    ],
    ["questions", "x.xlsx", /does not determine the format\.\nUse --format, .*\.csv or \.parquet\.$/],
    ["benchmark omnidex-demo", "x.csv", /A benchmark is exported as JSON, not as \.csv\.\nEnd the name in \.json\./],
    ["croissant omnidex-demo", "x.PARQUET", /exported as JSON, not as \.parquet\./],
  ])("of %s refuses %s, and writes nothing", (what, name, message) =>
    inFolder(async (folder) => {
      const { code, stderr } = await cli.run(["export", ...what.split(" "), "-o", join(folder, name)]);
      expect([code, stderr.trimEnd()]).toEqual([2, expect.stringMatching(message)]);
      expect(await readdir(folder)).toEqual([]);
    }),
  );

  it("writes NDJSON to a file without extension, and the given format whatever the extension", () =>
    inFolder(async (folder) => {
      const slice = ["--audio", "music", "--level", "reasoning"];
      const content = async (name: string, ...args: string[]): Promise<string> => {
        expect(await cli.run([...args, ...slice, "-o", join(folder, name)])).toMatchObject({ code: 0 });
        return readFile(join(folder, name), "utf8");
      };
      const rows = lines(await content("rows", "export", "questions"));
      expect(rows).toEqual(lines(await content("rows.json", "export", "questions", "--format", "ndjson")));
      expect(lines(await content("own", "questions"))).toHaveLength(rows.length);
    }));

  it("writes a benchmark, and its description", async () => {
    const file = JSON.parse(await cli.print(["export", "benchmark", "omnidex-demo"]));
    expect(file.questions).toHaveLength(480);
    const description = JSON.parse(await cli.print(["export", "croissant", "omnidex-demo"]));
    expect(description).toMatchObject({ "@type": "sc:Dataset", name: "omnidex-demo" });
    expect(description.distribution[0].contentUrl).toMatch(new RegExp(`^${cli.url()}/export/questions`));
  });

  it.each([
    [["export", "run", "demo-huge"], 2, /no run or model 'demo-huge'.*\n.*demo-large/],
    [["export", "run", "latest", "--format", "xml"], 2, /omnidex, csv, parquet, lmms-eval/],
    [["export", "benchmark", "nothing"], 2, /'nothing'/],
    [["export", "questions", "--task", "causal"], 2, /causal/],
    [["export", "run", "latest", "-o", "/no/such/folder/x"], 1, /cannot be written/],
  ])("names what is wrong with %j", async (args, expected, message) => {
    const { code, stdout, stderr } = await cli.run(args);
    expect({ code, stdout, stderr }).toEqual({ code: expected, stdout: "", stderr: expect.stringMatching(message) });
  });

  it("leaves no partial file behind if it is interrupted", () =>
    inFolder(async (folder) => {
      const broken = createServer(({ url: path }, response) => {
        response.writeHead(200, { "content-type": "application/json" });
        // The slug is looked up first.
        if (path === "/graphql") return response.end(JSON.stringify({ data: { benchmarks: [{ slug: "x" }] } }));
        response.write('{"benchmark":', () => response.destroy());
      });
      await new Promise<void>((resolve) => broken.listen(0, "127.0.0.1", resolve));
      const url = `http://127.0.0.1:${(broken.address() as AddressInfo).port}`;
      const { code, stderr } = await cli.run(["export", "benchmark", "x", "-o", join(folder, "x.json")], {
        OMNIDEX_URL: url,
      });
      expect([code, stderr]).toEqual([1, expect.stringMatching(/broke off.*nothing was kept/)]);
      expect(await readdir(folder)).toEqual([]);
      broken.close();
    }));
});
