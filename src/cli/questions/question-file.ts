import { UnreachableCaseError } from "../../domain/errors.ts";
import { counted } from "../../domain/texts.ts";
import { csvLine, type FilePieces, jsonLine, type Pieces, textOf } from "../../formats/encoding/pieces.ts";
import type { Question } from "../../sdk/types.ts";
import type { QuestionFileFormat, TableOnlyFormat } from "../export/export-formats.ts";
import { type Extensions, formatOfExtension } from "../output/file-extension.ts";
import type { TableFormat } from "../output/format-option.ts";
import { openByteSink } from "../output/output-file.ts";
import { remark } from "../output/printing.ts";
import { startProgress } from "../output/progress.ts";
import { UsageError } from "../output/usage-error.ts";
import { type QuestionColumn, questionRow } from "./question-table.ts";

type Format = QuestionFileFormat | TableOnlyFormat;

/**
 * The given format, or the one that the file name implies; NDJSON for standard output.
 *
 * @throws {UsageError} if neither states a file format
 */
export function fileFormat(output: string, forced: Format | undefined): QuestionFileFormat {
  if (forced === "table" || forced === "md" || forced === "latex")
    throw new UsageError(`'${forced}' is a format for tables, not for files of questions.`, "Leave out --output.");
  return forced ?? formatOfExtension(output, EXTENSIONS);
}

const EXTENSIONS = {
  "": "ndjson",
  ".ndjson": "ndjson",
  ".jsonl": "ndjson",
  ".json": "json",
  ".csv": "csv",
  ".parquet": "parquet",
} as const satisfies Extensions<QuestionFileFormat>;

/** The format of the table. @throws {UsageError} for a format that only files have */
export function tableFormat(given: Format | undefined): TableFormat | undefined {
  if (given === undefined) return undefined;
  const found = TABLE_FORMATS[given];
  if (found !== null) return found;
  throw new UsageError(
    `'${given}' is a format for files.`,
    "Name the file with --output, or use --output - for standard output.",
  );
}

const TABLE_FORMATS: Readonly<Record<Format, TableFormat | null>> = {
  table: "TABLE",
  csv: "CSV",
  md: "MD",
  latex: "LATEX",
  ndjson: null,
  json: null,
  parquet: null,
};

/** Encodes a file of questions in pieces. JSON formats hold the value of `row`, the other formats hold the columns. */
async function* encodeRows(
  format: QuestionFileFormat,
  questions: AsyncIterable<Question>,
  columns: readonly QuestionColumn[],
  row: (question: Question) => unknown,
): FilePieces {
  const pieces = inPieces(questions);
  switch (format) {
    case "ndjson":
      return yield* textOf("", pieces, (question) => jsonLine(row(question)));
    case "json":
      return yield* jsonArray(pieces, row);
    case "csv": {
      const header = csvLine(columns.map(({ name }) => name));
      return yield* textOf(header, pieces, (question) => csvLine(columns.map(({ value }) => value(question))));
    }
    case "parquet": {
      const { parquetFile } = await import("../../formats/encoding/parquet.ts");
      return yield* parquetFile(columns, pieces, { generator: "omnidex" });
    }
    default:
      throw new UnreachableCaseError(format);
  }
}

async function* jsonArray(pieces: Pieces<Question>, row: (question: Question) => unknown): FilePieces {
  let before = "[\n";
  for await (const questions of pieces) {
    yield before + questions.map((question) => JSON.stringify(row(question))).join(",\n");
    before = ",\n";
  }
  yield before === "[\n" ? "[]\n" : "\n]\n";
}

const PIECE = 200;

/** Groups some hundred questions, because one write per question takes longer than encoding it. */
async function* inPieces(questions: AsyncIterable<Question>): AsyncGenerator<readonly Question[]> {
  let piece: Question[] = [];
  for await (const question of questions) {
    piece.push(question);
    if (piece.length < PIECE) continue;
    yield piece;
    piece = [];
  }
  if (piece.length > 0) yield piece;
}

interface QuestionFile {
  /** A path, or `-`. */
  readonly output: string;
  readonly format: QuestionFileFormat;
  readonly columns: readonly QuestionColumn[];
  /** Whether NDJSON and JSON hold whole question objects instead of the columns. */
  readonly whole: boolean;
  /** The expected number of questions, for the progress bar. */
  readonly expected: number;
}

/** Writes questions page by page, in constant memory. The file appears complete or not at all. */
export async function writeQuestionFile(questions: AsyncIterable<Question>, file: QuestionFile): Promise<void> {
  const progress = await startProgress("Questions", file.expected, "questions");
  const sink = await openByteSink(file.output);
  let written = 0;
  async function* counting(): AsyncGenerator<Question> {
    for await (const question of questions) {
      yield question;
      written += 1;
      progress.update(written);
    }
  }
  try {
    for await (const piece of encodeRows(file.format, counting(), file.columns, rowOf(file))) await sink.write(piece);
    await sink.close();
  } catch (error) {
    await sink.discard();
    throw error;
  } finally {
    progress.stop();
  }
  if (file.output !== "-") remark(`${counted(written, "question")} in ${file.output}`);
}

const rowOf =
  ({ whole, columns }: QuestionFile) =>
  (question: Question): unknown =>
    whole ? question : questionRow(columns, question);
