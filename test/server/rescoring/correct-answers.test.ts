import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestServer, type TestServer } from "../../support/test-server.ts";
import {
  type AskedQuestion,
  askedQuestions,
  correct,
  correctionInput,
  refusal,
  storedPredictions,
  storedScorings,
  submit,
  wrongLabel,
} from "./rescoring-client.ts";

const DEMO = "omnidex-demo";

let server: TestServer;
let questions: readonly AskedQuestion[];
/** The demo's own runs, which are public and belong to another owner. */
let demoRuns: readonly string[];

const at = (index: number): AskedQuestion => {
  const question = questions[index];
  if (question === undefined) throw new Error(`no question ${index}`);
  return question;
};

beforeAll(async () => {
  server = await createTestServer();
  questions = await askedQuestions(server, DEMO);
  const { runs } = await server.data<{ runs: { nodes: { id: string }[] } }>("{ runs(first: 100) { nodes { id } } }");
  demoRuns = runs.nodes.map(({ id }) => id);
});
afterAll(() => server.close());

it("a correction scores every run of the release again, and keeps the earlier scorings", async () => {
  const [flipped, other, left] = [at(0), at(1), at(2)];
  const rows = [
    { question: flipped.key, response: wrongLabel(flipped) },
    { question: other.key, response: other.label },
    { question: left.key, response: left.label },
  ];
  const open = await server.openRun({ benchmark: DEMO, model: { name: "open" }, predictions: rows });
  const publicRun = await submit(server, DEMO, "public", rows);
  const privateRun = await submit(server, DEMO, "private", rows, "PRIVATE");
  const without = await submit(server, DEMO, "without", rows.slice(2));
  const withdrawn = await submit(server, DEMO, "withdrawn", rows);
  await server.data("mutation ($r: ID!) { withdrawRun(input: { run: $r }) { run { id } } }", { r: withdrawn });
  const first = await storedScorings(server, publicRun);

  const corrected = await correct(server, DEMO, [
    { question: flipped.key, answer: wrongLabel(flipped) },
    { question: other.key, answer: wrongLabel(other).toLowerCase() },
  ]);

  expect(corrected.keyRevision).toMatchObject({ revision: 2, reason: "The paper's erratum.", author: "The authors" });
  expect(corrected.keyRevision.corrections).toMatchObject([
    { question: { key: flipped.key }, before: { label: flipped.label }, after: { label: wrongLabel(flipped) } },
    { question: { key: other.key }, before: { label: other.label }, after: { label: wrongLabel(other) } },
  ]);
  expect(corrected.release.keyRevisions).toEqual([{ revision: 1 }, { revision: 2 }]);
  expect(corrected.rescored).toBe(demoRuns.length + 4);

  const again = await submit(server, DEMO, "again", rows);
  await server.data("mutation ($r: ID!) { finalizeRun(input: { run: $r }) { run { id } } }", { r: open });
  const [plain] = await storedScorings(server, again);
  for (const run of [publicRun, privateRun, withdrawn]) {
    const scorings = await storedScorings(server, run);
    expect(scorings).toEqual([...first, { ...plain, revision: 2 }]);
    expect(await storedPredictions(server, run)).toEqual(await storedPredictions(server, again));
  }
  expect(await storedScorings(server, open)).toEqual([plain]);
  expect(plain?.keyRevision).toBe(2);
  const [before, after] = await storedScorings(server, without);
  expect(after).toEqual({ ...before, revision: 2, keyRevision: 2 });
  await showsBoth(publicRun, flipped, other);
  expect((await askedQuestions(server, DEMO)).slice(0, 2).map(({ label }) => label)).toEqual([
    wrongLabel(flipped),
    wrongLabel(other),
  ]);
});

const SCORINGS = `scorings { revision keyRevision reason score { value correct n } changeCount
  changes { question { key } from to fromScore toScore } }`;

async function showsBoth(id: string, flipped: AskedQuestion, other: AskedQuestion): Promise<void> {
  const { run } = await server.data<{ run: { scorings: object[] } }>(
    `query ($id: ID!) { run(id: $id) { scoring { revision keyRevision } score { correct } ${SCORINGS} } }`,
    { id },
  );
  const n = questions.length;
  expect(run).toEqual({
    scoring: { revision: 2, keyRevision: 2 },
    score: { correct: 2 },
    scorings: [
      {
        revision: 1,
        keyRevision: 1,
        reason: null,
        score: { value: 2 / n, correct: 2, n },
        changeCount: 0,
        changes: [],
      },
      {
        revision: 2,
        keyRevision: 2,
        reason: "The paper's erratum.",
        score: { value: 2 / n, correct: 2, n },
        changeCount: 2,
        changes: [
          { question: { key: flipped.key }, from: "WRONG", to: "CORRECT", fromScore: 0, toScore: 1 },
          { question: { key: other.key }, from: "CORRECT", to: "WRONG", fromScore: 1, toScore: 0 },
        ],
      },
    ],
  });
}

describe("after a correction", () => {
  it("a repeated correction is refused, and a repeated submission returns the same run", async () => {
    const input = correctionInput(DEMO, [{ question: at(0).key, answer: wrongLabel(at(0)) }]).input;
    expect((await refusal(server, input)).extensions.code).toBe("BAD_USER_INPUT");
    const rows = [{ question: at(2).key, response: at(2).label }];
    const run = await submit(server, DEMO, "without", rows);
    expect(await storedScorings(server, run)).toHaveLength(2);
  });

  it("leaderboard, breakdown, comparison and audit use the latest scoring", async () => {
    const question = at(5);
    const [right, wrong] = [question.label, wrongLabel(question)];
    const a = await submit(server, DEMO, "says right", [{ question: question.key, response: right }]);
    const b = await submit(server, DEMO, "says wrong", [{ question: question.key, response: wrong }]);
    expect(await standing(question.key, a, b)).toEqual({ board: [1, 0], cells: [1, 0], onlyA: 1, onlyB: 0, audit: 1 });
    await correct(server, DEMO, [{ question: question.key, answer: wrong }]);
    expect(await standing(question.key, a, b)).toEqual({ board: [0, 1], cells: [0, 1], onlyA: 0, onlyB: 1, audit: 0 });
  });

  it("the scorings of one run need as many statements as those of all runs", async () => {
    const cost = async (first: number) =>
      (await server.request(`query ($n: Int) { runs(first: $n) { nodes { ${SCORINGS} } } }`, { n: first })).statements
        .length;
    await cost(100);
    expect([await cost(1), await cost(100)]).toEqual([3, 3]);
  });

  it("only administrators see the scorings if answers are hidden", async () => {
    const ask = async (key?: null) => {
      const { run, benchmark } = await server.data<{
        run: { scorings: { score: object; changeCount: number | null; changes: object[] }[] };
        benchmark: { release: { keyRevisions: { corrections: object[] }[] } };
      }>(
        `query ($id: ID!) { run(id: $id) { ${SCORINGS} }
          benchmark(slug: "${DEMO}") { release { keyRevisions { reason corrections { after { label } } } } } }`,
        { id: changedRun },
        key === undefined ? {} : { key },
      );
      return {
        changes: run.scorings.map(({ changeCount, changes }) => [changeCount, changes.length]),
        corrections: benchmark.release.keyRevisions.map(({ corrections }) => corrections.length),
      };
    };
    const changedRun = await submit(server, DEMO, "public", [
      { question: at(0).key, response: wrongLabel(at(0)) },
      { question: at(1).key, response: at(1).label },
      { question: at(2).key, response: at(2).label },
    ]);
    const seen = {
      changes: [
        [0, 0],
        [2, 2],
        [0, 0],
      ],
      corrections: [0, 2, 1],
    };
    expect(await ask(null)).toEqual(seen);
    await setAccess("HIDDEN");
    expect(await ask(null)).toEqual({
      changes: [
        [null, 0],
        [null, 0],
        [null, 0],
      ],
      corrections: [0, 0, 0],
    });
    expect(await ask()).toEqual(seen);
    await setAccess("VISIBLE");
  });
});

async function setAccess(access: string): Promise<void> {
  await server.database.query({ text: "update releases set answer_access = $1", params: [access] });
}

/** The ranks of two runs on a leaderboard over one question. */
async function standing(key: string, a: string, b: string): Promise<object> {
  const filter = { keys: [key] };
  const {
    board,
    a: first,
    b: second,
    comparison,
  } = await server.data<{
    board: { nodes: { run: { id: string }; value: number }[] };
    a: { breakdown: { score: { value: number } }[]; audit: { score: { value: number } } };
    b: { breakdown: { score: { value: number } }[] };
    comparison: { onlyA: number; onlyB: number };
  }>(
    `query ($a: ID!, $b: ID!, $filter: QuestionFilter) {
      board: leaderboard(benchmark: "${DEMO}", filter: $filter, first: 100) { nodes { value ... on RankedRun { run { id } } } }
      a: run(id: $a) { breakdown(by: [LEVEL], filter: $filter) { score { value } }
        audit(extractor: "omnidex", filter: $filter) { score { value } } }
      b: run(id: $b) { breakdown(by: [LEVEL], filter: $filter) { score { value } } }
      comparison: compareRuns(a: $a, b: $b, filter: $filter) { onlyA onlyB } }`,
    { a, b, filter },
  );
  return {
    board: [a, b].map((id) => board.nodes.find(({ run }) => run.id === id)?.value),
    cells: [first, second].map(({ breakdown }) => breakdown[0]?.score.value),
    ...comparison,
    audit: first.audit.score.value,
  };
}
