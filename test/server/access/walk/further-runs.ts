import { expect } from "vitest";
import { jsonFile } from "../../../fixtures/file-writing.ts";
import { importFiles } from "../../../support/admin-imports.ts";
import type { TestServer } from "../../../support/test-server.ts";
import { type HiddenBenchmark, importHidden, LABELS, liftQuota, seeded } from "../../hidden/hidden-benchmark.ts";
import { addMaintainer, type World } from "./world.ts";

/**
 * Runs for fields that are null for the objects of `World`: figures of many runs, subsets, and tasks of
 * AVI-Bench.
 */
export interface FurtherRuns {
  /** A stored subset of the benchmark with many runs, and a run over exactly its questions. */
  readonly subset: { readonly id: string; readonly run: string };
  /** A run over AVI-Bench, whose release hides its answers. */
  readonly aviBench: string;
}

export const AVI_BENCH = "avi-bench";
/** A benchmark that hides its answers, with enough runs for every figure. */
export const CROWDED = "crowded";

export async function addFurtherRuns({ server, keys }: World): Promise<FurtherRuns> {
  const benchmark = await importHidden(server, { slug: CROWDED, count: 100 });
  await prepare(server, CROWDED);
  await submitCrowd(server, benchmark);
  return { subset: await storeSubset(server, keys.owner), aviBench: await submitAviBench(server, keys.owner) };
}

async function prepare(server: TestServer, benchmark: string): Promise<void> {
  await liftQuota(server, benchmark);
  await addMaintainer(server, benchmark, "mia");
}

const RUNS = 12;
const FAMILIES = ["Alder", "Birch", "Cedar", "Elm"];
/** The question that all runs of the crowd answer with the same wrong option. */
const SUSPECTED = 40;

/** Runs of several families. Between half and nearly all answers of each run are right. */
async function submitCrowd(server: TestServer, { keys, labels }: HiddenBenchmark): Promise<void> {
  const random = seeded(11);
  for (let run = 0; run < RUNS; run++) {
    const ability = 0.55 + (0.4 * run) / RUNS;
    const predictions = keys.map((question, index) => {
      const right = LABELS.indexOf(labels[index] as (typeof LABELS)[number]);
      const wrong = index === SUSPECTED ? 1 : 1 + Math.floor(random() * 3);
      const isRight = random() < ability && index !== SUSPECTED;
      return { question, response: LABELS[(right + (isRight ? 0 : wrong)) % 4] };
    });
    const model = { name: `${FAMILIES[run % FAMILIES.length]} Net ${run}` };
    await server.submit({ benchmark: CROWDED, visibility: "PUBLIC", model, inputs: ["VIDEO", "AUDIO"], predictions });
  }
}

async function storeSubset(server: TestServer, key: string | null): Promise<FurtherRuns["subset"]> {
  const { subset } = (
    await server.data<{ storeSubset: { subset: { id: string; keys: string[] } } }>(
      "mutation ($input: StoreSubsetInput!) { storeSubset(input: $input) { subset { id keys } } }",
      { input: { benchmark: CROWDED, size: 10 } },
    )
  ).storeSubset;
  const predictions = subset.keys.map((question) => ({ question, response: "A" }));
  const model = { name: "Open Net" };
  const run = { benchmark: CROWDED, visibility: "PUBLIC", inputs: ["VIDEO"], model, predictions };
  return { id: subset.id, run: (await server.submit(run, { key })).id };
}

const record = (task: string, index: number, answer: unknown, more: object = {}) => ({
  id: `${index}`,
  task,
  subtask: null,
  input: {
    question: { prompt: "prompt", text: `What is in clip ${index}?`, options: null },
    video: `./input/videos/${task}-${index}.mp4`,
    ...more,
  },
  output: { question_answer: answer },
});

const CHECKED = { text: "What plays?", options: ["a violin", "a drum"], prompt: "prompt" };

/** Enough counts for a score although answers are hidden, captions, and a question that is asked twice. */
const aviBenchFiles = () => [
  jsonFile("levels/perception/AMIC/data.json", [
    record("AMIC", 0, { dog: 3, cat: 4 }),
    ...Array.from({ length: 20 }, (_, index) => record("AMIC", index + 1, { tuba: 1 })),
  ]),
  jsonFile("levels/understanding/AVC/data.json", [record("AVC", 0, ["a dog"]), record("AVC", 1, ["a cat"])]),
  jsonFile(
    "levels/primitive_sensation/ASQA/data.json",
    ["a violin", "a drum"].map((answer, index) => {
      const one = record("ASQA", index, answer, { pre_question: "Can you hear any sound?", question: CHECKED });
      return { ...one, output: { ...one.output, pre_answer: "yes" } };
    }),
  ),
];

async function submitAviBench(server: TestServer, key: string | null): Promise<string> {
  await importFiles(server.database, AVI_BENCH, aviBenchFiles(), { answers: "HIDDEN" });
  await prepare(server, AVI_BENCH);
  const predictions = [
    { question: "AMIC/0", response: '{"dog": 3}' },
    { question: "AVC/0", response: "a hound" },
    { question: "ASQA/0", response: "A", confirmation: "no" },
  ];
  const model = { name: "Open Net" };
  const run = await server.submit(
    { benchmark: AVI_BENCH, visibility: "PUBLIC", inputs: ["VIDEO", "AUDIO"], model, predictions },
    { key },
  );
  expect(run.id).toMatch(/^run_/);
  const scores = [{ question: "AVC/0", value: 0.5 }];
  await server.data("mutation ($input: ReportScoresInput!) { reportScores(input: $input) { reported } }", {
    input: { run: run.id, metric: "FENSE", source: "fense 0.2", scores },
  });
  return run.id;
}
