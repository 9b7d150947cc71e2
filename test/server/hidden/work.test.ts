import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { encodeNodeId } from "../../../src/domain/node-id.ts";
import { type CountedWork, differences, WorkCounter } from "../../support/counted-work.ts";
import type { TestServer } from "../../support/test-server.ts";
import { answering, type HiddenBenchmark, importHidden, keyOf, LABELS, liftQuota } from "./hidden-benchmark.ts";

/*
 * If a request took longer for right answers, its time would reveal them. Times differ by machine, so this test counts what
 * the server executes: every call and every block of its code, and every SQL statement. Each subject has its own copy of
 * the benchmark and its own submitter, so that only the answers differ.
 */

const COUNT = 200;
const wrong = (label: string): string => LABELS.find((one) => one !== label) ?? "A";
const rightWhere = (isRight: (index: number) => boolean) => (label: string, index: number) =>
  isRight(index) ? label : wrong(label);

/** The answers of each submitter. `some` and `others` have as many right answers in each video, task and level. */
const SUBJECTS = {
  warm: rightWhere((index) => index % 3 === 0),
  warmer: rightWhere((index) => index % 3 === 0),
  right: rightWhere(() => true),
  wrong: rightWhere(() => false),
  some: rightWhere((index) => index % 20 === 0),
  others: rightWhere((index) => index % 20 === 2),
  onemore: rightWhere((index) => index % 20 === 0 || index === 111),
} as const;
type Subject = keyof typeof SUBJECTS;

/** The functions that count right answers one by one. Only their work may depend on the answers. */
const COUNTING = new Set([
  "domain/bitset.ts",
  "domain/bitset.ts add",
  "domain/bitset.ts popcount",
  "scoring/metrics/run-vectors.ts scoreAt",
  "scoring/metrics/slice-sums.ts countOverSlice",
  "scoring/scorers/plain-scorers.ts score",
  "scoring/scorers/scorer.ts graded",
  "server/runs/submission/score-run.ts scoreVectors",
]);
/** The largest difference in executions that one right answer in place of a wrong one may cause in a request. */
const STEPS_PER_ANSWER = 15;

const SUBMIT = `mutation ($input: SubmitRunInput!) { submitRun(input: $input) {
  run { id score { value standardError n } } report { ok warningCount issues { code message } remarks { suspicious } } } }`;
const VALIDATE = `mutation ($input: SubmitRunInput!) { validateRun(input: $input) {
  report { ok issues { code } remarks { suspicious } } } }`;
/** Everything that a submitter can read about a run, by subject. */
const READS: Readonly<Record<string, string>> = {
  score: `query ($id: ID!) { run(id: $id) { score { value standardError interval { lower upper } repeatsBest } counts { correct } } }`,
  breakdown: `query ($id: ID!) { run(id: $id) { breakdown(by: [TASK]) { score { value n } } } }`,
  predictions: `query ($id: ID!) { run(id: $id) { predictions(first: 200) { totalCount nodes {
    response outcome score extraction { answer rule } question { key answer { __typename } results { right } } } } } }`,
  outcomes: `query ($id: ID!) { run(id: $id) { predictions(first: 5, filter: { outcomes: [CORRECT] }) { totalCount } } }`,
  remarks: `query ($id: ID!) { run(id: $id) { remarks(examples: 3) { suspicious } scorings { revision score { value } } } }`,
  leaderboard: `query ($slug: String!) { leaderboard(benchmark: $slug) { nodes { rank ... on RankedRun { run { id } score { value } } } } }`,
  questions: `query ($slug: String!) { questions(first: 50, filter: { benchmarks: [$slug], text: "number" }) { totalCount nodes {
    key statistics { share } } } }`,
  items: `query ($slug: String!) { itemAnalysis(benchmark: $slug, first: 50) { totalCount } }`,
  compare: `query ($id: ID!) { compareRuns(a: $id, b: $id) { onlyA pValue } }`,
};

let server: TestServer;
const counter = new WorkCounter();
const done = new Map<Subject, ReadonlyMap<string, CountedWork>>();
const sent = new Map<Subject, readonly string[]>();

async function workOf(subject: Subject, { slug, keys, labels }: HiddenBenchmark): Promise<void> {
  const key = await keyOf(server, `owner of ${slug}`);
  const counts = new Map<string, CountedWork>();
  const statements: string[] = [];
  const ask = async <T>(name: string, document: string, variables: object): Promise<T> => {
    const work = await counter.during(() => {
      // Simulates work that the modules of other test files do in the meantime. It must not be counted.
      for (let id = 0; id < slug.length; id++) encodeNodeId("Run", id);
      return server.request<T>(document, variables, { key });
    });
    counts.set(name, work.counts);
    statements.push(...work.result.statements);
    const refused = (work.result.errors ?? []).map(({ message, extensions }) => [name, extensions.code, message]);
    if (!/^(compare|items)/.test(name)) expect(refused).toEqual([]);
    else expect(refused).toEqual([[name, "FORBIDDEN", expect.any(String)]]);
    return work.result.data;
  };
  const predictions = answering(keys, labels.map(SUBJECTS[subject]));
  const run = { benchmark: slug, model: { name: "prober" }, inputs: ["VIDEO"], predictions };
  await ask("validate", VALIDATE, { input: { ...run, idempotencyKey: randomUUID() } });
  const { submitRun } = await ask<{ submitRun: { run: { id: string } } }>("submit", SUBMIT, {
    input: { ...run, idempotencyKey: randomUUID() },
  });
  const variables = { id: submitRun.run.id, slug };
  for (const [name, document] of Object.entries(READS)) {
    await ask(name, document, variables);
    await ask(`${name} again`, document, variables);
  }
  const exported = await counter.during(() => fileOf(submitRun.run.id, key));
  counts.set("export", exported.counts);
  done.set(subject, counts);
  sent.set(subject, statements);
}

async function fileOf(run: string, key: string): Promise<void> {
  const headers = { authorization: `Bearer ${key}` };
  const response = await server.app.request(`/export/runs/${run}?format=inspect`, { headers });
  expect(response.status).toBe(200);
  await response.text();
}

const compared = (one: Subject, other: Subject) =>
  Array.from(done.get(one) ?? [], ([name, counts]) => ({
    name,
    found: differences(counts, done.get(other)?.get(name) ?? new Map()),
  }));

describe("what the server executes for a submitter", () => {
  beforeAll(async () => {
    // Other test files of this worker have filled the caches of its modules. A full cache hides work, such as computing the
    // quantiles of intervals, so the server gets new modules.
    vi.resetModules();
    // Over PostgreSQL, the counts would include work at random times, for changes by other servers.
    vi.stubEnv("TEST_DATABASE_URL", "");
    // The server's timers would fire at any time.
    vi.useFakeTimers({ toFake: ["setTimeout", "setInterval"] });
    await counter.start();
    const { createTestServer } = await import("../../support/test-server.ts");
    server = await createTestServer();
    const subjects = Object.keys(SUBJECTS) as Subject[];
    const benchmarks = new Map<Subject, HiddenBenchmark>();
    for (const slug of subjects) benchmarks.set(slug, await importHidden(server, { count: COUNT, slug }));
    for (const slug of subjects) await liftQuota(server, slug);
    for (const [subject, benchmark] of benchmarks) await workOf(subject, benchmark);
  });
  afterAll(async () => {
    vi.useRealTimers();
    try {
      await counter.stop();
    } finally {
      await server.close();
      vi.unstubAllEnvs();
    }
  });

  it("is counted in every request", () => {
    const totals = Array.from(done.get("right") ?? [], ([name, counts]) => ({
      name,
      total: [...counts.values()].reduce((sum, count) => sum + count, 0),
    }));
    expect(totals.filter(({ total }) => total < 200)).toEqual([]);
    expect(totals.find(({ name }) => name === "submit")?.total).toBeGreaterThan(50_000);
  });

  it("is the same, whichever questions the submitter answers right", () => {
    for (const { name, found } of compared("some", "others")) expect([name, found]).toEqual([name, []]);
    expect(sent.get("some")).toEqual(sent.get("others"));
  });

  it.each([
    ["right", "wrong", COUNT],
    ["right", "some", (19 * COUNT) / 20],
    ["onemore", "some", 1],
  ] as const)("differs between %s and %s only in counting right answers", (one, other, answers) => {
    for (const { name, found } of compared(one, other)) {
      expect([name, found.filter(({ place }) => !COUNTING.has(place))]).toEqual([name, []]);
      const steps = found.reduce((sum, { by }) => sum + by, 0);
      expect(steps, name).toBeLessThanOrEqual(STEPS_PER_ANSWER * answers);
    }
    expect(sent.get(one)).toEqual(sent.get(other));
  });
});
