import type { ColumnOf, ExportedColumns } from "../../domain/exported-question.ts";
import type { ImportAudioLabel, ImportMedia } from "../../domain/import-batch.ts";
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
  const labelsOf = audioLabels(names);
  const ofVideos = named(video, (id) => entry(files.videos, id));
  return {
    ...perRow(rest),
    release: named(found.release, (id) => id),
    task: named(task, (id) => entry(names.tasks, id)),
    category: named(category, (id) => entry(names.categories, id)),
    video: { ...ofVideos, values: ofVideos.values.map((each) => each.video) },
    audioTypes: listed(labels, labelsOf),
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
  const parts = [await read(ids.slice(0, STATEMENT))];
  for (let start = STATEMENT; start < ids.length; start += STATEMENT)
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
    readonly [K in keyof C]: ColumnOf<C[K][number]>;
  };

/** What primary keys name, each once. */
function named<T>(ids: readonly (number | null)[], of: (id: number) => T): ColumnOf<T> {
  const known = new Map<number, number>();
  const rows = new Int32Array(ids.length).fill(-1);
  for (const [row, id] of ids.entries()) {
    if (id === null) continue;
    const place = known.get(id) ?? known.size;
    known.set(id, place);
    rows[row] = place;
  }
  return { values: [...known.keys()].map(of), rows };
}

/** The labels of each question; questions with the same labels share a value. */
function listed(
  ids: readonly (readonly number[])[],
  labelsOf: (ids: readonly number[]) => readonly ImportAudioLabel[],
): ColumnOf<readonly ImportAudioLabel[]> {
  const known = new Map<readonly ImportAudioLabel[], number>();
  const rows = new Int32Array(ids.length);
  for (const [row, each] of ids.entries()) {
    const labels = labelsOf(each);
    const place = known.get(labels) ?? known.size;
    known.set(labels, place);
    rows[row] = place;
  }
  return { values: [...known.keys()], rows };
}

/** The files of each question: its video's, then its own. */
function mediaColumn(
  ids: readonly number[],
  { values, rows }: ColumnOf<{ readonly media: readonly ImportMedia[] }>,
  { media: own }: ExportedFiles,
): ColumnOf<readonly ImportMedia[]> {
  const ofRow = (index: number) => [...(values[rows?.[index] ?? -1]?.media ?? []), ...(own.get(ids[index] ?? 0) ?? [])];
  return { values: ids.map((_, index) => ofRow(index)), rows: null };
}
