import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { FenseModels } from "../../src/server/runs/captions/fense-scores.ts";
import { aviBenchFiles } from "../fixtures/avi-bench-fixture.ts";
import { importFiles } from "../support/admin-imports.ts";
import { ADMIN_KEY, createTestServer, type TestServer } from "../support/test-server.ts";
import { generateAviRun } from "./benchmarks/generated-avi-run.ts";
import { plainRecords } from "./benchmarks/plain-avi-bench.ts";
import { importHidden, keyOf } from "./hidden/hidden-benchmark.ts";

const SUBMIT = "mutation ($input: SubmitRunInput!) { submitRun(input: $input) { run { id } } }";
const REPORT = "mutation ($input: ReportScoresInput!) { reportScores(input: $input) { reported run { id } } }";
const LEVELS = `stages { stage value partial missing } overall taskAdaptive modalityAdaptive stageAdaptive domainAdaptive
  partial missing`;
const READ = `query ($id: ID!) { run(id: $id) {
  score { value n }
  taskScores { task { slug } value n valueStrict nStrict reason
    reported { metric value n valueStrict nStrict sources reporters } }
  strict: levels { ${LEVELS} reported }
  withReported: levels(reported: true) { ${LEVELS} reported }
  official: levels(reported: true, denominators: OFFICIAL) { ${LEVELS} }
  breakdown(by: [TASK]) { keys { key } taskScore { value valueStrict reported { valueStrict nStrict } } }
  others: predictions(first: 1) { nodes { question { key answerFormat } } }
  predictions(first: 1000, filter: { questions: { answerFormats: [CAPTION] } }) { nodes { question { key answerFormat } response outcome score
    externalScore { metric value source reporter } } } } }`;

interface Prediction {
  readonly question: { readonly key: string; readonly answerFormat: string };
  readonly response: string | null;
  readonly outcome: string;
  readonly score: number | null;
  readonly externalScore: object | null;
}
interface TaskFigures {
  readonly value: number | null;
  readonly n: number;
  readonly valueStrict: number | null;
  readonly nStrict: number;
}
interface ReadRun {
  readonly score: object;
  readonly taskScores: readonly (TaskFigures & {
    readonly task: { readonly slug: string };
    readonly reported: (TaskFigures & { readonly sources: readonly string[]; readonly reporters: string[] }) | null;
  })[];
  readonly strict: { readonly reported: readonly string[]; readonly overall: number | null };
  readonly withReported: { readonly reported: readonly string[]; readonly overall: number | null };
  readonly official: object;
  readonly breakdown: readonly { readonly keys: readonly { readonly key: string }[]; readonly taskScore: object }[];
  readonly others: { readonly nodes: readonly Pick<Prediction, "question">[] };
  readonly predictions: { readonly nodes: readonly Prediction[] };
}

/** A server that scores captions, and one that has no models for them. Both have the same release and the same run. */
let scoring: TestServer;
let plain: TestServer;
let owner: string;
let scored: ReadRun;
let run: string;

const captionOf = (key: string): string => {
  const place = Number(key.split("/")[1]);
  return `${WORDS[place % WORDS.length]} near a ${WORDS[(place * 3 + 1) % WORDS.length]}${place % 4 === 0 ? " and then" : ""}`;
};
const WORDS = ["dog", "quiet kitchen", "speaker", "jazz band", "river"];

/** Stand-ins for FENSE's networks: two texts are alike if they have the same letters. */
const letters: FenseModels = {
  embed: async (texts) =>
    texts.map((text) => Float32Array.from("abcdefghijklmnopqrstuvwxyz", (letter) => text.split(letter).length - 1)),
  errorProbabilities: async (texts) => texts.map((text) => (text.endsWith("then") ? 0.95 : 0.05)),
};

const files = aviBenchFiles();
const sent = generateAviRun(plainRecords(files), 7).map(({ record, row }) =>
  record.task === "AVC" && row.response !== undefined ? { ...row, response: captionOf(row.question) } : row,
);

const read = async (server: TestServer, id: string): Promise<ReadRun> =>
  (await server.data<{ run: ReadRun }>(READ, { id })).run;

const submitTo = async (server: TestServer, key: string): Promise<string> => {
  const input = {
    benchmark: "avi-bench",
    model: { name: "m" },
    inputs: ["VIDEO", "AUDIO"],
    visibility: "PUBLIC",
    idempotencyKey: "run",
    predictions: sent,
  };
  return (await server.data<{ submitRun: { run: { id: string } } }>(SUBMIT, { input }, { key })).submitRun.run.id;
};

const report = (scores: readonly object[], key: string | null, more: object = {}) =>
  plain.request<{ reportScores: { reported: number } }>(
    REPORT,
    { input: { run, metric: "FENSE", source: "fense 0.2", scores, ...more } },
    { key },
  );

const captionsOf = ({ predictions }: ReadRun): readonly Prediction[] => predictions.nodes;
const avcOf = ({ taskScores }: ReadRun) => taskScores.find(({ task }) => task.slug === "avc");

beforeAll(async () => {
  scoring = await createTestServer(letters);
  plain = await createTestServer();
  for (const server of [scoring, plain]) await importFiles(server.database, "avi-bench", files);
  owner = await keyOf(plain, "olga");
  scored = await read(scoring, await submitTo(scoring, await keyOf(scoring, "olga")));
  run = await submitTo(plain, owner);
});
afterAll(async () => {
  await scoring.close();
  await plain.close();
});

describe("scores of captions that were computed elsewhere", () => {
  it("do not count until every caption of the run has one", async () => {
    const [first] = captionsOf(scored).filter(({ response }) => response !== null);
    const { data } = await report([{ question: first?.question.key, value: 1 }], owner);
    expect(data?.reportScores.reported).toBe(1);
    const found = await read(plain, run);
    expect(avcOf(found)?.reported).toBeNull();
    expect(found.withReported).toEqual(found.strict);
    await report([{ question: first?.question.key, value: null }], owner);
    expect((await read(plain, run)).predictions.nodes.filter(({ externalScore }) => externalScore !== null)).toEqual(
      [],
    );
  });

  it("give the task's score, the stages and the levels that a server with the models computes, marked as reported", async () => {
    const before = await read(plain, run);
    const scores = captionsOf(scored)
      .filter(({ response }) => response !== null && response !== "")
      .map(({ question, score }) => ({ question: question.key, value: score }));
    expect(scores.length).toBeGreaterThan(20);
    expect(new Set(scores.map(({ value }) => value)).size).toBeGreaterThan(3);
    expect((await report(scores, owner)).data?.reportScores.reported).toBe(scores.length);

    const found = await read(plain, run);
    const { value, n, valueStrict, nStrict } = avcOf(scored) as TaskFigures;
    expect(avcOf(found)?.reported).toEqual({
      ...{ metric: "FENSE", n, nStrict, sources: ["fense 0.2"], reporters: ["OWNER"] },
      value: expect.closeTo(value ?? Number.NaN, 6),
      valueStrict: expect.closeTo(valueStrict ?? Number.NaN, 6),
    });
    expect(flat(found.withReported)).toEqual(closeTo(flat({ ...scored.strict, reported: ["avc"] })));
    expect(flat(found.official)).toEqual(closeTo(flat(scored.official)));
    expect(found.breakdown.find(({ keys }) => keys[0]?.key === "avc")).toBeUndefined();
    // What this server scores itself stays as it was.
    expect({ ...found, predictions: null, taskScores: null, withReported: null, official: null }).toEqual({
      ...before,
      ...{ predictions: null, taskScores: null, withReported: null, official: null },
    });
    expect(avcOf(found)).toMatchObject({ value: null, valueStrict: null, reason: expect.stringContaining("FENSE") });
    expect(found.strict.reported).toEqual([]);
    expect(captionsOf(found).filter(({ externalScore }) => externalScore !== null).length).toBe(scores.length);
    for (const { outcome, score } of captionsOf(found)) expect([outcome, score]).toEqual(["UNSCORED", null]);
    expect(captionsOf(found).find(({ externalScore }) => externalScore !== null)?.externalScore).toEqual({
      ...{ metric: "FENSE", source: "fense 0.2", reporter: "OWNER" },
      value: scores[0]?.value,
    });
  });

  it("say which of them a maintainer reported", async () => {
    const [first] = captionsOf(await read(plain, run)).filter(({ externalScore }) => externalScore !== null);
    await report([{ question: first?.question.key, value: 0.25 }], ADMIN_KEY, { source: "own script" });
    expect(avcOf(await read(plain, run))?.reported).toMatchObject({
      sources: ["fense 0.2", "own script"],
      reporters: ["OWNER", "MAINTAINER"],
    });
  });

  it("are ignored where the server scores captions itself", async () => {
    const [first] = captionsOf(scored).filter(({ response }) => response !== null);
    const id = await submitTo(scoring, await keyOf(scoring, "otto"));
    const { data } = await scoring.request<{ reportScores: object }>(REPORT, {
      input: { run: id, metric: "FENSE", source: "x", scores: [{ question: first?.question.key, value: 1 }] },
    });
    expect(data).not.toBeNull();
    const found = await read(scoring, id);
    expect(avcOf(found)).toMatchObject({ value: avcOf(scored)?.value, reported: null });
    expect(found.withReported).toEqual(scored.withReported);
  });

  it("are refused with the row and what to do, and then nothing is stored", async () => {
    const before = await read(plain, run);
    const captions = captionsOf(before);
    const [sentOne] = captions.filter(({ externalScore }) => externalScore !== null);
    const failed = captions.find(({ response }) => response === null);
    const [other] = before.others.nodes;
    expect(other?.question.answerFormat).not.toBe("CAPTION");
    const good = { question: sentOne?.question.key, value: 0 };
    const refusals: readonly [rows: readonly object[], message: RegExp, more?: object][] = [
      [
        [good, { question: "none", value: 0 }],
        /scores\[1\].question: expected the key of a question of the run's release, found 'none'/,
      ],
      [[good, good], /scores\[1\].question: expected each question once/],
      [
        [good, { question: other?.question.key, value: 0 }],
        /scores\[1\].question: expected a question that asks for a CAPTION/,
      ],
      [
        [good, { question: failed?.question.key, value: 0 }],
        /scores\[1\].question: expected a question to which the run has a response/,
      ],
      [[{ ...good, value: 1.01 }], /scores\[0\].value: expected a number from -1 to 1, found 1.01/],
      [[{ question: good.question }], /scores\[0\].value: expected a number from -1 to 1, or null to remove the score/],
      [[good], /'source' must say how the scores were computed/, { source: "  " }],
      [[good], /'source' must have 1 to 200 characters/, { source: "x".repeat(201) }],
    ];
    for (const [rows, message, more] of refusals) {
      const { errors } = await report(rows, owner, more);
      expect(errors?.[0]).toMatchObject({
        message: expect.stringMatching(message),
        extensions: { code: "BAD_USER_INPUT" },
      });
    }
    const stranger = await keyOf(plain, "stranger");
    expect((await report([good], stranger)).errors?.[0]?.extensions?.code).toBe("FORBIDDEN");
    expect((await report([good], null)).errors?.[0]?.extensions?.code).toBe("UNAUTHENTICATED");
    expect(await read(plain, run)).toEqual(before);
  });

  it("are hidden with the answers", async () => {
    const shown = await read(plain, run);
    expect(avcOf(shown)?.reported).not.toBeNull();
    await plain.database.query({ text: "update releases set answer_access = 'HIDDEN'", params: [] });
    const { run: hidden } = await plain.data<{ run: Pick<ReadRun, "taskScores" | "predictions" | "withReported"> }>(
      `query ($id: ID!) { run(id: $id) { taskScores { reported { value } } withReported: levels(reported: true) { overall }
        predictions(first: 1000) { nodes { externalScore { value } } } } }`,
      { id: run },
      { key: null },
    );
    expect(hidden.taskScores.map(({ reported }) => reported)).toEqual(hidden.taskScores.map(() => null));
    expect(hidden.taskScores.length).toBe(14);
    expect(hidden.withReported).toBeNull();
    expect(hidden.predictions.nodes.filter(({ externalScore }) => externalScore !== null)).toEqual([]);
    expect(avcOf(await read(plain, run))).toEqual(avcOf(shown));
  });

  it("are refused where answers are hidden from the run's owner", async () => {
    const hidden = await importHidden(plain);
    const key = await keyOf(plain, "hanna");
    const input = {
      ...{ benchmark: hidden.slug, model: { name: "h" }, inputs: ["VIDEO"], idempotencyKey: "h" },
      predictions: hidden.keys.map((question) => ({ question, response: "A" })),
    };
    const { submitRun } = await plain.data<{ submitRun: { run: { id: string } } }>(SUBMIT, { input }, { key });
    const { errors } = await report([], key, { run: submitRun.run.id });
    expect(errors?.[0]?.extensions?.code).toBe("CONFLICT");
  });
});

/** The numbers of levels as one list, and everything else. */
const flat = (levels: object): readonly unknown[] => {
  const values: unknown[] = [];
  JSON.stringify(levels, (_key, value: unknown) => {
    if (typeof value !== "object" || value === null) values.push(value);
    return value;
  });
  return values;
};
const closeTo = (values: readonly unknown[]): readonly unknown[] =>
  values.map((value) => (typeof value === "number" ? expect.closeTo(value, 6) : value));
