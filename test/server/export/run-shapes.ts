import type { ImportFile } from "../../../src/formats/files/importer.ts";
import { aviBenchFiles } from "../../fixtures/avi-bench-fixture.ts";
import { jsonFile } from "../../fixtures/file-writing.ts";
import { mmworldFixture, mmworldJson } from "../../fixtures/mmworld-fixture.ts";
import { omnidexFixture, omnidexJson } from "../../fixtures/omnidex-fixture.ts";
import { omniVideoBenchFixture, omniVideoBenchJson } from "../../fixtures/omnivideobench-fixture.ts";
import { worldSenseFixture, worldSenseJson } from "../../fixtures/worldsense-fixture.ts";
import { importFiles } from "../../support/admin-imports.ts";
import { someOf } from "../../support/cases.ts";
import { findSharedDataset } from "../../support/shared-datasets.ts";
import type { TestServer } from "../../support/test-server.ts";
import { type ComparedRun, goldenResponses, questionsOf, submitTo } from "./exported-runs.ts";

/** Responses that a format could lose or change. */
const NASTY: readonly (string | null)[] = [
  ...["", " ", " \t ", "\n", "\r\n", "\r", "A\n", "B\r\nC", "\ufeffA", "A ", " B"],
  ...['"', '""', '"A"', "'", "a,b", "a;b", 'say "B",\r\nplease', "tab\there", "\\n", "\\", "\\u0041"],
  ...["=1+1", "+B", "-C", "@SUM(A1)", '=HYPERLINK("http://127.0.0.1","A")', "'=A", "%s $x {{x}}"],
  ...["NaN", "nan", "null", "None", "true", "FALSE", "undefined", "0", "1.0", "1e5", "007", "3", "2024-01-01", "N/A"],
  ...["\u0001\u0002\u0007\b\f\v\u001b[31mA\u001b[0m\u007f", "\u0085\u2028\u2029 B", "\u200b\u202eA\u202c"],
  ...["\ud800", "half \udc00 B", "👩‍👩‍👧 𝒳 é é 音 C", "𐀀\u{10ffff}", "[A]", '["A"]', '{"answer": "B"}', "[]"],
  ...["attachment://0", "Error: A", "CUDA out of memory", "Failed to obtain answer via API.", "<think>C?</think> D"],
  ...["Video file not found.", "I cannot tell.", "A, B", "The answer is (B).", "ANSWER: C", "**D**", null],
];

const LONG = [`${"very ".repeat(40_000)}long. The answer is B.`, `A${" ".repeat(32_767)}`, `=${"音".repeat(40_000)}`];

const FAILURES: readonly object[] = [
  { error: "timed out" },
  { error: 'line 1\r\n"line 2", and\tmore' },
  { error: "none" },
  { error: "N/A", response: "A" },
  { error: "", response: "B" },
  { error: "=1+1", response: null },
  { error: "[]" },
  { error: " padded " },
  { error: "half \udc00" },
];

export interface Shape {
  readonly benchmark: string;
  readonly files: readonly ImportFile[];
  /** Fields of the run, besides its predictions. */
  readonly run?: object;
  /** Whether the rows answer the confirming questions. Some of these answers are empty or null. */
  readonly confirmed?: boolean;
}

const ownBenchmark = (): ImportFile => {
  const base = omnidexFixture();
  const tricky = [
    ["B", "A", "D", "C"],
    ["the same", "the same", "another", "the same"],
    ["B. a violin", "A. a drum", "C sharp", "(D) flat"],
    ["x\ny", "  ", "1", "true"],
  ];
  const questions = tricky.flatMap((options, at) =>
    Array.from({ length: 30 }, (_, copy) => ({
      ...{
        key: `tricky/${at}/${copy}`,
        text: `Which\nof them, "${at}" or\u2028é 𝒳\u007f${copy}?`,
        options,
        video: "v1",
      },
      ...{ answer: "ABCD"[copy % 4], task: "Listening" },
    })),
  );
  return omnidexJson({
    ...base,
    questions: [...base.questions, ...questions.filter(({ options }) => !options.includes("  "))],
  });
};

/** Some videos of the real file if it is available, and otherwise of a synthetic one. */
function omniVideoBench(): ImportFile {
  const real = findSharedDataset("omnivideobench/data.json");
  const videos = real === null ? omniVideoBenchFixture() : JSON.parse(new TextDecoder().decode(real.bytes));
  return omniVideoBenchJson(someOf<(typeof videos)[number]>(videos, 150));
}

/** The first records of each of AVI-Bench's fifteen files. */
const someAviBench = (): readonly ImportFile[] =>
  aviBenchFiles().map(({ name, bytes }) => jsonFile(name, JSON.parse(new TextDecoder().decode(bytes)).slice(0, 30)));

export const SHAPES: Readonly<Record<string, Shape>> = {
  worldsense: { benchmark: "worldsense", files: [worldSenseJson(someOf(worldSenseFixture(), 120))] },
  mmworld: { benchmark: "mmworld", files: [mmworldJson(mmworldFixture().slice(0, 60))] },
  "mmworld, asked without options": { benchmark: "mmworld", files: [], run: { openEnded: true } },
  omnivideobench: { benchmark: "omnivideobench", files: [omniVideoBench()] },
  "avi-bench, confirmed": { benchmark: "avi-bench", files: someAviBench(), confirmed: true },
  "avi-bench, asked once": { benchmark: "avi-bench", files: [] },
  demo: { benchmark: "omnidex-demo", files: [] },
  "a benchmark of one's own": { benchmark: "my-bench", files: [ownBenchmark()] },
};

const SETTINGS = {
  model: {
    name: "Müller's 𝒳/model, v2",
    parameters: "7B",
    organization: "acme: labs",
    url: "https://example.org/m?a=1&b=2",
  },
  inputs: ["VIDEO", "AUDIO", "SUBTITLES"],
  frames: 32,
  seed: 7,
  prompt: "plain, twice",
  protocol: {
    fps: 0.5,
    resolution: "448 × 448",
    temperature: 0,
    maxTokens: 1024,
    harness: "lmms-eval, ours",
    harnessVersion: "0.5.0",
  },
  notes: 'Made up.\r\n"Twice", =1+1\u2028',
};

/** Predictions for most questions: right answers, difficult texts and failures. The other questions have none. */
async function predictionsFor(server: TestServer, { benchmark, confirmed }: Shape): Promise<readonly object[]> {
  const responses = [...NASTY, ...goldenResponses().filter((_, at) => at % 4 === 0)];
  return (await questionsOf(server, benchmark)).flatMap(({ key, ordinal, answer }) => {
    const confirmation = confirmed === true ? { confirmation: ["yes", "no", "", " ", "=yes", null][ordinal % 6] } : {};
    const row = { question: key, ...confirmation };
    const turn = Math.floor(ordinal / 4);
    if (ordinal % 4 === 0)
      return [{ ...row, response: answer?.label ?? answer?.text ?? JSON.stringify(answer?.value) }];
    if (ordinal % 29 === 1) return [];
    if (ordinal % 4 === 1) return [{ ...row, ...FAILURES[turn % FAILURES.length] }];
    if (ordinal === 6 || ordinal === 10 || ordinal === 14) return [{ ...row, response: LONG[(ordinal - 6) / 4] }];
    return [{ ...row, response: responses[(turn * 2 + (ordinal % 2)) % responses.length] }];
  });
}

/** The options of the command for settings that plain rows do not state. */
export const optionsFor = ({ run }: Shape): object => {
  const { model, ...rest } = SETTINGS;
  const { name, url, ...about } = model;
  return { ...rest, ...about, ...run, model: name, modelUrl: url };
};

/** Imports the benchmarks of the runs into servers that have only the demo. */
export async function importShapes(servers: readonly TestServer[]): Promise<void> {
  for (const { benchmark, files } of Object.values(SHAPES))
    for (const server of files.length > 0 ? servers : []) await importFiles(server.database, benchmark, files);
}

/** Submits the run of a shape. */
export const submitShape = async (server: TestServer, shape: Shape, over: object = {}): Promise<ComparedRun> => {
  const predictions = await predictionsFor(server, shape);
  return submitTo(server, { benchmark: shape.benchmark, ...SETTINGS, ...shape.run, predictions, ...over });
};
