import { constants } from "node:buffer";
import { OmnidexError } from "../../domain/errors.ts";
import type { ExportedColumns } from "../../domain/exported-question.ts";
import type { ImportMedia } from "../../domain/import-batch.ts";
import type { ColumnValues } from "../../domain/record-values.ts";
import { counted } from "../../domain/texts.ts";
import type { Viewer } from "../../domain/viewer.ts";
import type { Queryable } from "../db/database.ts";
import { exceedsMemory } from "../db/database-error.ts";
import { innerList, jsonColumns, list, typed } from "../db/typed-sql.ts";
import { type ExportedFiles, fetchExportedFiles } from "./export-parts-queries.ts";
import { audioLabels, columnsFor, entry, fromQuestions, type PinnedReleases } from "./question-export-queries.ts";

/** The most questions per statement. */
const STATEMENT = 1_000;

/**
 * The same data as from `fetchQuestionRows`, but by column.
 * @param longest the most bytes of a column; each statement returns a column as one JSON text
 * @throws `COST_LIMIT_EXCEEDED` for questions with a longer column
 */
export async function fetchQuestionColumns(
  database: Queryable,
  { releases: pinned, names }: PinnedReleases,
  ids: readonly number[],
  viewer: Viewer,
  longest = constants.MAX_STRING_LENGTH,
): Promise<ExportedColumns> {
  const [found, files] = await Promise.all([
    fetchLists(database, columnsFor(pinned, viewer), ids, longest),
    fetchExportedFiles(database, ids),
  ]);
  const { task, category, video, audioTypes: labels, ...rest } = found;
  const ofVideos = named(video, (id) => entry(files.videos, id));
  return {
    ...perRow(rest),
    release: shared(found.release),
    task: named(task, (id) => entry(names.tasks, id)),
    category: named(category, (id) => entry(names.categories, id)),
    video: { ...ofVideos, values: ofVideos.values.map((each) => each.video) },
    // Questions with the same labels get the same list.
    audioTypes: shared(labels.map(audioLabels(names))),
    media: mediaColumn(found.id, ofVideos, files),
  };
}

/** The columns of the questions with these ids, as the database returns them. */
async function fetchLists(
  database: Queryable,
  columns: ReturnType<typeof columnsFor>,
  ids: readonly number[],
  longest: number,
) {
  // The driver could not read a text of more than `longest` bytes, so the database does not send it.
  const sent = jsonColumns("listed", columns, longest);
  const read = async (part: readonly number[]) => {
    const statement = typed`
      select ${list(sent)} from (select ${innerList(columns)} ${fromQuestions(part)}) listed`;
    const [found] = await database.query(statement).catch((error: unknown) => {
      throw exceedsMemory(error) ? tooLong(part.length) : error;
    });
    if (found === undefined) throw new Error("an aggregate returned no row");
    if (isWhole(found)) return found;
    throw tooLong(part.length, Object.entries(found).find(([, values]) => values === null)?.[0]);
  };
  const parts: Awaited<ReturnType<typeof read>>[] = [];
  for (let start = 0; start < ids.length; start += STATEMENT)
    parts.push(await read(ids.slice(start, start + STATEMENT)));
  return joined(parts);
}

/** Whether the database has sent all columns. A column that is too long is null. */
const isWhole = <R extends object>(row: R): row is R & { readonly [K in keyof R]: NonNullable<R[K]> } =>
  Object.values(row).every((values) => values !== null);

/**
 * The error for questions whose columns cannot be read at once. Formats that read the questions row by row can still
 * export them.
 */
function tooLong(questions: number, field?: string): OmnidexError {
  const what = field === undefined ? "A field" : `The field '${field}'`;
  return new OmnidexError(
    "COST_LIMIT_EXCEEDED",
    `${what} of ${counted(questions, "question")} of this slice is too long to be written as Parquet, by column. Export the slice as ndjson or csv, or a smaller slice as parquet.`,
  );
}

/** Concatenates the columns of the parts. */
function joined<C extends Readonly<Record<string, readonly unknown[]>>>(parts: readonly C[]): C {
  const columns: Readonly<Record<string, readonly unknown[]>> = Object.fromEntries(
    Object.keys(parts[0] ?? {}).map((name) => [name, parts.flatMap((part) => part[name] ?? [])]),
  );
  return columns as C;
}

/** A value for each row, from columns that the database returned. */
const perRow = <C extends Readonly<Record<string, readonly unknown[]>>>(columns: C) =>
  Object.fromEntries(Object.entries(columns).map(([name, values]) => [name, { values, rows: null }])) as {
    readonly [K in keyof C]: ColumnValues<C[K][number]>;
  };

/** Stores each distinct value once. A null is stored as a row without a value. */
function shared<T>(values: readonly (T | null)[]): ColumnValues<T> {
  const known = new Map<T, number>();
  const rows = new Int32Array(values.length).fill(-1);
  for (const [row, value] of values.entries()) {
    if (value === null) continue;
    const place = known.get(value) ?? known.size;
    known.set(value, place);
    rows[row] = place;
  }
  return { values: [...known.keys()], rows };
}

/** The objects that the primary keys identify, each stored once. */
function named<T>(ids: readonly (number | null)[], of: (id: number) => T): ColumnValues<T> {
  const { values, rows } = shared(ids);
  return { values: values.map(of), rows };
}

/** The files of each question: the files of its video, then its own files. */
function mediaColumn(
  ids: readonly number[],
  { values, rows }: ColumnValues<{ readonly media: readonly ImportMedia[] }>,
  { media: own }: ExportedFiles,
): ColumnValues<readonly ImportMedia[]> {
  const ofRow = (index: number) => [...(values[rows?.[index] ?? -1]?.media ?? []), ...(own.get(ids[index] ?? 0) ?? [])];
  return { values: ids.map((_, index) => ofRow(index)), rows: null };
}
