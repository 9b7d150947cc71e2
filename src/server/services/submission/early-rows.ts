import { type AnswerSheet, isSameSheet } from "../reading/answer-sheet.ts";
import { RowReader } from "../reading/row-reader.ts";
import { type JudgedRows, judgeRows, NO_ERRORS, prepareRows } from "./check-rows.ts";
import type { RunServices } from "./run-services.ts";
import type { PredictionInput } from "./submission-input.ts";

/**
 * Responses with at least this total length, in UTF-16 code units, are read before the transaction that stores them
 * starts, because the transaction holds one of few connections.
 */
const LONG = 2_000_000;

/** Rows that were scored before the transaction that stores them, with the answer sheet that was used. */
export interface EarlyRows {
  readonly sheet: AnswerSheet;
  readonly pieces: readonly JudgedRows[];
}

/**
 * Scores rows before they are stored if they are long, or if the engine is PGlite, whose only connection all requests
 * share. Otherwise returns null.
 */
export async function readEarly(
  services: RunServices,
  sheet: AnswerSheet,
  rows: readonly PredictionInput[],
): Promise<EarlyRows | null> {
  if (services.database.engine === "postgresql" && lengthOf(rows) < LONG) return null;
  const pieces: JudgedRows[] = [];
  for await (const piece of judge(services, sheet, rows)) pieces.push(piece);
  return { sheet, pieces };
}

/**
 * Returns the rows that were scored early, unless the answer key has been corrected since. Otherwise scores the rows
 * now, piece by piece.
 */
export async function* judgedRows(
  services: RunServices,
  sheet: AnswerSheet,
  rows: readonly PredictionInput[],
  early: EarlyRows | null,
): AsyncGenerator<JudgedRows> {
  if (early !== null && isSameSheet(early.sheet, sheet)) return yield* early.pieces;
  await prepareRows(rows, { sheet, extractor: services.extractor });
  yield* judge(services, sheet, rows);
}

const judge = (services: RunServices, sheet: AnswerSheet, rows: readonly PredictionInput[]) =>
  judgeRows(rows, new RowReader(services, sheet, services.extractor), NO_ERRORS);

const lengthOf = (rows: readonly PredictionInput[]): number =>
  rows.reduce((sum, { response }) => sum + (response?.length ?? 0), 0);
