import { afterAll, beforeAll, expect, it } from "vitest";
import { jsonFile } from "../../fixtures/file-writing.ts";
import { importFiles } from "../../support/admin-imports.ts";
import { type SeededPlace, seededPlace } from "../../support/seeded-database.ts";
import { answering, type FakeJudge, startFakeJudge } from "./fake-judge.ts";
import { outcomes, runInput, SUBMIT, scored, submit } from "./judged-runs.ts";
import { importQuestions, type JudgedServer, startJudgedServer } from "./judged-server.ts";

let base: SeededPlace;
let judge: FakeJudge;
let server: JudgedServer;

/**
 * The judge says yes to responses that match this pattern. It gets only the question, the answer key and the response.
 */
const MEANING = /sky|azure/;

beforeAll(async () => {
  base = await seededPlace();
  judge = await startFakeJudge(({ response }) => answering(MEANING.test(response) ? "yes" : "no"));
  server = await startJudgedServer(base, { judge: judge.url });
  await importQuestions(server);
});
afterAll(async () => {
  await server.close();
  await judge.close();
  await base.drop();
});

const responses = { c0: "as the sky", c1: "B", c2: "Blue", c3: "The lamp is red.", c4: "" };

it("the judge decides whether an answer without options means the right option's text", async () => {
  const { id } = await submit(server, responses, { openEnded: true });
  const run = await scored(server, id);
  expect(outcomes(run)).toEqual({
    c0: expect.stringMatching(/^CORRECT .* judge$/),
    c1: expect.stringMatching(/^WRONG .* judge$/),
    c2: expect.stringMatching(/^WRONG .* judge$/),
    c3: expect.stringMatching(/^WRONG .* judge$/),
    c4: "UNPARSED - empty",
  });
  expect(judge.received.map(({ shown }) => Object.keys(shown))).toEqual(
    judge.received.map(() => ["question", "key", "response"]),
  );
  expect(new Set(judge.received.map(({ shown }) => shown.key))).toEqual(new Set(["Blue"]));
});

it("without a judge, texts are compared as in OmniVideoBench's own script", async () => {
  const asked = judge.received.length;
  const run = await submit(server, { ...responses, c3: "blue." }, { openEnded: true, judge: false });
  expect(Object.values(outcomes(run)).map((outcome) => outcome.split(" ")[0])).toEqual([
    "WRONG",
    "WRONG",
    "CORRECT",
    "CORRECT",
    "UNPARSED",
  ]);
  expect(judge.received).toHaveLength(asked);
});

it("a run in pieces is scored the same", async () => {
  const { predictions, ...input } = runInput(responses, { openEnded: true, idempotencyKey: "pieces" }) as {
    predictions: object[];
  };
  const { data: created } = await server.request<{ createRun: { run: { id: string; openEnded: boolean } } }>(
    "mutation ($input: CreateRunInput!) { createRun(input: $input) { run { id openEnded } } }",
    { input },
  );
  const { id } = created.createRun.run;
  expect(created.createRun.run.openEnded).toBe(true);
  await server.request(
    `mutation ($input: AppendPredictionsInput!, $run: ID!) {
      appendPredictions(input: $input) { total } finalizeRun(input: { run: $run }) { run { id } } }`,
    { input: { run: id, predictions }, run: id },
  );
  expect(outcomes(await scored(server, id)).c0).toMatch(/^CORRECT .* judge$/);
});

it("runs with and without options are kept apart on leaderboards, in chance levels, filters and idempotency", async () => {
  const shown = await submit(server, { c0: "B" }, { judge: false, visibility: "PUBLIC" });
  const open = await submit(server, { c0: "Blue" }, { judge: false, openEnded: true, visibility: "PUBLIC" });
  const { data } = await server.request<Record<string, { nodes: { run: { id: string } }[] }>>(`{
    shown: leaderboard(benchmark: "lamps", partial: true) { nodes { ... on RankedRun { run { id } score { chance } } } }
    open: leaderboard(benchmark: "lamps", partial: true, runs: { openEnded: true }) { nodes { ... on RankedRun { run { id } score { chance } } } }
    runs(filter: { openEnded: true }) { nodes { id openEnded score { chance } } }
    groups: runGroups { nodes { openEnded seeds } } }`);
  const ids = (name: string): string[] => (data[name]?.nodes ?? []).map(({ run }) => run.id);
  expect(ids("shown")).toContain(shown.id);
  expect(ids("shown")).not.toContain(open.id);
  expect(ids("open")).toContain(open.id);
  expect(ids("open")).not.toContain(shown.id);
  expect(data.open?.nodes).toEqual(data.open?.nodes.map((node) => ({ ...node, score: { chance: null } })));
  expect(data.runs?.nodes).toEqual(
    data.runs?.nodes.map((node) => ({ ...node, openEnded: true, score: { chance: null } })),
  );
  expect(new Set(data.groups?.nodes.map((node) => (node as unknown as { openEnded: boolean }).openEnded))).toEqual(
    new Set([true, false]),
  );
  const again = await server.request(SUBMIT, {
    input: runInput({ c0: "B" }, { judge: false, idempotencyKey: "same" }),
  });
  expect(again.errors).toBeUndefined();
  const other = await server.request(SUBMIT, {
    input: runInput({ c0: "B" }, { judge: false, openEnded: true, idempotencyKey: "same" }),
  });
  expect(other.errors?.[0]?.extensions.code).toBe("CONFLICT");
});

it("after a correction, an open-ended run is judged again, or scored at once if it needs no judge", async () => {
  const judged = await submit(server, { c5: "as the sky" }, { openEnded: true });
  expect(outcomes(await scored(server, judged.id)).c5).toMatch(/^CORRECT/);
  const alone = await submit(server, { c5: "Green" }, { openEnded: true, judge: false });
  expect(outcomes(alone).c5).toMatch(/^WRONG/);
  judge.replying = ({ key }) => answering(key === "Green" ? "no" : "yes");
  const { data } = await server.request<{ correctAnswers: { rescored: number; judging: number } }>(
    `mutation { correctAnswers(input: { benchmark: "lamps", reason: "It is green.", author: "The authors",
      corrections: [{ question: "c5", answer: "C" }] }) { rescored judging changed } }`,
  );
  expect(data.correctAnswers.judging).toBeGreaterThanOrEqual(1);
  const { data: read } = await server.request<{ run: object }>(
    `query ($id: ID!) { run(id: $id) { predictions { nodes { outcome } } scorings { keyRevision reason } } }`,
    { id: alone.id },
  );
  expect(read.run).toEqual({
    predictions: { nodes: [{ outcome: "CORRECT" }] },
    scorings: [
      { keyRevision: 1, reason: null },
      { keyRevision: 2, reason: "It is green." },
    ],
  });
  await expect
    .poll(async () => outcomes(await scored(server, judged.id)).c5, { timeout: 120_000 })
    .toMatch(/^WRONG .* judge$/);
});

it("a benchmark without multiple choice is refused, and so are pairs of runs with and without options", async () => {
  const open = { key: "q", text: "What is it?", answerFormat: "OPEN_TEXT", answer: "a lamp", task: "Seeing" };
  const content = {
    benchmark: { slug: "open", title: "Open" },
    tasks: [{ name: "Seeing", level: "PERCEPTION" }],
    videos: [],
    questions: [open],
  };
  await importFiles(server.database, "open", [jsonFile("open.json", content)]);
  const document = `mutation ($input: SubmitRunInput!) { submitRun(input: $input) { run { id } report { inputIssues { field message } } } }`;
  const refused = await server.request(document, {
    input: { ...runInput({ q: "a lamp" }, { openEnded: true, judge: false }), benchmark: "open" },
  });
  const inputIssues = [{ field: "openEnded", message: expect.stringContaining("'openEnded'") }];
  expect(refused.data).toEqual({ submitRun: { run: null, report: { inputIssues } } });
  const one = await submit(server, { c0: "B" }, { judge: false, inputs: ["VIDEO"] });
  const two = await submit(server, { c0: "B" }, { judge: false, openEnded: true, inputs: ["VIDEO", "AUDIO"] });
  const { errors } = await server.request(
    "query ($ids: [ID!]!) { modalityDiagnostics(runs: $ids) { needs { modality } } }",
    {
      ids: [one.id, two.id],
    },
  );
  expect(errors?.[0]).toMatchObject({
    message: expect.stringContaining("openEnded"),
    extensions: { code: "BAD_USER_INPUT" },
  });
});
