import type { ColumnValues } from "../../domain/column-values.ts";
import { csvLine } from "../encoding/csv.ts";
import { GROUP, parquetGroups } from "../encoding/parquet.ts";
import { type FilePieces, jsonLine, type Pieces, textOf } from "../encoding/pieces.ts";
import { QUESTION_COLUMNS } from "./question-columns.ts";
import { groupColumns, type QuestionGroup } from "./question-groups.ts";
import type { QuestionRecord } from "./question-record.ts";

/** The questions of an export, as records or by column. A format reads one of the two. */
export interface QuestionSource {
  readonly records: () => Pieces<QuestionRecord>;
  /** @param size the maximum number of questions in a group */
  readonly groups: (size: number) => AsyncIterable<QuestionGroup>;
}

/** A file format for questions. */
export interface QuestionFormat {
  readonly mediaType: string;
  /** @param license a line about the licence of the content */
  readonly write: (questions: QuestionSource, license: string) => FilePieces;
}

const header = csvLine(QUESTION_COLUMNS.map(({ name }) => name));
const flatLine = (record: QuestionRecord): string => csvLine(QUESTION_COLUMNS.map(({ value }) => value(record)));

async function* columnsOf(groups: AsyncIterable<QuestionGroup>): AsyncGenerator<readonly ColumnValues[]> {
  for await (const group of groups) yield groupColumns(group);
}

/** The formats by file extension. */
export const QUESTION_FORMATS = {
  ndjson: { mediaType: "application/x-ndjson", write: ({ records }) => textOf("", records(), jsonLine) },
  csv: { mediaType: "text/csv; charset=utf-8", write: ({ records }) => textOf(header, records(), flatLine) },
  parquet: {
    mediaType: "application/vnd.apache.parquet",
    write: ({ groups }, license) =>
      parquetGroups(QUESTION_COLUMNS, columnsOf(groups(GROUP)), { license, generator: "omnidex" }),
  },
} as const satisfies Readonly<Record<string, QuestionFormat>>;
export type QuestionExtension = keyof typeof QUESTION_FORMATS;
