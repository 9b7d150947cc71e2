import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestServer, type TestServer } from "../../support/test-server.ts";
import { answering, type HiddenBenchmark, importHidden, keyOf, LABELS, liftQuota } from "./hidden-benchmark.ts";

const COUNT = 200;
const SUBMIT = `mutation ($input: SubmitRunInput!) { submitRun(input: $input) {
  run { id score { value standardError n } } report { ok warningCount issues { code message } remarks { suspicious } } } }`;

let server: TestServer;
let hidden: HiddenBenchmark;
let attacker: string;
let maintainer: string;

beforeAll(async () => {
  server = await createTestServer();
  hidden = await importHidden(server, { count: COUNT });
  await liftQuota(server, hidden.slug);
  await server.data(`mutation { addMaintainer(input: { benchmark: "secrets", owner: "host" }) { benchmark } }`);
  [attacker, maintainer] = [await keyOf(server, "attacker"), await keyOf(server, "host")];
});
afterAll(() => server.close());

const wrong = (label: string): string => LABELS.find((one) => one !== label) ?? "A";
const inputOf = (predictions: readonly object[], fields: object = {}) => ({
  benchmark: hidden.slug,
  model: { name: "prober" },
  inputs: ["VIDEO"],
  predictions,
  idempotencyKey: randomUUID(),
  ...fields,
});
const submit = async (predictions: readonly object[], fields: object = {}, key = attacker) => {
  const { data, statements } = await server.request<{ submitRun: { run: { id: string }; report: object } }>(
    SUBMIT,
    { input: inputOf(predictions, fields) },
    { key },
  );
  return { run: data.submitRun.run.id, report: data.submitRun.report, statements };
};

describe("the statements that a request executes", () => {
  const READ = `query ($id: ID!) { run(id: $id) { score { value } breakdown(by: [TASK]) { score { value } }
    predictions(first: 100) { nodes { outcome extraction { answer rule } } } remarks(examples: 3) { suspicious } } }`;

  it("are the same for right and wrong answers, both when they are submitted and when they are read", async () => {
    // Each run has a different owner, so that neither shows the other's score.
    const [one, two] = [await keyOf(server, "all right"), await keyOf(server, "all wrong")];
    const warm = await keyOf(server, "warm");
    await submit(answering(hidden.keys, hidden.labels), {}, warm);
    const right = await submit(answering(hidden.keys, hidden.labels), {}, one);
    const bad = await submit(answering(hidden.keys, hidden.labels.map(wrong)), {}, two);
    expect(bad.statements).toEqual(right.statements);
    expect(right.statements.length).toBeGreaterThan(3);
    expect(bad.report).toEqual(right.report);
    const read = async (id: string, key: string) => (await server.request(READ, { id }, { key })).statements;
    await read(right.run, one);
    await read(bad.run, two);
    expect(await read(bad.run, two)).toEqual(await read(right.run, one));
    // The leaderboard's statements do not depend on the answers either.
    const board = `{ leaderboard(benchmark: "secrets") { nodes { rank } } }`;
    const boardOf = async (key: string) => (await server.request(board, {}, { key })).statements;
    await boardOf(warm);
    expect(await boardOf(two)).toEqual(await boardOf(one));
  });
});

describe("text search", () => {
  it("ignores the words of reasoning steps and of the right option", async () => {
    const found = async (text: string, key: string) =>
      (
        await server.data<{ questions: { totalCount: number } }>(
          `query ($text: String!) { questions(filter: { benchmarks: ["secrets"], text: $text }) { totalCount } }`,
          { text },
          { key },
        )
      ).questions.totalCount;
    for (const key of [attacker, maintainer]) {
      expect(await found("number", key)).toBe(COUNT);
      for (const text of ["answer", '"the answer is A"', "so it follows"]) expect(await found(text, key)).toBe(0);
    }
  });
});

describe("a correction of the answer key", () => {
  /** Everything that a submitter sees of a run, except for its id, name and responses. */
  const VIEW = `query ($id: ID!) { run(id: $id) { status rejudging ambiguousShare partial counts { correct }
    score { value standardError } scoring { revision keyRevision extractor judge }
    scorings { revision keyRevision reason changeCount score { value } changes(first: 5) { from } }
    predictions(first: 5) { nodes { outcome score extraction { rule ambiguous } } } } }`;
  const view = async (id: string) => JSON.stringify((await server.request(VIEW, { id }, { key: attacker })).data);

  it("does not reveal which question it is about, even to runs that answer one question each", async () => {
    const [first, second] = [hidden.keys[8] ?? "", hidden.keys[9] ?? ""];
    const only = async (question: string) => (await submit([{ question, response: "A" }])).run;
    const [concerned, other] = [await only(first), await only(second)];
    expect(await view(concerned)).toBe(await view(other));
    const { errors } = await server.request(
      `mutation ($input: CorrectAnswersInput!) { correctAnswers(input: $input) { rescored } }`,
      {
        input: {
          benchmark: hidden.slug,
          reason: `${first} was wrong`,
          author: "host",
          corrections: [{ question: first, answer: wrong(hidden.labels[8] ?? "") }],
        },
      },
      { key: maintainer },
    );
    expect(errors).toBeUndefined();
    const after = await view(concerned);
    expect(after).toContain('"keyRevision":2');
    expect(after).not.toContain(first);
    expect(after).toBe(await view(other));
    const { benchmark } = await server.data<{ benchmark: { release: { keyRevisions: object[] } } }>(
      `{ benchmark(slug: "secrets") { release { keyRevisions { revision reason corrections { question { key } } } } } }`,
      {},
      { key: attacker },
    );
    expect(benchmark.release.keyRevisions).toEqual([
      expect.objectContaining({ revision: 1, corrections: [] }),
      { revision: 2, reason: "Hidden with the answers.", corrections: [] },
    ]);
  });
});

describe("caches", () => {
  it("never serve a maintainer's response to another reader, whoever asks first", async () => {
    const DOCUMENT = `{ questions(filter: { benchmarks: ["secrets"] }, first: 50) { nodes { key
      answer { __typename } reasoningSteps { evidence } results { right } } } }`;
    for (const keys of [
      [maintainer, attacker, null],
      [null, attacker, maintainer],
    ]) {
      for (const key of keys) {
        const text = JSON.stringify((await server.request(DOCUMENT, {}, { key })).data);
        const isShown = text.includes("the answer is");
        expect(isShown).toBe(key === maintainer);
        if (key !== maintainer) expect(text).not.toMatch(/"(answer|results)":\{/);
      }
    }
  });
});

describe("diagnostics of modalities", () => {
  it("are refused to a submitter, because they compare runs with different inputs question by question", async () => {
    const labels = Array(COUNT).fill("A");
    const [video, both] = [
      await submit(answering(hidden.keys, labels)),
      await submit(answering(hidden.keys, hidden.labels), { inputs: ["VIDEO", "AUDIO"] }),
    ];
    const DOCUMENT = `query ($runs: [ID!]!) { modalityDiagnostics(runs: $runs) { contrasts { gained { totalCount } } } }`;
    const ask = (key: string) => server.request(DOCUMENT, { runs: [video.run, both.run] }, { key });
    const { data, errors } = await ask(attacker);
    expect(errors?.[0]?.extensions.code).toBe("FORBIDDEN");
    expect(JSON.stringify(data)).not.toContain("totalCount");
  });
});

describe("on a visible benchmark", () => {
  it("scores are exact for any slice and any number of runs", async () => {
    const open = await importHidden(server, { slug: "open-book", count: COUNT, access: "visible" });
    const key = await keyOf(server, "anyone");
    const QUERY = `query ($id: ID!, $one: QuestionFilter) { run(id: $id) {
      score { value correct coarse n } one: score(filter: $one) { value n coarse } counts { correct wrong } } }`;
    for (const right of [103, 102, 104]) {
      const labels = open.labels.map((label, index) => (index < right ? label : wrong(label)));
      const { id } = await server.submit<{ id: string }>(
        { benchmark: open.slug, predictions: answering(open.keys, labels) },
        { key },
      );
      const { run } = await server.data<{ run: object }>(QUERY, { id, one: { keys: ["q0103"] } }, { key });
      expect(run).toEqual({
        score: { value: right / COUNT, correct: right, coarse: false, n: COUNT },
        one: { value: right > 103 ? 1 : 0, n: 1, coarse: false },
        counts: { correct: right, wrong: COUNT - right },
      });
    }
  });
});
