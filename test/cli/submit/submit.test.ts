import { execFile } from "node:child_process";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import type { ImportBatch } from "../../../src/domain/import-batch.ts";
import { importAviBench } from "../../../src/formats/avi-bench/avi-bench-importer.ts";
import type { ImportFile } from "../../../src/formats/files/importer.ts";
import { Omnidex } from "../../../src/sdk/index.ts";
import { aviBenchFiles } from "../../fixtures/avi-bench-fixture.ts";
import { mmworldFixture, mmworldJson } from "../../fixtures/mmworld-fixture.ts";
import { omniVideoBenchFixture, omniVideoBenchJson } from "../../fixtures/omnivideobench-fixture.ts";
import { aviBenchResults } from "../../fixtures/results/avi-bench-results.ts";
import { inspectEval, inspectJson, inspectLog } from "../../fixtures/results/inspect-results.ts";
import {
  mmworldDetailed,
  mmworldEvalAi,
  mmworldFinal,
  mmworldLmmsEval,
} from "../../fixtures/results/mmworld-results.ts";
import { choiceOutputs, type Outputs } from "../../fixtures/results/model-outputs.ts";
import { omnidexCsv, omnidexNdjson, omnidexParquet } from "../../fixtures/results/omnidex-results.ts";
import { OMNIVIDEOBENCH_SHAPES, omniVideoBenchResults } from "../../fixtures/results/omnivideobench-results.ts";
import * as worldsense from "../../fixtures/results/worldsense-results.ts";
import { worldSenseFixture, worldSenseJson } from "../../fixtures/worldsense-fixture.ts";
import { someOf } from "../../support/cases.ts";
import { importerOf } from "../../support/importing.ts";
import { inFolder, omnidex } from "../cli-process.ts";
import { ADMIN_KEY, serveCli } from "../served-cli.ts";
import { readTable } from "../table-reading.ts";
import { plainAviResults } from "./plain-avi-results.ts";
import { mmworldChoices, omniVideoBenchChoices, plainScore, worldSenseChoices } from "./plain-choices.ts";
import { importInto, type PrintedSubmission, submitFiles, write } from "./submitting.ts";

const cli = serveCli();
// All questions only in the deep run. AVI-Bench always has its full size, which needs several calls of the API.
const WORLDSENSE = someOf(worldSenseFixture(), 200);
const MMWORLD = someOf(mmworldFixture(), 140);
const OMNIVIDEOBENCH = someOf(omniVideoBenchFixture(), 200);
const AVI = aviBenchFiles();
const ASKED = ["--model", "m", "--inputs", "video,audio"];

const batches: Record<string, ImportBatch> = {};
const outputsOf = (slug: string): Outputs => choiceOutputs(batches[slug]?.questions ?? []);
beforeAll(async () => {
  const files = {
    worldsense: [worldSenseJson(WORLDSENSE)],
    mmworld: [mmworldJson(MMWORLD)],
    omnivideobench: [omniVideoBenchJson(OMNIVIDEOBENCH)],
    "avi-bench": AVI,
  };
  batches.worldsense = await importerOf("worldsense")(files.worldsense);
  batches.mmworld = await importerOf("mmworld")(files.mmworld);
  batches.omnivideobench = await importerOf("omnivideobench")(files.omnivideobench);
  batches["avi-bench"] = await importAviBench(files["avi-bench"]);
  for (const [slug, list] of Object.entries(files)) await importInto(cli, slug, list);
});

/** The score of outputs by a plain script, from the benchmark's own records. */
const scoreOf = (slug: keyof typeof CHOICES, outputs: Outputs): number => plainScore(CHOICES[slug], outputs);

const CHOICES = {
  worldsense: worldSenseChoices(WORLDSENSE),
  mmworld: mmworldChoices(MMWORLD),
  omnivideobench: omniVideoBenchChoices(OMNIVIDEOBENCH),
};

/** The score of outputs that come straight through the API, without any file. */
async function scoreThroughApi(benchmark: string, outputs: Outputs): Promise<number> {
  const omnidex = new Omnidex({ url: cli.url(), apiKey: ADMIN_KEY });
  const predictions = [...outputs].map(([question, response]) => ({ question, response }));
  const run = await omnidex.submitRun({ benchmark, model: { name: "API" }, inputs: ["VIDEO"], predictions });
  return run.score?.value ?? Number.NaN;
}

type Written = (outputs: Outputs) => ImportFile | Promise<ImportFile>;
const log = (outputs: Outputs) => inspectLog(batches.worldsense?.questions ?? [], outputs);

it.each(["worldsense", "mmworld", "omnivideobench"] as const)(
  "outputs of %s get the same score as from a plain script",
  async (slug) => {
    const outputs = outputsOf(slug);
    expect(await scoreThroughApi(slug, outputs)).toBe(scoreOf(slug, outputs));
  },
);

describe("outputs of WorldSense get the same score as from a plain script", () => {
  let score: number;
  beforeAll(() => {
    score = scoreOf("worldsense", outputsOf("worldsense"));
  });

  it.each<[string, Written]>([
    ["lmms-eval", (outputs) => worldsense.worldSenseLmmsEval(WORLDSENSE, outputs)],
    ["VLMEvalKit's xlsx", (outputs) => worldsense.worldSenseVlmXlsx(WORLDSENSE, outputs)],
    ["VLMEvalKit's tsv", (outputs) => worldsense.worldSenseVlmTsv(WORLDSENSE, outputs)],
    ["VLMEvalKit's json", (outputs) => worldsense.worldSenseVlmJson(WORLDSENSE, outputs)],
    ["NDJSON", omnidexNdjson],
    ["CSV", omnidexCsv],
    ["Parquet", omnidexParquet],
    ["Inspect's json", (outputs) => inspectJson(log(outputs))],
    ["Inspect's eval", (outputs) => inspectEval(log(outputs))],
  ])("in the format %s", async (_name, file) => {
    const written = await file(outputsOf("worldsense"));
    const { run, read } = await submitFiles(cli, [written], ["--benchmark", "worldsense", ...ASKED]);
    expect(score).toBeGreaterThan(0.7);
    const count = outputsOf("worldsense").size;
    expect([run.score?.value, run.score?.n, read.predictions]).toEqual([score, count, count]);
  });
});

describe("every format gets the same score", () => {
  it.each(OMNIVIDEOBENCH_SHAPES)("for OmniVideoBench as %s", async (shape) => {
    const outputs = outputsOf("omnivideobench");
    const { run } = await submitFiles(cli, [omniVideoBenchResults(shape, OMNIVIDEOBENCH, outputs)], ASKED);
    expect(run).toMatchObject({
      benchmark: { slug: "omnivideobench" },
      counts: { total: outputs.size, missing: 0, errored: 0 },
    });
    expect(run.score?.value).toBe(scoreOf("omnivideobench", outputs));
  });

  it.each([
    ["detailed_results", mmworldDetailed],
    ["final_results_run_0", mmworldFinal],
    ["EvalAI's form", mmworldEvalAi],
    ["lmms-eval's samples", mmworldLmmsEval],
  ])("for MMWorld as %s", async (_name, fileOf) => {
    const outputs = outputsOf("mmworld");
    const { run } = await submitFiles(cli, [fileOf(MMWORLD, outputs)], ASKED);
    expect([run.score?.value, run.counts?.total]).toEqual([scoreOf("mmworld", outputs), outputs.size]);
  });

  it("for AVI-Bench's 5,864 questions, from the folder that its runner writes", async () => {
    const { answers, score, failed } = plainAviResults(AVI);
    const pictures = aviBenchResults(AVI, () => "").find(({ name }) => name.endsWith("/VSQA_I.json"));
    const shift = (JSON.parse(new TextDecoder().decode(pictures?.bytes)) as readonly unknown[]).length;
    const results = aviBenchResults(AVI, (folder, position) => {
      const place = folder === "VSQA_V" ? position + shift : position;
      return answers.get(`${folder.replace(/_[IV]$/, "")}/${place}`);
    });
    const printed = await inFolder(async (folder) => {
      await Promise.all(results.map((file) => write(folder, file)));
      return cli.json<PrintedSubmission>([...["submit", `${folder}/gemini-2.5-pro`, "--inputs", "video,image,audio"]]);
    });
    // The paper has figures of the model, so the paper's spelling of its name is used.
    expect(printed.run.model.name.toLowerCase()).toBe("gemini-2.5-pro");
    expect(printed.read).toMatchObject({ rows: 5864, predictions: 5864 - failed, missing: failed });
    expect(score).toBeGreaterThan(0.3);
    expect(printed.run.score?.value).toBe(score);
  });
});

describe("omnidex submit", () => {
  const lmmsEval = () => worldsense.worldSenseLmmsEval(WORLDSENSE, outputsOf("worldsense"));

  it("reads model, benchmark, inputs, frames and seed from the files, and prefers the options", async () => {
    const beside = [worldsense.lmmsEvalResults("Qwen/Qwen2.5-Omni-7B", ",max_frames_num=64")];
    const read = await submitFiles(cli, [lmmsEval()], [], beside);
    expect(read.run).toMatchObject({
      benchmark: { slug: "worldsense" },
      model: { name: "Qwen/Qwen2.5-Omni-7B" },
      inputs: ["VIDEO", "AUDIO"],
      frames: 64,
      seed: 7,
      visibility: "PRIVATE",
    });
    const options = ["--model", "Mine", "--inputs", "video", "--frames", "8", "--seed", "1", "--prompt", "plain"];
    const more = ["--notes", "by hand", "--visibility", "public", "--parameters", "7B", "--organization", "Us"];
    const told = await submitFiles(cli, [lmmsEval()], [...options, ...more], beside);
    expect(told.run).toMatchObject({ model: { name: "Mine" }, inputs: ["VIDEO"], frames: 8, seed: 1, prompt: "plain" });
    expect(told.run).toMatchObject({ notes: "by hand", visibility: "PUBLIC" });
  });

  it("prints the score with its interval, the strongest and weakest slices, the rank and the next steps", async () => {
    const { stdout, run } = await inFolder(async (folder) => {
      const path = await write(folder, lmmsEval());
      const finished = await cli.run(["submit", path, "--model", "shown"]);
      expect(finished).toMatchObject({ code: 0, stderr: "" });
      return { ...finished, run: /^(run_\d+) {2}shown$/m.exec(finished.stdout)?.[1] };
    });
    const count = outputsOf("worldsense").size.toLocaleString("en");
    expect(stdout).toContain(`lmms-eval, ${count} rows: ${count} predictions.\n`);
    expect(stdout).toMatch(
      new RegExp(`^score +\\d+\\.\\d % \\(95 %: \\d+\\.\\d–\\d+\\.\\d\\) of ${count} questions`, "m"),
    );
    expect(stdout).toMatch(
      /^Rank \d+ of \d+ \(\d+–\d+ with its error bars\) on the leaderboard of worldsense, among the runs that you may see\.$/m,
    );
    expect(stdout).toContain(`omnidex breakdown ${run} --by task`);
    expect(stdout).toContain(`Only you can see it. 'omnidex runs update ${run} --visibility public' publishes it.`);
    const strongest = readTable(stdout.slice(stdout.indexOf("Strongest")), "SLICE");
    const weakest = readTable(stdout.slice(stdout.indexOf("Weakest")), "SLICE");
    for (const slice of [...strongest, ...weakest]) expect(Number(slice.N)).toBeGreaterThanOrEqual(30);
    expect(Number(strongest[0]?.SCORE)).toBeGreaterThan(Number(weakest[0]?.SCORE));
  });

  it("makes the same run if the submission is repeated", async () => {
    const [one, two] = [
      await submitFiles(cli, [lmmsEval()], ["--model", "again"]),
      await submitFiles(cli, [lmmsEval()], ["--model", "again"]),
    ];
    expect(two.run.id).toBe(one.run.id);
    const board = readTable(
      await cli.print(["leaderboard", "worldsense", "--model", "again", "--no-published"]),
      "RANK",
    );
    expect(board.map(({ FROM }) => FROM)).toEqual([`${one.run.id}, private`]);
  });

  it("reads standard input and pipes, which can be read only once, and leaves no temporary file", async () => {
    const { bytes } = omnidexNdjson(outputsOf("worldsense"));
    const options = ["-b", "worldsense", "--model", "piped", "--inputs", "video+audio", "--json"];
    const environment = { OMNIDEX_URL: cli.url(), OMNIDEX_API_KEY: ADMIN_KEY };
    await inFolder(async (folder) => {
      const piped = await omnidex(["submit", "-", ...options], { ...environment, TMPDIR: folder }, Buffer.from(bytes));
      expect({ code: piped.code, stderr: piped.stderr }).toEqual({ code: 0, stderr: "" });
      const { run, read } = JSON.parse(piped.stdout) as PrintedSubmission;
      expect([run.inputs, read.predictions]).toEqual([["VIDEO", "AUDIO"], outputsOf("worldsense").size]);
      const pipe = join(folder, "pipe");
      await promisify(execFile)("mkfifo", [pipe]);
      const [fromPipe] = await Promise.all([cli.run(["submit", pipe, ...options]), writeFile(pipe, bytes)]);
      expect((JSON.parse(fromPipe.stdout) as PrintedSubmission).run.id).toBe(run.id);
      expect(await readdir(folder)).toEqual(["pipe"]);
      const wrong = await omnidex(["submit", "-", ...options], { ...environment, TMPDIR: folder }, "x");
      expect(wrong.stderr).toMatch(/^omnidex: standard input: expected a result file/);
      expect(await readdir(folder)).toEqual(["pipe"]);
    });
  });

  it("--dry-run prints the report of a submission and stores nothing", async () => {
    const outputs = new Map(outputsOf("worldsense"));
    const [first = ""] = outputs.keys();
    outputs.set(first, "I cannot tell.");
    const before = await cli.json<unknown[]>(["runs", "--model", "dry"]).catch(() => []);
    const { code, stdout } = await inFolder(async (folder) => {
      const path = await write(folder, omnidexNdjson(outputs));
      return cli.run(["submit", path, "-b", "worldsense", "--model", "dry", "--inputs", "video", "--dry-run"]);
    });
    expect(code).toBe(0);
    expect(stdout).toContain("The server: 0 errors, 1 warning. Nothing was stored.");
    expect(readTable(stdout, "PLACE")[0]).toMatchObject({ PLACE: "results.jsonl: line 1", QUESTION: first });
    expect(before).toEqual([]);
    const runs = await cli.json<{ model: { name: string } }[]>(["runs", "--limit", "100"]);
    expect(runs.map(({ model }) => model.name)).not.toContain("dry");
  });

  it("--allow-partial submits the valid rows", async () => {
    const outputs = new Map([...outputsOf("omnivideobench")].slice(0, 10));
    const options = ["-b", "omnivideobench", "--model", "part", "--inputs", "video", "--allow-partial", "--json"];
    const { code, stdout } = await inFolder(async (folder) => {
      const path = await write(folder, omnidexNdjson(new Map([...outputs, ["video_9/7", "A"]])));
      return cli.run(["submit", path, ...options]);
    });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      run: { counts: { missing: outputsOf("omnivideobench").size - 10 } },
      read: { problemCount: 1, predictions: 10 },
    });
  });
});
