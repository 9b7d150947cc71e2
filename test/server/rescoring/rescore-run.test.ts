import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ADMIN, type Viewer } from "../../../src/domain/viewer.ts";
import { DEFAULT_EXTRACTOR } from "../../../src/reading/extractor-registry.ts";
import { fetchRunsOfEarlierExtractors } from "../../../src/server/memory/run-queries.ts";
import { fetchLatestScoring } from "../../../src/server/runs/key-revision-queries.ts";
import { correctAnswers } from "../../../src/server/runs/rescoring/correct-answers.ts";
import { rescoreRun } from "../../../src/server/runs/rescoring/rescore-run.ts";
import { type RunServices, runServices } from "../../../src/server/runs/submission/run-services.ts";
import { importFiles } from "../../support/admin-imports.ts";
import { createTestServer, type TestServer } from "../../support/test-server.ts";
import { correct, refusal, storedPredictions, storedScorings, submit } from "./rescoring-client.ts";

const OWN = "own-benchmark";

/** A question of each format, some with partly right answers. */
const FILE = {
  benchmark: { slug: OWN, title: "Own" },
  questions: [
    { key: "choice", text: "?", options: ["red", "green", "blue"], answer: "A", task: "t", level: "PERCEPTION" },
    { key: "yes", text: "?", answerFormat: "YES_NO", answer: "yes", task: "t" },
    { key: "number", text: "?", answerFormat: "NUMBER", answer: 2, task: "t" },
    { key: "text", text: "?", answerFormat: "OPEN_TEXT", answer: "a bell", task: "t" },
    { key: "counts", text: "?", answerFormat: "INSTANCE_COUNTS", answer: { dog: 2 }, task: "t" },
    { key: "indices", text: "?", answerFormat: "RETRIEVAL", answer: [0, 4], task: "t" },
  ],
};

const PREDICTIONS = [
  { question: "choice", response: "B" },
  { question: "yes", response: "no" },
  { question: "number", response: "3" },
  { question: "counts", response: '{"dog": 3}' },
  { question: "indices", response: "[0, 1]" },
];

let server: TestServer;
/** The server's services, with an extractor that finds no answer in any response. */
let blind: RunServices;

beforeAll(async () => {
  server = await createTestServer();
  const bytes = new TextEncoder().encode(JSON.stringify(FILE));
  await importFiles(server.database, OWN, [{ name: "own.json", bytes }]);
  const services = runServices(server.database);
  const extract = () => ({ kind: "unparsed", rule: "no-answer" }) as const;
  blind = { ...services, extractor: { name: "omnidex", version: "blind", extract } };
});
afterAll(() => server.close());

const key = (run: string): number => Number(run.split("_")[1]);

/** Three corrections of the answer key, one after the other. */
const FIRST = [
  { question: "choice", answer: "b" },
  { question: "yes", answer: "no" },
  { question: "number", answer: "3" },
  { question: "counts", answer: '{"dog": 3, "cat": 1}' },
  { question: "indices", answer: "[0, 1, 2]" },
];
const SECOND = [
  { question: "counts", answer: '{"dog": 3}' },
  { question: "indices", answer: "[0, 1]" },
];
const THIRD = [
  { question: "choice", answer: "A" },
  { question: "counts", answer: '{"dog": 4}' },
];

const RESCORE = `mutation ($input: RescoreRunInput!) { rescoreRun(input: $input) { rescored message
  run { id scorings { revision } } } }`;

interface Rescored {
  readonly rescoreRun: { readonly rescored: boolean; readonly message: string; readonly run: object };
}

describe("rescoreRun", () => {
  it("changes nothing and says so if nothing has changed", async () => {
    const run = await submit(server, OWN, "unchanged", PREDICTIONS);
    const before = await storedScorings(server, run);
    const { rescoreRun: result } = await server.data<Rescored>(RESCORE, { input: { run, reason: "to be sure" } });
    expect(result).toMatchObject({ rescored: false, run: { id: run, scorings: [{ revision: 1 }] } });
    expect(result.message).toMatch(/Nothing has changed.*omnidex.*revision 1/);
    expect(await storedScorings(server, run)).toEqual(before);
  });

  it("reads the responses again, only once, with another version of the extractor", async () => {
    const run = await submit(server, OWN, "upgraded", PREDICTIONS);
    const [first] = await storedScorings(server, run);
    const readings = await storedPredictions(server, run);
    expect(await rescoreRun(blind, ADMIN, key(run), { reason: null })).toMatchObject({ rescored: true });
    expect(await rescoreRun(blind, ADMIN, key(run), { reason: null })).toMatchObject({ rescored: false });
    const earlier = () => fetchRunsOfEarlierExtractors(server.database, DEFAULT_EXTRACTOR);
    expect(await earlier()).toEqual([{ benchmark: OWN, runs: 1 }]);
    const { rescoreRun: back } = await server.data<Rescored>(RESCORE, {
      input: { run, reason: "The old one was blind." },
    });
    expect(back).toMatchObject({
      rescored: true,
      message: expect.stringMatching(/extractor is now omnidex .*was omnidex blind/),
    });
    expect(await earlier()).toEqual([]);
    const [, second, third] = await storedScorings(server, run);
    expect(second?.value).toBe(0);
    expect(third).toEqual({ ...first, revision: 3 });
    expect(await storedPredictions(server, run)).toEqual(readings);
    const { run: read } = await server.data<{ run: { scorings: object[] } }>(
      `query ($run: ID!) { run(id: $run) { scorings { extractorVersion reason changeCount } } }`,
      { run },
    );
    expect(read.scorings).toMatchObject([
      { reason: null, changeCount: 0 },
      { extractorVersion: "blind", reason: expect.stringContaining("extractor"), changeCount: 5 },
      { reason: "The old one was blind.", changeCount: 5 },
    ]);
  });

  it("is allowed to the owner and to administrators", async () => {
    const run = await submit(server, OWN, "mine", PREDICTIONS);
    const { errors } = await server.request(RESCORE, { input: { run } }, { key: null });
    expect(errors?.[0]?.extensions.code).toBe("UNAUTHENTICATED");
    const stranger: Viewer = { owner: "someone", admin: false };
    await expect(rescoreRun(blind, stranger, key(run), { reason: null })).rejects.toMatchObject({ code: "FORBIDDEN" });
    const owner: Viewer = { owner: "admin", admin: false };
    expect(await rescoreRun(blind, owner, key(run), { reason: null })).toMatchObject({ rescored: true });
    const correction = { benchmark: OWN, corrections: [], reason: "r", author: "a" };
    await expect(correctAnswers(blind, owner, correction)).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  it("refuses an open run and ids that are not a run's", async () => {
    const input = { benchmark: OWN, model: { name: "o" }, inputs: ["AUDIO"], idempotencyKey: "open" };
    const { createRun } = await server.data<{ createRun: { run: { id: string } } }>(
      "mutation ($input: CreateRunInput!) { createRun(input: $input) { run { id } } }",
      { input },
    );
    const codes = [createRun.run.id, "run_999999", "question_1"].map(async (run) => {
      const { errors } = await server.request(RESCORE, { input: { run } });
      return errors?.[0]?.extensions.code;
    });
    expect(await Promise.all(codes)).toEqual(["CONFLICT", "NOT_FOUND", "BAD_USER_INPUT"]);
  });
});

describe("a correction to another answer format", () => {
  const refused: readonly [question: string, answer: string, message: RegExp][] = [
    ["number", "three", /NUMBER is JSON/],
    ["number", '"x"', /Expected a number/],
    ["number", "2.0", /already/],
    ["number", '"2.0"', /already/],
    ["counts", '{"dog": -1}', /Expected/],
    ["counts", '{ "dog":2 }', /already/],
    ["indices", "{}", /Expected/],
    ["text", " a bell ", /already/],
    ["yes", " ", /Expected/],
  ];

  it.each(refused)("of %s to %s is refused", async (question, answer, message) => {
    const error = await refusal(server, {
      benchmark: OWN,
      corrections: [{ question, answer }],
      reason: "r",
      author: "a",
    });
    expect(error.extensions.code).toBe("BAD_USER_INPUT");
    expect(error.message).toMatch(message);
  });

  it("scores graded answers like a plain scoring", async () => {
    const run = await submit(server, OWN, "graded", PREDICTIONS);
    await correct(server, OWN, FIRST);
    const [plain] = await storedScorings(server, await submit(server, OWN, "plain", PREDICTIONS));
    expect((await storedScorings(server, run)).at(-1)).toEqual({ ...plain, revision: 2 });
    await correct(server, OWN, SECOND);
    const [binary] = await storedScorings(server, await submit(server, OWN, "binary", PREDICTIONS));
    expect(binary?.vectors).toMatch(/:-$/);
    expect((await storedScorings(server, run)).at(-1)).toEqual({ ...binary, revision: 3 });
  });

  it("scores what an earlier version of the extractor has read, and does not read it again", async () => {
    const [blindRun, old] = [
      await submit(server, OWN, "read by none", PREDICTIONS),
      await submit(server, OWN, "read by version 1", PREDICTIONS),
    ];
    await rescoreRun(blind, ADMIN, key(blindRun), { reason: null });
    await server.database.query(sql`update scores set extractor_version = '1' where run_id = ${key(old)}::int`);
    const texts = sql`update predictions set response = 'Nothing.' where run_id = ${key(old)}::int`;
    await server.database.query(texts);
    await correct(server, OWN, THIRD);
    const [plain] = await storedScorings(server, await submit(server, OWN, "plain again", PREDICTIONS));
    expect((await storedScorings(server, old)).at(-1)).toEqual({ ...plain, revision: 2 });
    const [, unread, corrected] = await storedScorings(server, blindRun);
    expect(unread?.value).toBe(0);
    expect(corrected).toEqual({ ...unread, revision: 3, keyRevision: plain?.keyRevision });
    const versions = [old, blindRun].map(async (run) => await fetchLatestScoring(server.database, key(run)));
    expect(await Promise.all(versions)).toMatchObject([{ extractorVersion: "1" }, { extractorVersion: "blind" }]);
  });
});
