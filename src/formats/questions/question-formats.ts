import type { ExportedColumns, ExportedQuestion, ExportedStatistics } from "../../domain/exported-question.ts";
import type { ExportedRelease } from "../../domain/exported-release.ts";
import { encodeNodeId } from "../../domain/node-id.ts";
import type { ColumnValues } from "../../domain/record-values.ts";
import { GROUP, parquetGroups, storedValue } from "../encoding/parquet.ts";
import { csvLine, type FilePieces, jsonLine, type Pieces, textOf } from "../encoding/pieces.ts";
import { QUESTION_COLUMNS, type QuestionColumn } from "./question-columns.ts";
import { exportedAnswer, exportedVideo, type QuestionRecord } from "./question-record.ts";

/** The questions of a row group, by column. */
export interface QuestionGroup {
  readonly columns: ExportedColumns;
  readonly releaseOf: (id: number) => ExportedRelease;
  /** Returns a question's statistics; null if no item snapshot is exported. */
  readonly statisticsOf: ((row: Pick<ExportedQuestion, "release" | "ordinal">) => ExportedStatistics | null) | null;
}

/** The fields of the records as columns. Values that rows share are computed once. */
type Fields = { readonly [K in keyof QuestionRecord]: ColumnValues };

/** The values of `QUESTION_COLUMNS` for a row group, equal to those computed from the questions' records. */
function groupColumns(group: QuestionGroup): readonly ColumnValues[] {
  const fields = fieldsOf(group);
  return QUESTION_COLUMNS.map((column) =>
    // A record's options also have labels, which this column leaves out, so the texts are taken directly.
    column.field === "options" ? group.columns.options : valuesOf(column, fields[column.field]),
  );
}

function valuesOf({ type, field, value }: QuestionColumn, { values, rows }: ColumnValues): ColumnValues {
  const source: Partial<Record<keyof QuestionRecord, unknown>> = {};
  const of = (each: unknown): unknown => {
    source[field] = each;
    return storedValue(type, value(source as QuestionRecord));
  };
  return { values: values.map(of), rows };
}

function fieldsOf({ columns, releaseOf, statisticsOf }: QuestionGroup): Fields {
  const releases = columns.release.values.map(releaseOf);
  const { rows } = columns.release;
  return {
    ...columns,
    benchmark: { values: releases.map(({ benchmark }) => benchmark), rows },
    release: { values: releases, rows },
    license: { values: releases.map(({ license }) => license), rows },
    id: { values: columns.id.values.map((id) => encodeNodeId("Question", id)), rows: null },
    answer: { values: columns.answer.values.map((answer) => answer && exportedAnswer(answer)), rows: null },
    video: { values: columns.video.values.map((video) => video && exportedVideo(video)), rows: columns.video.rows },
    statistics:
      statisticsOf === null
        ? { values: [], rows: new Int32Array(columns.id.values.length).fill(-1) }
        : statisticsColumn(columns, statisticsOf),
  };
}

function statisticsColumn(
  { release, ordinal }: ExportedColumns,
  statisticsOf: NonNullable<QuestionGroup["statisticsOf"]>,
): ColumnValues {
  const releaseAt = (row: number): number => release.values[release.rows?.[row] ?? row] ?? 0;
  return {
    values: ordinal.values.map((each, row) => statisticsOf({ release: releaseAt(row), ordinal: each })),
    rows: null,
  };
}

/** The questions of an export, as records or by column. A format reads one of the two. */
interface QuestionSource {
  readonly records: () => Pieces<QuestionRecord>;
  /** @param size the maximum number of questions in a group */
  readonly groups: (size: number) => AsyncIterable<QuestionGroup>;
}

/** A file format for questions. */
interface QuestionFormat {
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
