import { setImmediate } from "node:timers/promises";
import { insertPredictions, type OutcomeRow } from "../../data/prediction-writes.ts";
import type { Queryable } from "../../db/database.ts";
import type { CheckedRow, JudgedRows } from "./check-rows.ts";
import type { RowIssue } from "./row-issue.ts";

/** How many rows, and about how many characters, are sent off at once. */
const PIECE = 750;
const MOST_LENGTH = 1_000_000;
/** Of the first piece, for the database has nothing to do until it comes. */
const FIRST_PIECE = 250;

/** The rows of a run that are being written to the database, with their outcomes and the report on them. */
export interface SentRows {
  readonly records: readonly OutcomeRow[];
  readonly issues: readonly RowIssue[];
  /** That the last of them is stored. */
  readonly stored: Promise<void>;
}

/**
 * Sends the rows of a run to the database as they are judged, piece by piece: it writes one while the next is judged,
 * and has that one before it asks. A run takes as long as the slower of the two, not as both. Nothing of it stays where
 * one fails, for the transaction does not.
 */
export async function sendRows(tx: Queryable, run: number, pieces: AsyncIterable<JudgedRows>): Promise<SentRows> {
  const all: { readonly records: OutcomeRow[]; readonly issues: RowIssue[] } = { records: [], issues: [] };
  let stored: Promise<void> = Promise.resolve();
  const send = async (records: readonly CheckedRow[]): Promise<void> => {
    const before = stored;
    stored = insertPredictions(tx, run, records);
    // It is awaited later; until then, a failure must not be an unhandled rejection.
    stored.catch(() => {});
    await before;
    // What is under way on sockets gets its turn, and so do other requests.
    await setImmediate();
  };
  let waiting: CheckedRow[] = [];
  for await (const { records, issues } of pieces) {
    // No more than that of each, so that the rest of it can be forgotten.
    for (const { ordinal, outcome, score, answer } of records) all.records.push({ ordinal, outcome, score, answer });
    all.issues.push(...issues);
    waiting.push(...records);
    const isFirst = all.records.length === waiting.length;
    if (waiting.length < (isFirst ? FIRST_PIECE : PIECE) && lengthOf(waiting) < MOST_LENGTH) continue;
    await send(waiting);
    waiting = [];
  }
  if (waiting.length > 0) await send(waiting);
  return { ...all, stored };
}

const lengthOf = (rows: readonly CheckedRow[]): number =>
  rows.reduce((sum, { response }) => sum + (response?.length ?? 0), 0);
