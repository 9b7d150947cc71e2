import { setImmediate } from "node:timers/promises";
import { insertPredictions, type OutcomeRow } from "../../data/prediction-writes.ts";
import type { Queryable } from "../../db/database.ts";
import { judgeRows, type RowJudging } from "./check-rows.ts";
import type { RowIssue } from "./row-issue.ts";
import type { PredictionInput } from "./submission-input.ts";

/** How many rows are judged before they are sent off. */
const PIECE = 750;
/** Of the first piece, for the database has nothing to do until it comes. */
const FIRST_PIECE = 250;

/** The rows of a run that are on their way to the database: what became of each, and what is to be said of them. */
export interface SentRows {
  readonly records: readonly OutcomeRow[];
  readonly issues: readonly RowIssue[];
  /** That the last of them is stored. */
  readonly stored: Promise<void>;
}

/**
 * Judges the rows of a run and sends them to the database, piece by piece: it writes one while the next is judged, and has
 * that one before it asks. A run takes as long as the slower of the two, not as both. Nothing of it stays where one fails,
 * for the transaction does not.
 */
export async function sendRows(
  tx: Queryable,
  run: number,
  rows: readonly PredictionInput[],
  judging: RowJudging,
): Promise<SentRows> {
  const all: { readonly records: OutcomeRow[]; readonly issues: RowIssue[] } = { records: [], issues: [] };
  let stored: Promise<void> = Promise.resolve();
  let end = 0;
  for (let start = 0; start < rows.length; start = end) {
    end = Math.min(start + (start === 0 ? FIRST_PIECE : PIECE), rows.length);
    const { records, issues } = judgeRows(rows, start, end, judging);
    // No more than that of each, so that the rest of it can be forgotten.
    for (const { ordinal, outcome, score } of records) all.records.push({ ordinal, outcome, score });
    all.issues.push(...issues);
    const before = stored;
    stored = insertPredictions(tx, run, records);
    // It is awaited later; until then its failure is nobody's.
    stored.catch(() => {});
    await before;
    // What is under way on sockets gets its turn, and so do other requests.
    await setImmediate();
  }
  return { ...all, stored };
}
