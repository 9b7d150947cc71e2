import { setImmediate } from "node:timers/promises";
import { insertPredictions, type OutcomeRow } from "../../data/prediction-writes.ts";
import type { Queryable } from "../../db/database.ts";
import type { CheckedRow, JudgedRows, RowIssue } from "./check-rows.ts";

/** The approximate number of rows and of characters that one statement inserts. */
const PIECE = 750;
const MOST_LENGTH = 1_000_000;
/** The number of rows in the first piece. It is smaller, because the database is idle until the first piece arrives. */
const FIRST_PIECE = 250;

/** The rows of a run that are being written to the database: their outcomes, and the issues to report. */
export interface SentRows {
  readonly records: readonly OutcomeRow[];
  readonly issues: readonly RowIssue[];
  /** Resolves when the last row is stored. */
  readonly stored: Promise<void>;
}

/**
 * Sends the rows of a run to the database while they are scored, piece by piece. The database stores one piece while
 * the next is scored, so storing a run takes only as long as the slower of the two steps. If a piece fails, no row
 * remains, because the transaction fails with it.
 */
export async function sendRows(tx: Queryable, run: number, pieces: AsyncIterable<JudgedRows>): Promise<SentRows> {
  const all: { readonly records: OutcomeRow[]; readonly issues: RowIssue[] } = { records: [], issues: [] };
  let stored: Promise<void> = Promise.resolve();
  const send = async (records: readonly CheckedRow[]): Promise<void> => {
    const before = stored;
    stored = insertPredictions(tx, run, records);
    // The promise is awaited later. Until then, a failure must not be an unhandled rejection.
    stored.catch(() => {});
    await before;
    // Lets pending socket events and other requests proceed.
    await setImmediate();
  };
  let waiting: CheckedRow[] = [];
  for await (const { records, issues } of pieces) {
    // Only these fields are kept, so that the rest of each row can be garbage-collected.
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
