import { setImmediate } from "node:timers/promises";
import { insertPredictions } from "../../data/prediction-writes.ts";
import type { Queryable } from "../../db/database.ts";
import { type CheckedRows, judgeRows, type RowJudging } from "./check-rows.ts";
import type { PredictionInput } from "./submission-input.ts";

/** How many rows are judged before they are sent off. */
const PIECE = 750;

/**
 * Judges the rows of a run and stores them, piece by piece: the database writes one while the next is judged. A run takes
 * as long as the slower of the two, not as both. Nothing of it stays where one fails, for the transaction does not.
 */
export async function storeRows(
  tx: Queryable,
  run: number,
  rows: readonly PredictionInput[],
  judging: RowJudging,
): Promise<CheckedRows> {
  const all: Pick<ReturnType<typeof judgeRows>, "records" | "issues"> = { records: [], issues: [] };
  let stored: Promise<void> = Promise.resolve();
  for (let start = 0; start < rows.length; start += PIECE) {
    const { records, issues } = judgeRows(rows, start, Math.min(start + PIECE, rows.length), judging);
    all.records.push(...records);
    all.issues.push(...issues);
    await stored;
    stored = insertPredictions(tx, run, records);
    // It is awaited above or below; until then its failure is nobody's.
    stored.catch(() => {});
    // What is under way on sockets gets its turn, and so do other requests.
    await setImmediate();
  }
  await stored;
  return all;
}
