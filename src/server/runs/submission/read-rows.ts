import { Bursts } from "../../workers/yielding.ts";
import { prepareCaptions } from "../captions/fense-scores.ts";
import type { PredictionRecord } from "../prediction-writes.ts";
import type { AnswerSheet } from "../reading/answer-sheet.ts";
import { RowReader, readSent } from "../reading/row-reader.ts";
import { rowErrors } from "./check-rows.ts";
import { type RowIssue, rowIssue, warningOf } from "./row-issues.ts";
import type { RunServices } from "./run-services.ts";
import type { PredictionInput } from "./submission-input.ts";

/** A row of a submission with its score. */
export interface ReadRow extends PredictionRecord {
  readonly row: number;
  readonly question: string;
  /** The fault of a malformed answer, as a clause. */
  readonly reason?: string;
}

/** Rows without an error, in the order in which they were sent, and the issues of all rows. */
export interface ReadRows {
  readonly records: readonly ReadRow[];
  readonly issues: readonly RowIssue[];
}

type ReadingServices = Pick<RunServices, "extractor" | "pool" | "budget">;

const NO_ERRORS: ReadonlyMap<number, RowIssue> = new Map();

/**
 * Extracts and scores the answers of rows, piece by piece.
 * @param errors rows that are not read; they become issues
 */
export async function* readRows(
  services: ReadingServices,
  sheet: AnswerSheet,
  rows: readonly PredictionInput[],
  errors: ReadonlyMap<number, RowIssue> = NO_ERRORS,
): AsyncGenerator<ReadRows> {
  if (sheet.captions !== null) await prepareRows(services, sheet, rows);
  const bursts = new Bursts();
  for await (const piece of readSent(rows, errors, new RowReader(services, sheet, services.extractor))) {
    bursts.begin();
    const [records, issues]: [ReadRow[], RowIssue[]] = [[], []];
    for (const [index, readable] of piece.rows.entries()) {
      if (bursts.isOver()) await bursts.next();
      const row = piece.start + index;
      const error = errors.get(row);
      if (error !== undefined) issues.push(error);
      const [score, question] = [piece.scores[index], sheet.questions[readable?.ordinal ?? -1]];
      if (readable === null || question === undefined || score === undefined) continue;
      if (score === null) {
        issues.push(rowIssue(row, question.key, "RESPONSE_TOO_COSTLY", TOO_COSTLY));
        continue;
      }
      const { ordinal, response, error: failure, confirmation } = readable;
      const { outcome, answer, rule, span, ambiguous, reason } = score;
      // Assigned field by field: spreading two objects takes longer than reading most responses.
      const scored: ReadRow = {
        row,
        question: question.key,
        ordinal,
        response,
        error: failure,
        confirmation,
        outcome,
        score: score.score,
        answer,
        rule,
        span,
        ambiguous,
      };
      const record = reason === undefined ? scored : { ...scored, reason };
      records.push(record);
      const warning = warningOf(record, question);
      if (warning !== null) issues.push(rowIssue(row, question.key, ...warning));
    }
    yield { records, issues };
  }
}

const TOO_COSTLY = "Reading the response takes too long. Shorten it, or send an 'error' in its place.";

/** Computes the scores of captions in advance, because rows are scored synchronously. Does nothing without FENSE. */
export const prepareRows = (
  { extractor }: Pick<RunServices, "extractor">,
  sheet: AnswerSheet,
  rows: readonly PredictionInput[],
): Promise<void> =>
  prepareCaptions(
    sheet,
    extractor,
    rows.map(({ question, response }) => ({ question: sheet.byKey.get(question)?.scored, response })),
  );

/** Reads all rows, and keeps the pieces in which they are stored. */
export async function readPieces(
  services: ReadingServices,
  sheet: AnswerSheet,
  rows: readonly PredictionInput[],
): Promise<readonly ReadRows[]> {
  const pieces: ReadRows[] = [];
  for await (const piece of readRows(services, sheet, rows)) pieces.push(piece);
  return pieces;
}

/** Checks all rows against the release, and reads those without an error. */
export async function checkAndRead(
  services: ReadingServices,
  sheet: AnswerSheet,
  rows: readonly PredictionInput[],
): Promise<ReadRows> {
  const all: { readonly records: ReadRow[]; readonly issues: RowIssue[] } = { records: [], issues: [] };
  for await (const { records, issues } of readRows(services, sheet, rows, await rowErrors(rows, sheet))) {
    all.records.push(...records);
    all.issues.push(...issues);
  }
  return all;
}
