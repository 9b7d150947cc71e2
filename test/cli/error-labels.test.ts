import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Omnidex } from "../../src/sdk/index.ts";
import { worldSenseFixture, worldSenseJson } from "../fixtures/worldsense-fixture.ts";
import { inFolder, omnidex } from "./cli-process.ts";
import { ADMIN_KEY, serveCli } from "./served-cli.ts";
import { readTable } from "./table-reading.ts";

const cli = serveCli();
const sdk = (): Omnidex => new Omnidex({ url: cli.url(), apiKey: ADMIN_KEY });

/** Labels a run with the rows of a file. */
const label = (run: string, name: string, rows: string, ...options: string[]) =>
  inFolder(async (folder) => {
    const path = join(folder, name);
    await writeFile(path, rows);
    return cli.run(["label-errors", run, path, ...options]);
  });

const DEMO = "run_3  demo-large on omnidex-demo";

describe("omnidex label-errors", () => {
  it("stores the error types of a table, several for a question, and says what changed", async () => {
    const csv = "question,errorType\nvideo-001/0,misheard\nvideo-001/0,wrong-count\nvideo-001/1,misheard\n";
    const planned = await label("run_3", "labels.csv", csv, "--dry-run");
    expect(planned).toEqual({
      code: 0,
      stdout: `${DEMO}: 2 predictions would be changed. 2 predictions would then have an error type.\n`,
      stderr: expect.not.stringContaining("omnidex:"),
    });
    expect(await sdk().runErrorTypes("run_3")).toEqual([]);
    expect((await label("3", "labels.csv", csv)).stdout).toBe(
      `${DEMO}: 2 predictions changed. 2 predictions have an error type.\n`,
    );
    expect(await sdk().runErrorTypes("run_3")).toEqual([
      { errorType: "misheard", predictions: 2, share: 1 },
      { errorType: "wrong-count", predictions: 1, share: 0.5 },
    ]);
  });

  it("names the rows of right predictions, and stores them", async () => {
    const predictions = await sdk().predictions("run_1").toArray();
    const keyOf = (outcome: string): string =>
      predictions.find((prediction) => prediction.outcome === outcome)?.question.key ?? "";
    const [right, wrong] = [keyOf("CORRECT"), keyOf("WRONG")];
    const csv = `question,errorType\n${wrong},misheard\n${right},misheard\n`;
    const { code, stdout, stderr } = await label("run_1", "labels.csv", csv);
    expect([code, stdout]).toEqual([0, expect.stringContaining("2 predictions have an error type.")]);
    expect(stderr).toBe(
      `labels.csv: row 2 (line 3) (${right}): the prediction is right, so an error type is probably a mistake.\n`,
    );
    expect((await label("run_1", "labels.csv", `question,errorType\n${right},\n${wrong},\n`)).stderr).toBe("");
  });

  it("reads NDJSON from standard input, removes types, and leaves what does not change", async () => {
    const rows = [
      { question: "video-001/0", errorTypes: ["wrong-count", "misheard"] },
      { question: "video-001/1", errorType: "" },
      { key: "video-002/0", error_types: "misheard, wrong-count" },
    ];
    const input = rows.map((row) => JSON.stringify(row)).join("\n");
    const environment = { OMNIDEX_URL: cli.url(), OMNIDEX_API_KEY: ADMIN_KEY };
    const { stdout } = await omnidex(["label-errors", "run_3", "-", "--json"], environment, input);
    expect(JSON.parse(stdout)).toEqual({ dryRun: false, changed: 2, cleared: 1, unchanged: 1, labelled: 2 });
    const labelled = await sdk()
      .predictions("run_3", { filter: { errorTypes: ["misheard"] } })
      .toArray();
    expect(labelled.map(({ question }) => question.key)).toEqual(["video-001/0", "video-002/0"]);
  });

  it("reads the export of a run, so that its column can be edited", () =>
    inFolder(async (folder) => {
      const path = join(folder, "run.csv");
      expect(await cli.run(["export", "run", "run_3", "--output", path])).toMatchObject({ code: 0 });
      expect((await cli.run(["label-errors", "run_3", path])).stdout).toBe(
        `${DEMO}: 0 predictions changed; 478 unchanged. 2 predictions have an error type.\n`,
      );
    }));

  it("lists every row that cannot be used, with its field and what is expected, and stores nothing", async () => {
    const before = await sdk().runErrorTypes("run_3");
    const csv = "question,errorType\nvideo-009/0,misheard\nvideo-999/0,misheard\nvideo-009/1,Not a slug\n,misheard\n";
    const { code, stdout, stderr } = await label("run_3", "labels.csv", csv);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr.split("\n").slice(0, 3)).toEqual([
      'labels.csv: row 4 (line 5).question: Expected the key of a question, found the string "".',
      "labels.csv: row 2 (line 3) (video-999/0): Expected the key of a question for which the run has a prediction, found 'video-999/0'.",
      "labels.csv: row 3 (line 4).errorType (video-009/1): Expected a slug of at most 60 characters, such as wrong-count, found 'Not a slug'.",
    ]);
    expect(stderr).toContain("omnidex: 3 problems; nothing was imported.");
    const json = await label("run_3", "labels.csv", csv, "--json");
    expect(JSON.parse(json.stdout)).toMatchObject({
      ok: false,
      problemCount: 3,
      problems: [{ field: "question" }, { key: "video-999/0" }, { key: "video-009/1", field: "errorType" }],
    });
    expect((await label("run_3", "labels.ndjson", '{"question": "video-009/0", "type": "misheard"}')).stderr).toContain(
      "labels.ndjson: line 1: expected a field 'errorType', which is empty to remove error types, found only 'question', 'type'.",
    );
    expect(await sdk().runErrorTypes("run_3")).toEqual(before);
  });

  it("needs the id of a run, and the key of its owner", async () => {
    const row = "question,errorType\nvideo-001/0,misheard\n";
    expect(await label("latest", "labels.csv", row)).toMatchObject({ code: 2 });
    const stranger = { OMNIDEX_URL: cli.url(), OMNIDEX_API_KEY: "" };
    const { code, stderr } = await omnidex(["label-errors", "run_3", "-"], stranger, `${row}video-003/0,misheard\n`);
    expect([code, stderr]).toEqual([1, expect.stringContaining("omnidex login")]);
  });

  it("allows only the error types of the benchmark's paper, if it has any", () =>
    inFolder(async (folder) => {
      const fixture = worldSenseJson(worldSenseFixture());
      const path = join(folder, fixture.name);
      await writeFile(path, fixture.bytes);
      expect(await cli.run(["import", "worldsense", path])).toMatchObject({ code: 0 });
      const [question] = await sdk()
        .questions({ filter: { benchmarks: ["worldsense"] } })
        .take(1)
        .toArray();
      const { key = "" } = question ?? {};
      const { id } = await sdk().submitRun({
        ...{ benchmark: "worldsense", model: { name: "m" }, inputs: ["VIDEO"] },
        predictions: [{ question: key, response: "A" }],
      });
      const row = (type: string): string => JSON.stringify({ question: key, errorType: type });
      expect((await label(id, "labels.ndjson", row("hallucinations"))).stderr).toContain(
        "expected one of audio-understanding, visual-understanding, reasoning, found 'hallucinations'",
      );
      expect((await label(id, "labels.ndjson", row("reasoning"))).code).toBe(0);
      expect(readTable(await cli.print(["errors", id]), "ERROR TYPE")).toMatchObject([
        { "ERROR TYPE": "reasoning", NAME: "Reasoning Error", PREDICTIONS: "1", SHARE: "100.0" },
      ]);
    }));
});

describe("omnidex errors", () => {
  it("shows how many predictions have each error type, within a slice as well", async () => {
    const rows = "question,errorType\nvideo-001/0,misheard\nvideo-001/1,wrong-count\nvideo-002/0,wrong-count\n";
    await label("run_2", "labels.csv", rows);
    const text = await cli.print(["errors", "run_2"]);
    expect(text).toMatch(/^run_2 {2}demo-medium on omnidex-demo\n/);
    expect(readTable(text, "ERROR TYPE").map((row) => [row["ERROR TYPE"], row.PREDICTIONS, row.SHARE])).toEqual([
      ["wrong-count", "2", "66.7"],
      ["misheard", "1", "33.3"],
    ]);
    expect(await cli.json(["errors", "run_2"])).toEqual(await sdk().runErrorTypes("run_2"));
    expect(await cli.json(["errors", "run_2", "--key", "video-001/0", "--key", "video-001/1"])).toEqual([
      { errorType: "misheard", predictions: 1, share: 0.5 },
      { errorType: "wrong-count", predictions: 1, share: 0.5 },
    ]);
    expect(
      await cli.print(["errors", "run_2", "--format", "csv"], DEMO.replace("run_3  demo-large", "run_2  demo-medium")),
    ).toContain("wrong-count,,2,");
  });

  it("says so if no prediction has one", async () => {
    await cli.print(["errors", "run_1"], "No prediction has an error type. 'omnidex label-errors' stores them.");
    expect(await cli.json(["errors", "run_1"])).toEqual([]);
  });
});

describe("omnidex error-types", () => {
  it("lists the types of the papers, also before an import", async () => {
    const rows = readTable(await cli.print(["error-types"]), "BENCHMARK");
    expect(rows.map(({ BENCHMARK, ...row }) => [BENCHMARK, row["ERROR TYPE"]])).toEqual(
      (await sdk().errorTypes()).map(({ benchmark, slug }) => [benchmark, slug]),
    );
    expect(await cli.json(["error-types", "mmworld"])).toEqual(await sdk().errorTypes("mmworld"));
    const none = "No paper defines error types for omnidex-demo. Its predictions may have any slugs.";
    expect(await cli.print(["error-types", "omnidex-demo"], none)).toBe("");
    expect(await cli.run(["error-types", "mmwolrd"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("Did you mean 'mmworld'?"),
    });
  });
});
