import { csvLine } from "../encoding/csv.ts";
import { parquetFile } from "../encoding/parquet.ts";
import { type FilePieces, jsonLine, type Pieces, textOf } from "../encoding/pieces.ts";
import { QUESTION_COLUMNS } from "./question-columns.ts";
import type { QuestionRecord } from "./question-record.ts";

/** A file format for questions. */
export interface QuestionFormat {
  readonly mediaType: string;
  /** @param license a line about the licence of the content */
  readonly write: (pieces: Pieces<QuestionRecord>, license: string) => FilePieces;
}

const header = csvLine(QUESTION_COLUMNS.map(({ name }) => name));
const flatLine = (record: QuestionRecord): string => csvLine(QUESTION_COLUMNS.map(({ value }) => value(record)));

/** The formats by file extension. */
export const QUESTION_FORMATS = {
  ndjson: { mediaType: "application/x-ndjson", write: (pieces) => textOf("", pieces, jsonLine) },
  csv: { mediaType: "text/csv; charset=utf-8", write: (pieces) => textOf(header, pieces, flatLine) },
  parquet: {
    mediaType: "application/vnd.apache.parquet",
    write: (pieces, license) => parquetFile(QUESTION_COLUMNS, pieces, { license, generator: "omnidex" }),
  },
} as const satisfies Readonly<Record<string, QuestionFormat>>;
export type QuestionExtension = keyof typeof QUESTION_FORMATS;
