import type { ColumnValues } from "../../domain/column-values.ts";
import type { ExportedColumns } from "../../domain/exported-question.ts";
import type { ImportMedia } from "../../domain/import-batch.ts";
import type { Viewer } from "../../domain/viewer.ts";
import type { Queryable } from "../db/database.ts";
import { innerList, jsonColumns, list, typed } from "../db/typed-sql.ts";
import { type ExportedFiles, fetchExportedFiles } from "./export-parts-queries.ts";
import { audioLabels, columnsFor, entry, fromQuestions, type PinnedReleases } from "./question-export-queries.ts";

/**
 * The most questions per statement. A column of a statement is one JSON text, and the longest string of Node.js has 512
 * MB.
 */
const STATEMENT = 1_000;

/** The questions with these ids by column; otherwise like `fetchQuestionRows`. */
export async function fetchQuestionColumns(
  database: Queryable,
  { releases: pinned, names }: PinnedReleases,
  ids: readonly number[],
  viewer: Viewer,
): Promise<ExportedColumns> {
  const [found, files] = await Promise.all([
    fetchLists(database, columnsFor(pinned, viewer), ids),
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
async function fetchLists(database: Queryable, columns: ReturnType<typeof columnsFor>, ids: readonly number[]) {
  const read = async (part: readonly number[]) => {
    const [found] = await database.query(typed`
      select ${list(jsonColumns("listed", columns))} from (select ${innerList(columns)} ${fromQuestions(part)}) listed`);
    if (found === undefined) throw new Error("an aggregate returned no row");
    return found;
  };
  const parts: Awaited<ReturnType<typeof read>>[] = [];
  for (let start = 0; start < ids.length; start += STATEMENT)
    parts.push(await read(ids.slice(start, start + STATEMENT)));
  return joined(parts);
}

/** The rows of the parts one after another. */
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

/** Equal values once, and null as no value. */
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

/** What primary keys name, each once. */
function named<T>(ids: readonly (number | null)[], of: (id: number) => T): ColumnValues<T> {
  const { values, rows } = shared(ids);
  return { values: values.map(of), rows };
}

/** The files of each question: its video's, then its own. */
function mediaColumn(
  ids: readonly number[],
  { values, rows }: ColumnValues<{ readonly media: readonly ImportMedia[] }>,
  { media: own }: ExportedFiles,
): ColumnValues<readonly ImportMedia[]> {
  const ofRow = (index: number) => [...(values[rows?.[index] ?? -1]?.media ?? []), ...(own.get(ids[index] ?? 0) ?? [])];
  return { values: ids.map((_, index) => ofRow(index)), rows: null };
}
