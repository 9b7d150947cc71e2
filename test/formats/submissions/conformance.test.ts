import { beforeAll, describe, expect, it } from "vitest";
import type { ImportBatch } from "../../../src/domain/import-batch.ts";
import type { ImportFile } from "../../../src/formats/files/importer.ts";
import { mmworldFixture, mmworldJson } from "../../fixtures/mmworld-fixture.ts";
import { omniVideoBenchFixture, omniVideoBenchJson } from "../../fixtures/omnivideobench-fixture.ts";
import { inspectEval, inspectJson, inspectLog } from "../../fixtures/results/inspect-results.ts";
import { mmworldDetailed, mmworldFinal, mmworldLmmsEval } from "../../fixtures/results/mmworld-results.ts";
import { choiceOutputs, type Outputs, releaseOf } from "../../fixtures/results/model-outputs.ts";
import * as own from "../../fixtures/results/omnidex-results.ts";
import { OMNIVIDEOBENCH_SHAPES, omniVideoBenchResults } from "../../fixtures/results/omnivideobench-results.ts";
import * as worldsense from "../../fixtures/results/worldsense-results.ts";
import { worldSenseFixture, worldSenseJson } from "../../fixtures/worldsense-fixture.ts";
import { someOf } from "../../support/cases.ts";
import { importerOf } from "../../support/importing.ts";
import { join } from "./joined.ts";

const WORLDSENSE = someOf(worldSenseFixture(), 150);
const MMWORLD = someOf(mmworldFixture(), 60);
const OMNIVIDEOBENCH = someOf(omniVideoBenchFixture(), 150);

type Benchmark = "worldsense" | "mmworld" | "omnivideobench";
const batches = new Map<Benchmark, ImportBatch>();
beforeAll(async () => {
  batches.set("worldsense", await importerOf("worldsense")([worldSenseJson(WORLDSENSE)]));
  batches.set("mmworld", await importerOf("mmworld")([mmworldJson(MMWORLD)]));
  batches.set("omnivideobench", await importerOf("omnivideobench")([omniVideoBenchJson(OMNIVIDEOBENCH)]));
});

const batchOf = (benchmark: Benchmark): ImportBatch => batches.get(benchmark) as ImportBatch;

interface Case {
  readonly name: string;
  readonly benchmark: Benchmark;
  readonly format: string;
  readonly file: (outputs: Outputs) => ImportFile | Promise<ImportFile>;
  /** Whether the format distinguishes a failure from a missing response. */
  readonly failures?: true;
}

const log = (outputs: Outputs) => inspectLog(batchOf("worldsense").questions, outputs);
const CASES: readonly Case[] = [
  { name: "NDJSON", benchmark: "worldsense", format: "omnidex", file: own.omnidexNdjson },
  { name: "JSON", benchmark: "omnivideobench", format: "omnidex", file: own.omnidexJson },
  { name: "CSV", benchmark: "mmworld", format: "omnidex", file: own.omnidexCsv },
  { name: "Parquet", benchmark: "worldsense", format: "omnidex", file: own.omnidexParquet },
  { name: "an object", benchmark: "mmworld", format: "omnidex", file: (outputs) => own.omnidexObject(outputs, {}) },
  {
    name: "samples",
    benchmark: "worldsense",
    format: "lmms-eval",
    file: (o) => worldsense.worldSenseLmmsEval(WORLDSENSE, o),
  },
  { name: "samples", benchmark: "mmworld", format: "lmms-eval", file: (o) => mmworldLmmsEval(MMWORLD, o) },
  {
    name: "TSV",
    benchmark: "worldsense",
    format: "vlmevalkit",
    file: (o) => worldsense.worldSenseVlmTsv(WORLDSENSE, o),
  },
  {
    name: "JSON",
    benchmark: "worldsense",
    format: "vlmevalkit",
    file: (o) => worldsense.worldSenseVlmJson(WORLDSENSE, o),
  },
  {
    name: "xlsx",
    benchmark: "worldsense",
    format: "vlmevalkit",
    file: (o) => worldsense.worldSenseVlmXlsx(WORLDSENSE, o),
  },
  { name: "detailed results", benchmark: "mmworld", format: "mmworld", file: (o) => mmworldDetailed(MMWORLD, o) },
  { name: "final results", benchmark: "mmworld", format: "mmworld", file: (o) => mmworldFinal(MMWORLD, o) },
  {
    name: "final results in a line",
    benchmark: "mmworld",
    format: "mmworld",
    file: (o) => mmworldFinal(MMWORLD, o, 0),
  },
  { name: "a JSON log", benchmark: "worldsense", format: "inspect", file: (o) => inspectJson(log(o)), failures: true },
  {
    name: "an .eval log",
    benchmark: "worldsense",
    format: "inspect",
    file: (o) => inspectEval(log(o)),
    failures: true,
  },
  ...OMNIVIDEOBENCH_SHAPES.map((shape) => ({
    name: `the shape of ${shape}`,
    benchmark: "omnivideobench" as const,
    format: "omnivideobench",
    file: (outputs: Outputs) => omniVideoBenchResults(shape, OMNIVIDEOBENCH, outputs),
    failures: true as const,
  })),
];

describe.each(CASES)("$format, $name, of $benchmark", ({ benchmark, format, file, failures }) => {
  it("is recognised, and every output reaches its question, with visible and with hidden answers", async () => {
    const batch = batchOf(benchmark);
    const outputs = choiceOutputs(batch.questions);
    const written = await file(outputs);
    for (const answers of [true, false]) {
      const { submission, report, responses } = await join([written], releaseOf(batch, answers));
      expect(submission.format).toBe(format);
      expect(report).toMatchObject({ problemCount: 0, problems: [], notes: [], errors: 0, missing: 0 });
      expect(responses.size).toBe(batch.questions.length);
      expect(responses).toEqual(outputs);
    }
  });

  it("distinguishes unanswered questions from wrong answers", async () => {
    const batch = batchOf(benchmark);
    const all = choiceOutputs(batch.questions);
    const outputs = new Map([...all].filter((_, index) => index % 50 !== 3));
    const lost = all.size - outputs.size;
    const { report, predictions } = await join([await file(outputs)], releaseOf(batch));
    expect(report.problems).toEqual([]);
    expect(predictions.filter(({ response }) => response !== null)).toHaveLength(outputs.size);
    expect(report.errors).toBe(failures === undefined ? 0 : lost);
    expect(report.missing).toBe(failures !== undefined || format === "omnidex" ? 0 : lost);
  });
});

it("MMWorld's detailed results of one discipline get a note; the final results of all disciplines do not", async () => {
  const batch = batchOf("mmworld");
  const outputs = choiceOutputs(batch.questions);
  const [{ discipline } = { discipline: "" }] = MMWORLD;
  const one = MMWORLD.filter((video) => video.discipline === discipline);
  const { report } = await join([mmworldDetailed(one, outputs)], releaseOf(batch));
  expect(report.notes).toEqual([
    `All rows are of "${discipline}". MMWorld's script writes its detailed results anew for each discipline; <model>_final_results_run_<n>.json holds all of them.`,
  ]);
  expect((await join([mmworldFinal(MMWORLD, outputs)], releaseOf(batch))).report.notes).toEqual([]);
});
