import { OmnidexError } from "../../../domain/errors.ts";
import type { Extractor } from "../../../reading/extraction.ts";
import { EXTRACTORS } from "../../../reading/extractor-registry.ts";
import { scoreRow } from "../../../scoring/judging/judged-score.ts";
import type { PredictionScore, ScoredQuestion } from "../../../scoring/score-prediction.ts";
import { traced } from "../../telemetry/tracing.ts";
import type { ReadingBudget, ReadingPool } from "../../workers/reading-pool.ts";
import { type ReadableRow, rowColumns, scoresOf, sharedQuestions } from "../../workers/thread-rows.ts";
import { Bursts, mapInBursts } from "../../workers/yielding.ts";
import type { AnswerSheet } from "./answer-sheet.ts";

/** The score of a row; null for a row that takes too long to read. */
export type RowScore = PredictionScore | null;

/** The resources for reading responses. */
export interface ReadingMeans {
  /** The threads in which responses are read. */
  readonly pool: ReadingPool;
  /** The remaining thread time of the request. */
  readonly budget: ReadingBudget;
}

/** Reads rows of one release with one extractor. */
export class RowReader {
  constructor(
    private readonly means: ReadingMeans,
    readonly sheet: AnswerSheet,
    readonly extractor: Extractor,
  ) {}

  /**
   * Whether threads can use the extractor. An extractor outside of the registry is a function that exists only in this
   * thread.
   */
  get isPortable(): boolean {
    return EXTRACTORS.includes(this.extractor);
  }

  /** Reads rows in this thread, yielding to the event loop. */
  here(rows: readonly ReadableRow[]): Promise<RowScore[]> {
    return mapInBursts(rows, (row) => scoreRow(row, this.#question(row), this.extractor));
  }

  /**
   * Reads rows in other threads. Captions are scored in this thread, which holds their networks.
   * @throws `COST_LIMIT_EXCEEDED` if the request has spent its budget
   */
  async elsewhere(rows: readonly ReadableRow[]): Promise<RowScore[]> {
    if (this.sheet.captions === null) return this.#inThread(rows);
    const isHere = rows.map((row) => this.#question(row).captions != null);
    const [here, there] = [rows.filter((_, index) => isHere[index]), rows.filter((_, index) => !isHere[index])];
    const [captions, others] = [await this.here(here), await this.#inThread(there)];
    return isHere.map((is) => (is ? captions.shift() : others.shift()) ?? null);
  }

  async #inThread(rows: readonly ReadableRow[]): Promise<RowScore[]> {
    if (rows.length === 0) return [];
    const { pool, budget } = this.means;
    if (budget.isSpent) throw budget.error();
    const questions = await sharedQuestions(this.sheet);
    const outcome = await pool.run({ extractor: this.extractor.name, questions, rows: rowColumns(rows) }, budget);
    if ("columns" in outcome) return scoresOf(outcome.columns);
    if ("spent" in outcome) throw budget.error();
    const [before, after] = [rows.slice(0, outcome.costlyRow), rows.slice(outcome.costlyRow + 1)];
    return [...(await this.#inThread(before)), null, ...(await this.#inThread(after))];
  }

  #question({ ordinal }: ReadableRow): ScoredQuestion {
    const question = this.sheet.questions[ordinal]?.scored;
    if (question === undefined) throw new Error(`release ${this.sheet.release} has no question ${ordinal}`);
    return question;
  }
}

/** The texts of a row that have to be read. */
interface Texts {
  readonly response?: string | null | undefined;
  readonly confirmation?: string | null | undefined;
}

/**
 * Rows are read in pieces. These are the maximum number of rows of a piece, and the approximate maximum number of its
 * characters. A thread reads a piece of this size in at most 0.1 s.
 */
const MOST_ROWS = 250;
const MOST_LENGTH = 64_000;

/** The number of pieces to read ahead. */
const AHEAD = 4;

/**
 * The total length of texts, in characters, from which sending them to threads is faster. Shorter batches are read in
 * this thread, in bursts.
 */
const LEAST_LENGTH = 100_000;
/** The overhead of a row besides its texts, in characters. */
const ROW_COST = 30;
/** The longest text that is read in this thread, because reading one text cannot be interrupted. */
const LONGEST_HERE = 8_000;

/**
 * The items from `start` (inclusive) to `end` (exclusive), with their scores. The score of a skipped item is undefined.
 */
interface ReadPiece {
  readonly start: number;
  readonly end: number;
  readonly rows: readonly (ReadableRow | null)[];
  readonly scores: readonly (RowScore | undefined)[];
}

/**
 * Reads items piece by piece, in order. Long pieces are read in threads, several pieces ahead.
 * @param rowOf the row of an item; null to skip it
 */
export async function* readInPieces<T extends Texts>(
  items: readonly T[],
  rowOf: (item: T, index: number) => ReadableRow | null,
  reader: RowReader,
): AsyncGenerator<ReadPiece> {
  const isHere = !reader.isPortable || isLittle(items);
  const ahead: Promise<ReadPiece>[] = [];
  const bursts = new Bursts();
  for (let start = 0; start < items.length; ) {
    const end = endOfPiece(items, start);
    const attributes = { "omnidex.rows": end - start, "omnidex.in_thread": !isHere };
    const piece = traced("score rows", "internal", attributes, () =>
      readPiece(items, start, end, rowOf, reader, isHere),
    );
    // The promise is awaited later. Until then, a failure must not be an unhandled rejection.
    piece.catch(() => {});
    ahead.push(piece);
    start = end;
    if (ahead.length > (isHere ? 0 : AHEAD)) yield await (ahead.shift() as Promise<ReadPiece>);
    if (bursts.isOver()) await bursts.next();
  }
  for (const piece of ahead) yield await piece;
}

/** A row of a submission, by the key of its question. */
export interface SentRow extends Texts {
  readonly question: string;
  readonly error?: string | null | undefined;
}

/**
 * Reads the rows of a submission piece by piece, in order. Rows of unknown questions are skipped.
 * @param skipped the numbers of further rows to skip
 */
export const readSent = (
  rows: readonly SentRow[],
  skipped: ReadonlyMap<number, unknown>,
  reader: RowReader,
): AsyncGenerator<ReadPiece> =>
  readInPieces(
    rows,
    (sent, row) => {
      const question = reader.sheet.byKey.get(sent.question);
      return skipped.has(row) || question === undefined ? null : readableRow(sent, question.ordinal);
    },
    reader,
  );

/** The output of a submitted row, in the form in which it is read and stored. */
export const readableRow = ({ response, error, confirmation }: SentRow, ordinal: number): ReadableRow => ({
  ordinal,
  response: wellFormed(response),
  error: wellFormed(error),
  confirmation: wellFormed(confirmation),
});

/**
 * Replaces lone surrogates, as left by a cut-off emoji, with the replacement character, because they have no UTF-8
 * form.
 */
const wellFormed = (text: string | null | undefined): string | null => (text == null ? null : text.toWellFormed());

/** Reads all rows. @throws `COST_LIMIT_EXCEEDED` that names the question whose response takes too long */
export async function readAll(rows: readonly ReadableRow[], reader: RowReader): Promise<PredictionScore[]> {
  const all: PredictionScore[] = [];
  for await (const { start, scores } of readInPieces(rows, (row) => row, reader)) {
    for (const [index, score] of scores.entries()) all.push(score ?? refuse(rows[start + index], reader));
  }
  return all;
}

function refuse(row: ReadableRow | undefined, { sheet, extractor }: RowReader): never {
  const question = sheet.questions[row?.ordinal ?? -1]?.key ?? "";
  throw new OmnidexError(
    "COST_LIMIT_EXCEEDED",
    `The extractor ${extractor.name} takes too long to read the response to '${question}'; nothing was changed.`,
  );
}

const lengthOf = ({ response, confirmation }: Texts): number => (response?.length ?? 0) + (confirmation?.length ?? 0);

function isLittle(items: readonly Texts[]): boolean {
  let length = 0;
  for (const item of items) {
    const own = lengthOf(item);
    length += own + ROW_COST;
    if (own > LONGEST_HERE || length > LEAST_LENGTH) return false;
  }
  return true;
}

function endOfPiece(items: readonly Texts[], start: number): number {
  let length = 0;
  for (let end = start; end < items.length; end++) {
    const item = items[end];
    length += item === undefined ? 0 : lengthOf(item);
    if (end > start && (length > MOST_LENGTH || end - start >= MOST_ROWS)) return end;
  }
  return items.length;
}

async function readPiece<T extends Texts>(
  items: readonly T[],
  start: number,
  end: number,
  rowOf: (item: T, index: number) => ReadableRow | null,
  reader: RowReader,
  isHere: boolean,
): Promise<ReadPiece> {
  const rows = items.slice(start, end).map((item, index) => rowOf(item, start + index));
  const present = rows.filter((row) => row !== null);
  const read = isHere ? await reader.here(present) : await reader.elsewhere(present);
  let next = 0;
  const scores: (RowScore | undefined)[] = [];
  for (const row of rows) scores.push(row === null ? undefined : read[next++]);
  return { start, end, rows, scores };
}
