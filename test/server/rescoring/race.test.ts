import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ADMIN } from "../../../src/domain/viewer.ts";
import type { Queryable } from "../../../src/server/db/database.ts";
import { type AnswerSheet, AnswerSheets, type SheetReference } from "../../../src/server/runs/reading/answer-sheet.ts";
import { correctAnswers } from "../../../src/server/runs/rescoring/correct-answers.ts";
import { runServices } from "../../../src/server/runs/submission/run-services.ts";
import { submitRun } from "../../../src/server/runs/submission/submission-pipeline.ts";
import { createTestServer, type TestServer } from "../../support/test-server.ts";
import {
  type AskedQuestion,
  askedQuestions,
  correct,
  correctionInput,
  type Row,
  storedPredictions,
  storedScorings,
  submit,
  wrongLabel,
} from "./rescoring-client.ts";

const DEMO = "omnidex-demo";

let server: TestServer;
let questions: readonly AskedQuestion[];

beforeAll(async () => {
  server = await createTestServer();
  questions = await askedQuestions(server, DEMO);
});
afterAll(() => server.close());

/** Answers every question. About a third of the answers are wrong. */
const answers = (seed: number): Row[] =>
  questions.map((question, index) => ({
    question: question.key,
    response: (index + seed) % 3 === 0 ? wrongLabel(question) : question.label,
  }));

/**
 * The last scoring of each run must equal a plain scoring by the final answer key, and no scoring may mix two answer
 * keys.
 */
async function expectPlain(runs: readonly string[], rowsOf: (index: number) => readonly Row[]): Promise<void> {
  const final = await askedQuestions(server, DEMO);
  const [reference] = await storedScorings(server, await submit(server, DEMO, `plain ${runs[0]}`, rowsOf(0)));
  for (const [index, run] of runs.entries()) {
    const rows = new Map(rowsOf(index).map(({ question, response }) => [question, response]));
    const plain = final.map(({ key, label }) => (rows.get(key) === label ? "CORRECT" : "WRONG"));
    const scorings = await storedScorings(server, run);
    const last = scorings.at(-1);
    expect((await storedPredictions(server, run)).map((row) => (row as { outcome: string }).outcome)).toEqual(plain);
    expect(last?.keyRevision).toBe(reference?.keyRevision);
    expect(last?.vectors.split(":")[1]).toBe(bits(plain.map((outcome) => outcome === "CORRECT")));
    expect(scorings.map(({ revision }) => revision)).toEqual(scorings.map((_, place) => place + 1));
    expect(new Set(scorings.map(({ keyRevision }) => keyRevision)).size).toBe(scorings.length);
  }
}

/** The bits in hexadecimal as the vectors are stored, least significant bit first. */
function bits(values: readonly boolean[]): string {
  const bytes = new Uint8Array(Math.ceil(values.length / 8));
  for (const [index, value] of values.entries())
    if (value) bytes[index >> 3] = (bytes[index >> 3] ?? 0) | (1 << (index & 7));
  return Buffer.from(bytes).toString("hex");
}

async function submitInPieces(name: string, rows: readonly Row[]): Promise<string> {
  const input = { benchmark: DEMO, model: { name }, inputs: ["AUDIO"], idempotencyKey: name };
  const { createRun } = await server.data<{ createRun: { run: { id: string } } }>(
    "mutation ($input: CreateRunInput!) { createRun(input: $input) { run { id } } }",
    { input },
  );
  const run = createRun.run.id;
  for (const piece of [rows.slice(0, 100), rows.slice(100)]) {
    await server.data("mutation ($input: AppendPredictionsInput!) { appendPredictions(input: $input) { total } }", {
      input: { run, predictions: piece },
    });
  }
  await server.data("mutation ($r: ID!) { finalizeRun(input: { run: $r }) { run { id } } }", { r: run });
  return run;
}

describe("a correction during submissions", () => {
  it.each([1, 2, 3])("scores every run by the final answer key, like a plain scoring (round %i)", async (round) => {
    const current = await askedQuestions(server, DEMO);
    const rows = current.slice(round * 10, round * 10 + 8).map((question) => ({
      question: question.key,
      answer: wrongLabel(question),
    }));
    const others = current.slice(round * 10 + 8, round * 10 + 10).map((question) => ({
      question: question.key,
      answer: wrongLabel(question),
    }));
    const submissions = Array.from({ length: 20 }, (_, index) =>
      index % 4 === 3
        ? submitInPieces(`pieces ${round}.${index}`, answers(index))
        : submit(server, DEMO, `race ${round}.${index}`, answers(index), index % 2 === 0 ? "PUBLIC" : "PRIVATE"),
    );
    const corrections = Promise.all([correct(server, DEMO, rows), correct(server, DEMO, others)]);
    const runs = await Promise.all(submissions);
    expect((await corrections).map(({ keyRevision }) => keyRevision.revision).sort()).toEqual([
      round * 2,
      round * 2 + 1,
    ]);
    await expectPlain(runs, answers);
    expect(server.logged).toEqual([]);
  });

  it("scores a submission by the corrected answer key even if the submission has already read the old answer sheet", async () => {
    const [question] = await askedQuestions(server, DEMO);
    if (question === undefined) throw new Error("no question");
    const services = runServices(server.database);
    const correction = correctionInput(DEMO, [{ question: question.key, answer: wrongLabel(question) }]).input;
    const sheets = new InterruptedSheets(() => correctAnswers(services, ADMIN, correction));
    const input = { benchmark: DEMO, model: { name: "late" }, inputs: ["AUDIO" as const], idempotencyKey: "late" };
    const late = await submitRun({ ...services, sheets }, ADMIN, {
      ...input,
      predictions: [{ question: question.key, response: wrongLabel(question) }],
    });
    const [scoring, ...rest] = await storedScorings(server, `run_${late.run}`);
    expect(rest).toEqual([]);
    expect(scoring).toMatchObject({ revision: 1, value: 1 / questions.length });
  });

  it("reaches another process over the same database", async () => {
    const other = runServices(server.database);
    const [, question] = await askedQuestions(server, DEMO);
    if (question === undefined) throw new Error("no question");
    const send = (key: string) =>
      submitRun(other, ADMIN, {
        benchmark: DEMO,
        model: { name: "elsewhere" },
        inputs: ["AUDIO"],
        idempotencyKey: key,
        predictions: [{ question: question.key, response: wrongLabel(question) }],
      });
    const { run: before } = await send("elsewhere 1");
    await correct(server, DEMO, [{ question: question.key, answer: wrongLabel(question) }]);
    const { run: after } = await send("elsewhere 2");
    const values = [before, after].map(async (run) =>
      (await storedScorings(server, `run_${run}`)).map(({ value }) => value),
    );
    const right = 1 / questions.length;
    expect(await Promise.all(values)).toEqual([[0, right], [right]]);
  });

  it("does not affect later submissions if it fails", async () => {
    const services = runServices(server.database);
    const current = await askedQuestions(server, DEMO);
    const [first, second] = [current[2], current[3]];
    if (first === undefined || second === undefined) throw new Error("no questions");
    const broken = { ...services, extractor: { ...services.extractor, extract: () => failure() } };
    const input = (question: AskedQuestion) =>
      correctionInput(DEMO, [{ question: question.key, answer: wrongLabel(question) }]).input;
    await expect(correctAnswers(broken, ADMIN, input(first))).rejects.toThrow("broken");
    const { revision } = await correctAnswers(services, ADMIN, input(second));
    expect(await askedQuestions(server, DEMO)).toEqual(
      current.map((question) => (question === second ? { ...question, label: wrongLabel(question) } : question)),
    );
    const { run } = await submitRun(services, ADMIN, {
      benchmark: DEMO,
      model: { name: "after" },
      inputs: ["AUDIO"],
      idempotencyKey: "after a failure",
      predictions: [first, second].map(({ key, label }) => ({ question: key, response: label })),
    });
    expect(await storedScorings(server, `run_${run}`)).toMatchObject([
      { keyRevision: revision, value: 1 / questions.length },
    ]);
  });
});

function failure(): never {
  throw new Error("broken");
}

/** Does some work after a sheet was first read and before it is used. */
class InterruptedSheets extends AnswerSheets {
  #interruption: (() => Promise<unknown>) | null;

  constructor(interruption: () => Promise<unknown>) {
    super();
    this.#interruption = interruption;
  }

  override async load(database: Queryable, reference: SheetReference): Promise<AnswerSheet> {
    const sheet = await super.load(database, reference);
    const interruption = this.#interruption;
    this.#interruption = null;
    await interruption?.();
    return sheet;
  }
}
