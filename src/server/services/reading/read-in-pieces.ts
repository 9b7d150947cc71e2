import { OmnidexError } from "../../../domain/errors.ts";
import type { PredictionScore } from "../../../scoring/score-prediction.ts";
import { traced } from "../../telemetry/tracing.ts";
import { Slices } from "../yielding.ts";
import type { ReadableRow } from "./readable-row.ts";
import type { RowReader, RowScore } from "./row-reader.ts";

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
 * this thread, in time slices.
 */
const LEAST_LENGTH = 100_000;
/** The overhead of a row besides its texts, in characters. */
const ROW_COST = 30;
/** The longest text that is read in this thread, because reading one text cannot be interrupted. */
const LONGEST_HERE = 8_000;

/**
 * The items from `start` (inclusive) to `end` (exclusive), with their scores. The score of a skipped item is undefined.
 */
export interface ReadPiece {
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
  const slices = new Slices();
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
    if (slices.isOver()) await slices.next();
  }
  for (const piece of ahead) yield await piece;
}

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
  return { start, end, rows, scores: rows.map((row) => (row === null ? undefined : read[next++])) };
}
