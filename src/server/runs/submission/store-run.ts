import { createHash, type Hash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { distinctInputs } from "../../../domain/vocabulary.ts";
import { usedKey } from "../../access/repeatable-call.ts";
import type { Queryable } from "../../db/database.ts";
import { Bursts } from "../../workers/yielding.ts";
import type { JudgeTaskRecord } from "../judge-queries.ts";
import { type Judge, judgeTasksOf } from "../judging/judge.ts";
import { insertPredictions, type OutcomeRow } from "../prediction-writes.ts";
import type { AnswerSheet } from "../reading/answer-sheet.ts";
import { type ExistingRun, fetchRunByKey } from "../run-writes.ts";
import type { ReadRow, ReadRows } from "./read-rows.ts";
import type { RowIssue } from "./row-issues.ts";
import type { PredictionInput, RunInput, SubmissionInput } from "./submission-input.ts";

/** The approximate number of rows and of characters that one statement inserts. */
const PIECE = 750;
const MOST_LENGTH = 1_000_000;
/** The number of rows in the first piece. It is smaller, because the database is idle until the first piece arrives. */
const FIRST_PIECE = 250;

/** The rows of a run that are being written to the database: their outcomes, and the issues to report. */
export interface SentRows {
  readonly records: readonly OutcomeRow[];
  readonly issues: readonly RowIssue[];
  /** What the judge has to read; empty without a judge. */
  readonly tasks: readonly JudgeTaskRecord[];
  /** Resolves when the last row is stored. */
  readonly stored: Promise<void>;
}

/**
 * Sends the rows of a run to the database while they are scored, piece by piece. The database stores one piece while
 * the next is scored, so storing a run takes only as long as the slower of the two steps. If a piece fails, no row
 * remains, because the transaction fails with it.
 */
export async function sendRows(
  tx: Queryable,
  run: number,
  pieces: AsyncIterable<ReadRows> | Iterable<ReadRows>,
  sheet: AnswerSheet,
  judge: Judge | null,
): Promise<SentRows> {
  const [records, issues, tasks]: [OutcomeRow[], RowIssue[], JudgeTaskRecord[]] = [[], [], []];
  let stored: Promise<void> = Promise.resolve();
  let waiting: ReadRow[] = [];
  let [length, least] = [0, FIRST_PIECE];
  const send = async (): Promise<void> => {
    const before = stored;
    stored = insertPredictions(tx, run, waiting);
    // The promise is awaited later. Until then, a failure must not be an unhandled rejection.
    stored.catch(() => {});
    [waiting, length, least] = [[], 0, PIECE];
    await before;
    // Lets pending socket events and other requests proceed.
    await setImmediate();
  };
  for await (const piece of pieces) {
    for (const record of piece.records) {
      // Only these fields are kept, so that the rest of each row can be garbage-collected.
      const { ordinal, outcome, score, answer } = record;
      records.push({ ordinal, outcome, score, answer });
      length += record.response?.length ?? 0;
    }
    issues.push(...piece.issues);
    waiting.push(...piece.records);
    if (judge !== null) tasks.push(...judgeTasksOf(piece.records, sheet, judge));
    if (waiting.length >= least || length >= MOST_LENGTH) await send();
  }
  if (waiting.length > 0) await send();
  return { records, issues, tasks, stored };
}

/**
 * The run that another call has made under the same idempotency key in the meantime.
 * @throws {ReleaseReplacedError} if no such run exists: the insert then failed because the release was replaced
 */
export async function repeatedRun(tx: Queryable, owner: string, input: RunInput): Promise<number> {
  const existing = await fetchRunByKey(tx, owner, input.idempotencyKey);
  if (existing === undefined) throw new ReleaseReplacedError();
  return sameInput(existing, input);
}

/** Thrown if another release has become the current one since the submission looked it up. */
export class ReleaseReplacedError extends Error {
  override readonly name = "ReleaseReplacedError";
}

export async function sameInput(existing: ExistingRun, input: RunInput): Promise<number> {
  if (await isHashOf(existing.inputHash, input)) return existing.id;
  throw usedKey(input.idempotencyKey, "a run");
}

/**
 * The identity of a submission: SHA-256 over its content. Absent fields count as null, and the order of its inputs does
 * not matter. Switches that are off count as absent, so submissions from before a switch existed keep their hash.
 */
export const hashInput = (input: RunInput | SubmissionInput): Promise<string> =>
  hashAsSent({ ...input, inputs: distinctInputs(input.inputs) });

/** Whether a stored hash is that of the input. Older hashes depend on the order in which the inputs were sent. */
const isHashOf = async (hash: string, input: RunInput | SubmissionInput): Promise<boolean> =>
  hash === (await hashInput(input)) || hash === (await hashAsSent(input));

async function hashAsSent(input: RunInput | SubmissionInput): Promise<string> {
  const { judge, openEnded, anonymous, ...rest } = input;
  const switches = Object.entries({ judge, openEnded, anonymous }).filter(([, value]) => value === true);
  const fields = { ...rest, ...Object.fromEntries(switches) };
  const members = Object.entries(fields)
    .filter(([, value]) => value != null)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  const hash = createHash("sha256");
  for (const [index, [name, value]] of members.entries()) {
    hash.update(`${index === 0 ? "{" : ","}${JSON.stringify(name)}:`);
    if (name === "predictions" && "predictions" in input) await hashRows(hash, input.predictions);
    else hash.update(JSON.stringify(name === "model" ? canonicalModel(input.model) : value));
  }
  return hash.update("}").digest("hex");
}

/** The length of text that is hashed at once, in UTF-16 code units. */
const HASHED_AT_ONCE = 100_000;

/**
 * Hashes the rows as JSON without nulls. Rows are sorted by question, because parallel harnesses write
 * them in a different order each time. `canonicalRow` lists the members in the order of their names, so they need not
 * be sorted.
 */
async function hashRows(hash: Hash, predictions: readonly PredictionInput[]): Promise<void> {
  const bursts = new Bursts();
  let text = "[";
  for (const [index, row] of predictions.toSorted(byQuestion).entries()) {
    text += `${index === 0 ? "" : ","}${JSON.stringify(canonicalRow(row))}`;
    if (text.length < HASHED_AT_ONCE) continue;
    hash.update(text);
    text = "";
    if (bursts.isOver()) await bursts.next();
  }
  hash.update(`${text}]`);
}

const byQuestion = (a: PredictionInput, b: PredictionInput): number =>
  a.question < b.question ? -1 : a.question > b.question ? 1 : 0;

/** The members in the order of their names, without nulls. */
const canonicalModel = ({ name, organization, parameters, url }: RunInput["model"]): object => ({
  name,
  organization: organization ?? undefined,
  parameters: parameters ?? undefined,
  url: url ?? undefined,
});

const canonicalRow = ({ confirmation, error, question, response }: PredictionInput): object => ({
  confirmation: confirmation ?? undefined,
  error: error ?? undefined,
  question,
  response: response ?? undefined,
});
