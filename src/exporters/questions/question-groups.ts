import type { ColumnValues } from "../../domain/column-values.ts";
import type { ExportedColumns, ExportedQuestion, ExportedStatistics } from "../../domain/exported-question.ts";
import type { ExportedRelease } from "../../domain/exported-release.ts";
import { encodeNodeId } from "../../domain/node-id.ts";
import { storedValue } from "../encoding/parquet.ts";
import { QUESTION_COLUMNS, type QuestionColumn } from "./question-columns.ts";
import { exportedAnswer, exportedVideo, type QuestionRecord } from "./question-record.ts";

/** Questions of an export by column, which make a row group. */
export interface QuestionGroup {
  readonly columns: ExportedColumns;
  readonly releaseOf: (id: number) => ExportedRelease;
  /** Null without an item snapshot. */
  readonly statisticsOf: ((row: Pick<ExportedQuestion, "release" | "ordinal">) => ExportedStatistics | null) | null;
}

/** The fields of the records as columns, in which equal values are computed once. */
type Fields = { readonly [K in keyof QuestionRecord]: ColumnValues };

/** The values of `QUESTION_COLUMNS` for a row group. They are those that the records of the same questions have. */
export function groupColumns(group: QuestionGroup): readonly ColumnValues[] {
  const fields = fieldsOf(group);
  return QUESTION_COLUMNS.map((column) =>
    // The records have labels as well, which this column would leave out again.
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
