import type { Client } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, expect, it } from "vitest";
import { pText } from "../../src/domain/figures-text.ts";
import { type SocketServer, startSocketServer } from "../server/socket-server.ts";
import { ADMIN_KEY } from "../support/test-server.ts";
import { connectMcp, dataOf, textOf } from "./mcp-client.ts";

/** What a researcher asks, as an agent would find it out. Every number is compared with that of the GraphQL API. */

let served: SocketServer;
let client: Client;

beforeAll(async () => {
  served = await startSocketServer();
  client = await connectMcp(served.url, ADMIN_KEY);
});
afterAll(async () => {
  await client.close();
  await served.close();
});

const DEMO = "omnidex-demo";

// biome-ignore lint/suspicious/noExplicitAny: the test compares whole answers.
type Answer = any;

const ask = async (name: string, args: object): Promise<Answer> =>
  dataOf(await client.callTool({ name, arguments: { ...args } }));
const api = (query: string, variables: object = {}): Promise<Answer> => served.server.data(query, variables);

const SCORE =
  "score { value n interval { lower upper } standardError clusters unparsed missing errored chance coarse }";

it("1. Which benchmarks are there, and how large are they?", async () => {
  const { benchmarks } = await ask("list_benchmarks", {});
  const { benchmarks: expected } = await api("{ benchmarks { slug questionCount videoCount license } }");
  expect(benchmarks.map(({ slug, questions, videos, license }: Answer) => [slug, questions, videos, license])).toEqual(
    expected.map((each: Answer) => [each.slug, each.questionCount, each.videoCount, each.license]),
  );
});

it("2. How many questions need music, test reasoning, and are about videos of more than ten minutes?", async () => {
  const filter = { audioTypes: { any: ["MUSIC"] }, levels: ["REASONING"], durationSeconds: { gt: 600 } };
  const found = await ask("query_questions", { benchmark: DEMO, filter, first: 2 });
  const { questions } = await api(
    "query ($filter: QuestionFilter) { questions(filter: $filter, first: 9) { totalCount nodes { key text answer { label } } } }",
    { filter: { benchmarks: [DEMO], ...filter } },
  );
  expect(found.total).toBe(questions.totalCount);
  expect(found.total).toBeGreaterThan(2);
  const next = await ask("query_questions", { benchmark: DEMO, filter, first: 7, after: found.nextCursor });
  const all = [...found.questions, ...next.questions];
  expect(all.map(({ key, text, answer }: Answer) => [key, text, answer.label])).toEqual(
    questions.nodes.map(({ key, text, answer }: Answer) => [key, text, answer.label]),
  );
  expect(next.nextCursor).toBeNull();
});

it("3. Which model leads, and is the order certain?", async () => {
  const { entries } = await ask("leaderboard", { benchmark: DEMO });
  const { leaderboard } = await api(
    `{ leaderboard(benchmark: "${DEMO}") { nodes { rank value tiesWithBest rankRange { best worst } model { name } ... on RankedRun { run { id } ${SCORE} } } } }`,
  );
  expect(
    entries.map(({ rank, value, tiesWithBest, rankRange, model, run, score }: Answer) => ({
      ...{ rank, value, tiesWithBest, rankRange, run: { id: run }, score },
      model: { name: model.name },
    })),
  ).toEqual(leaderboard.nodes);
  expect(entries[0].model.name).toBe("demo-large");
});

it("4. What does demo-large score on reasoning, and how sure is that?", async () => {
  const filter = { levels: ["REASONING"] };
  const { run, score, counts } = await ask("run_summary", { run: "demo-large", filter });
  const expected = await api(
    `query ($id: ID!, $filter: QuestionFilter) { run(id: $id) { ${SCORE.replace("score", "score(filter: $filter)")} counts(filter: $filter) { total correct wrong partial unparsed missing errored unscored } } }`,
    { id: run, filter: { benchmarks: [DEMO], ...filter } },
  );
  expect({ score, counts }).toEqual(expected.run);
});

it("5. Where is demo-large weakest, by level and kind of sound?", async () => {
  const by = ["LEVEL", "AUDIO_TYPE"];
  const { run, cells } = await ask("breakdown", { run: "demo-large", by });
  const expected = await api(
    `query ($id: ID!, $by: [Dimension!]!) { run(id: $id) { breakdown(by: $by) { keys { dimension key label } ${SCORE} } } }`,
    { id: run, by },
  );
  expect(cells).toEqual(expected.run.breakdown);
  expect(cells.length).toBeGreaterThan(8);
});

it("6. Is demo-large better than demo-medium at reasoning, and could the data have shown it?", async () => {
  const filter = { levels: ["REASONING"] };
  const result = await client.callTool({
    name: "compare_runs",
    arguments: { a: "demo-large", b: "demo-medium", filter, by: ["AUDIO_TYPE"] },
  });
  const found: Answer = dataOf(result);
  const test =
    "n difference interval { lower upper } onlyA onlyB bothCorrect neither minimumDetectableDifference tests uncorrectedPValue adjustedPValue adjustedInterval { lower upper }";
  const { compareRuns } = await api(
    `query ($a: ID!, $b: ID!, $filter: QuestionFilter) { compareRuns(a: $a, b: $b, filter: $filter, by: [AUDIO_TYPE]) { ${test} mcnemarPValue cells { ${test} keys { dimension key label } } } }`,
    { a: found.a.run, b: found.b.run, filter: { benchmarks: [DEMO], ...filter } },
  );
  expect(found).toMatchObject(compareRuns);
  expect(found.significant).toBe(compareRuns.adjustedPValue < 0.05);
  expect(textOf(result)).toContain(`${pText(compareRuns.adjustedPValue)}, n = ${compareRuns.n}: not significant`);
  expect(found.correction).toContain("of the 3 differences over its parts are corrected together (Bonferroni)");
});

it("7. What did demo-small get wrong, and what did it say?", async () => {
  const found = await ask("predictions", { run: "demo-small", outcomes: ["WRONG"], first: 5 });
  const { run } = await api(
    "query ($id: ID!) { run(id: $id) { predictions(filter: { outcomes: [WRONG] }, first: 5) { totalCount nodes { response outcome score question { key text answer { label } } extraction { answer rule } } } } }",
    { id: found.run },
  );
  expect(found.total).toBe(run.predictions.totalCount);
  expect(
    found.predictions.map((each: Answer) => ({
      ...{ response: each.response, outcome: each.outcome, score: each.score },
      question: { key: each.question, text: each.text, answer: { label: each.answerKey } },
      extraction: { answer: each.answer, rule: each.rule },
    })),
  ).toEqual(run.predictions.nodes);
});

it("8. Why does this response of demo-large count as no answer?", async () => {
  const { predictions } = await ask("predictions", { run: "demo-large", outcomes: ["UNPARSED"], first: 1 });
  const [{ question, rule, response }] = predictions;
  const found = await ask("explain_reading", { run: "demo-large", question, extractor: "lmms-eval-worldsense" });
  expect(found).toMatchObject({ question, rule, response, answer: null, outcome: "UNPARSED", span: null });
  expect(found.explanation).toBe(`No answer was read, because of the rule ${rule}.`);
  const { run } = await api(
    'query ($id: ID!, $keys: [String!]) { run(id: $id) { scoring { extractor extractorVersion } audit(extractor: "lmms-eval-worldsense", filter: { keys: $keys }) { differences } } }',
    { id: found.run, keys: [question] },
  );
  expect(found.extractor).toBe(`${run.scoring.extractor} ${run.scoring.extractorVersion}`);
  expect(found.other.differs).toBe(run.audit.differences > 0);
});

it("9. Which questions are the hardest, and which have a suspicious key?", async () => {
  const { items, evidence, withheld, total } = await ask("item_analysis", {
    benchmark: DEMO,
    orderBy: "SHARE",
    first: 7,
  });
  const { itemAnalysis } = await api(
    `{ itemAnalysis(benchmark: "${DEMO}", orderBy: { field: SHARE }, first: 7) { totalCount evidence { runs families } withheld { figure has { runs families } needs { runs families } } nodes { share interval { lower upper } discrimination unparsed agreement question { key } } } }`,
  );
  expect({ total, evidence, withheld }).toEqual({
    total: itemAnalysis.totalCount,
    evidence: itemAnalysis.evidence,
    withheld: itemAnalysis.withheld,
  });
  expect(
    items.map(({ share, interval, discrimination, unparsed, agreement, question }: Answer) => ({
      ...{ share, interval, discrimination, unparsed, agreement },
      question: { key: question },
    })),
  ).toEqual(itemAnalysis.nodes);
});

it("10. What would my own outputs score, and who can see them?", async () => {
  const { questions } = await ask("query_questions", { benchmark: DEMO, first: 20 });
  const rows = questions.map(({ key, answer }: Answer, index: number) => ({
    question: key,
    response: index < 5 ? "I cannot tell." : `The answer is ${answer.label}.`,
  }));
  const run = { benchmark: DEMO, model: "my-model", inputs: ["VIDEO", "AUDIO"], rows };
  const checked = await ask("validate_submission", run);
  expect(checked).toMatchObject({ ok: true, rows: 20, questions: 480, missing: 460, errors: 0 });
  const mine = await ask("submit_predictions", run);
  const expected = await api(`query ($id: ID!) { run(id: $id) { visibility status ${SCORE} } }`, { id: mine.run });
  expect(mine).toMatchObject({ status: expected.run.status, score: expected.run.score, replayed: false });
  expect(mine.score).toMatchObject({ value: 15 / 480, unparsed: 5, missing: 460 });
  expect(expected.run.visibility).toBe("PRIVATE");
  expect(await ask("submit_predictions", run)).toMatchObject({ run: mine.run, replayed: true });
  const { auditLog } = await api("{ auditLog(first: 1) { nodes { operation object outcome } } }");
  expect(auditLog.nodes).toEqual([{ operation: "submitRun", object: mine.run, outcome: "DONE" }]);
});
