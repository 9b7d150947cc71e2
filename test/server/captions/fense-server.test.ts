import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { appServices } from "../../../src/server/app-services.ts";
import { readConfig } from "../../../src/server/config/config.ts";
import { ConfigError } from "../../../src/server/config/settings.ts";
import { runServices } from "../../../src/server/runs/submission/run-services.ts";
import {
  appendPredictions,
  createRun,
  finalizeRun,
  submitRun,
} from "../../../src/server/runs/submission/submission-pipeline.ts";
import { jsonFile } from "../../fixtures/file-writing.ts";
import { importFiles } from "../../support/admin-imports.ts";
import { ADMIN_KEY, createTestServer, type TestServer } from "../../support/test-server.ts";
import { fakeModels } from "./fake-models.ts";

const caption = (key: string, ...answer: string[]) => ({
  key,
  task: "Describe",
  level: "UNDERSTANDING",
  text: `Describe ${key}.`,
  answerFormat: "CAPTION",
  answer,
});
const FILE = jsonFile("captions.json", {
  benchmark: { slug: "captions", title: "Captions" },
  videos: [],
  questions: [
    caption("same", "a dog"),
    caption("half", "a dog", "b cat"),
    caption("faulty", "a dog"),
    caption("empty", "a dog"),
    caption("missing", "a dog"),
    { key: "plain", task: "Count", level: "PERCEPTION", text: "How many?", answer: 3 },
  ],
});
// The fake models call two texts similar if both begin with "a" or both begin with "b".
const PREDICTIONS = [
  { question: "same", response: "<answer>a hound</answer>" },
  { question: "half", response: "a hound" },
  { question: "faulty", response: "a hound and then" },
  { question: "empty", response: " " },
  { question: "plain", response: "3" },
];
const JUDGED = [
  ["same", "CORRECT", 1],
  ["half", "PARTIAL", 0.5],
  ["faulty", "PARTIAL", expect.closeTo(0.1, 6)],
  ["empty", "UNPARSED", 0],
  ["plain", "CORRECT", 1],
];
const SCORE = { n: 6, value: expect.closeTo(2.6 / 6, 6), missing: 1, unparsed: 1 };
const INPUT = { benchmark: "captions", model: { name: "m" }, inputs: ["AUDIO" as const] };

interface ReadRun {
  readonly score: object;
  readonly counts: { readonly unscored: number };
  readonly scoringNotes: readonly string[];
  readonly audit: { readonly score: object };
  readonly predictions: {
    readonly nodes: readonly { question: { key: string }; outcome: string; score: number | null }[];
  };
}
const READ = `query ($id: ID!) { run(id: $id) { score { n value missing unparsed } counts { unscored } scoringNotes
  audit(extractor: "avi-bench") { score { n } } predictions { nodes { question { key } outcome score } } } }`;

describe("a server with FENSE's models", () => {
  const viewer = { owner: "admin", admin: true };
  let server: TestServer;
  const read = async (id: string): Promise<ReadRun> => (await server.data<{ run: ReadRun }>(READ, { id })).run;
  const judged = ({ predictions }: ReadRun) =>
    predictions.nodes.map(({ question, outcome, score }) => [question.key, outcome, score]);

  beforeAll(async () => {
    server = await createTestServer(fakeModels().models);
    await importFiles(server.database, "captions", [FILE]);
  });
  afterAll(() => server.close());

  it("scores captions, and counts a missing caption as wrong", async () => {
    const { run } = await submitRun(server.services.runs, viewer, {
      ...INPUT,
      idempotencyKey: "whole",
      predictions: PREDICTIONS,
    });
    const found = await read(`run_${run}`);
    expect(judged(found)).toEqual(JUDGED);
    expect(found).toMatchObject({ score: SCORE, counts: { unscored: 0 }, scoringNotes: [] });
    // Another extractor reads different captions, which are prepared, too.
    expect(found.audit.score).toEqual({ n: 6 });
  });

  it("scores captions in batches", async () => {
    const { runs } = server.services;
    const { run } = await createRun(runs, viewer, { ...INPUT, idempotencyKey: "pieces" });
    for (const row of PREDICTIONS) await appendPredictions(runs, viewer, run, [row]);
    await finalizeRun(runs, viewer, run);
    expect(judged(await read(`run_${run}`))).toEqual(JUDGED);
  });

  it("scores a run that was started before the models were configured", async () => {
    const before = runServices(server.database);
    const { run } = await createRun(before, viewer, { ...INPUT, idempotencyKey: "began-before" });
    const { report } = await appendPredictions(before, viewer, run, PREDICTIONS.slice(0, 2));
    expect(report.issues.map(({ code }) => code)).toEqual(["UNSCORED_FORMAT", "UNSCORED_FORMAT"]);
    await appendPredictions(server.services.runs, viewer, run, PREDICTIONS.slice(2));
    await finalizeRun(server.services.runs, viewer, run);
    const found = await read(`run_${run}`);
    expect(judged(found)).toEqual(JUDGED);
    expect(found.score).toMatchObject(SCORE);
  });

  it("keeps the scoring of an older run until a rescore is requested", async () => {
    const { run } = await submitRun(runServices(server.database), viewer, {
      ...INPUT,
      idempotencyKey: "scored-before",
      predictions: PREDICTIONS,
    });
    const id = `run_${run}`;
    expect(await read(id)).toMatchObject({ score: { n: 1, value: 1 }, counts: { unscored: 5 } });
    const rescore = (): Promise<{ rescoreRun: { rescored: boolean } }> =>
      server.data("mutation ($id: ID!) { rescoreRun(input: { run: $id }) { rescored } }", { id });
    expect((await rescore()).rescoreRun.rescored).toBe(true);
    const found = await read(id);
    expect(judged(found)).toEqual(JUDGED);
    expect(found).toMatchObject({ score: SCORE, counts: { unscored: 0 }, scoringNotes: [] });
    expect((await rescore()).rescoreRun.rescored).toBe(false);
  });

  it("does not start without the models", async () => {
    const config = readConfig({ OMNIDEX_ADMIN_KEY: ADMIN_KEY, OMNIDEX_FENSE_MODELS: "/nowhere" });
    const broken = async () => {
      throw new Error("no config.json\nat …");
    };
    const starting = appServices(config, server.database, () => {}, broken);
    await expect(starting).rejects.toThrow(new ConfigError("OMNIDEX_FENSE_MODELS cannot be used: no config.json"));
  });
});

describe("OMNIDEX_FENSE_MODELS", () => {
  const fense = (value?: string) => readConfig(value === undefined ? {} : { OMNIDEX_FENSE_MODELS: value }).fense;

  it("names a folder with both models, or two folders", () => {
    expect(fense()).toBeNull();
    expect(fense(" ")).toBeNull();
    expect(fense("/models")).toEqual({ sentence: "/models/sentence", fluency: "/models/fluency" });
    expect(fense("Xenova/paraphrase-MiniLM-L6-v2, /models/echecker")).toEqual({
      sentence: "Xenova/paraphrase-MiniLM-L6-v2",
      fluency: "/models/echecker",
    });
    expect(fense("./a,./b")?.sentence).toBe(`${process.cwd()}/a`);
  });

  it.each(["a,", ",b", "a,b,c", ","])("refuses %j", (value) => expect(() => fense(value)).toThrow(ConfigError));
});
