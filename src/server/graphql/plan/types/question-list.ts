import { type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { canonicalSlice } from "../../../../domain/slice/canonical-slice.ts";
import type { QuestionFilter } from "../../../../domain/slice/question-filter.ts";
import { sliceCondition } from "../../../conditions/slice-condition.ts";
import type { ConnectionSpec, ListOrder, OrderColumn } from "../connection-page.ts";
import type { SelectedField } from "../selection.ts";
import type { TableOf } from "../type-tables.ts";

type QuestionOrVideo = TableOf<"Question"> | TableOf<"Video">;

/** The most questions on a page. */
export const MOST_QUESTIONS = 1_000;

/** A list of questions, restricted by its parent. */
export const questionsSpec = <A>(
  within: (q: TableOf<"Question">, parent: A) => SQL,
): ConnectionSpec<A, "Question"> => ({
  name: "questions",
  type: "Question",
  maximum: MOST_QUESTIONS,
  order: (q, { orderBy }) => fileOrder(q, q.ordinal, orderBy),
  where: (q, args, parent) => sql`${within(q, parent)} and ${filterCondition(args, q)}`,
});

/** The `filter` argument, a `QuestionFilter`, as a condition. */
export const filterCondition = (args: SelectedField["args"], q: TableOf<"Question">): SQL =>
  sliceCondition(canonicalSlice(args.filter as QuestionFilter | null | undefined), q);

type FileOrder = { readonly field: "ORDINAL" | "KEY" | "DURATION"; readonly direction: "ASC" | "DESC" };

/** The sort order of a `QuestionOrder` or `VideoOrder`. Ties are broken by release, then by position in the file. */
export function fileOrder(row: QuestionOrVideo, place: AnyPgColumn, order: unknown): ListOrder {
  const { field, direction } = (order as FileOrder | null | undefined) ?? { field: "ORDINAL", direction: "ASC" };
  const descending = direction === "DESC";
  const ties: OrderColumn[] = [
    { expression: sql`${row.releaseId}`, type: "integer" },
    { expression: sql`${place}`, type: "integer" },
  ];
  const first: Record<FileOrder["field"], OrderColumn[]> = {
    ORDINAL: [],
    // Byte order, regardless of the database's collation.
    KEY: [{ expression: sql`(${row.key} collate "C")`, type: "text" }],
    DURATION: [{ expression: unknownLast(row.durationSeconds, descending), type: "float8" }],
  };
  return { name: `${field}:${direction}`, descending, columns: [...first[field], ...ties] };
}

/** Replaces NULL by an infinite number, so that NULL comes last in either direction. */
export const unknownLast = (number: AnyPgColumn | SQL, descending: boolean): SQL =>
  sql`coalesce(${number}, ${sql.raw(descending ? "'-Infinity'" : "'Infinity'")}::float8)`;
