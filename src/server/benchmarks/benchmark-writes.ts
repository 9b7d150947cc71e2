import { sql } from "drizzle-orm";
import type { AnswerAccess } from "../../domain/exported-release.ts";
import type { ImportAudioLabel, ImportHead } from "../../domain/import-batch.ts";
import { AUDIO_TYPES } from "../../domain/vocabulary.ts";
import type { Queryable } from "../db/database.ts";
import { jsonParameter, textArray } from "../db/statement.ts";
import { audioTypes, benchmarks, categories, keyRevisions, releases, tasks } from "../db/tables/benchmark-tables.ts";
import { list, type RowOf, typed } from "../db/typed-sql.ts";
import { lockKnownBenchmark } from "../memory/release-queries.ts";

/** A benchmark without its questions. */
export interface BenchmarkAbout {
  readonly slug: string;
  readonly title: string;
  readonly description: string | null;
  readonly license: string | null;
  readonly homepage: string | null;
  readonly synthetic: boolean;
}

/**
 * Prepares a transaction for bulk writes. Lifts the statement timeout, and gives sorts more memory. Also lets the index
 * of the full-text search collect new words in a longer pending list, because adding a few words at a time is slower.
 */
export async function prepareBulkWrites(tx: Queryable): Promise<void> {
  await tx.query(sql`set local statement_timeout = 0`);
  await tx.query(sql`set local gin_pending_list_limit = '64MB'`);
  await tx.query(sql`set local work_mem = '64MB'`);
}

/**
 * Inserts a benchmark, or leaves an existing one unchanged, and locks its row until the transaction ends, so that its
 * current release changes in one transaction at a time. Runs can still be inserted meanwhile. Returns its primary key.
 */
export async function lockBenchmark(tx: Queryable, about: BenchmarkAbout): Promise<number> {
  await tx.query(sql`
    insert into ${benchmarks} (slug, title, description, license, homepage, synthetic)
    values (${about.slug}, ${about.title}, ${about.description}, ${about.license}, ${about.homepage}, ${about.synthetic})
    on conflict (slug) do nothing`);
  const benchmark = await lockKnownBenchmark(tx, about.slug);
  if (benchmark === undefined) throw new Error(`benchmark ${about.slug} was not inserted`);
  return benchmark;
}

const storedRelease = { id: releases.id, version: releases.version };

/** Makes a release the current one of its benchmark. Queries read the current release. */
export async function setCurrentRelease(tx: Queryable, benchmark: number, release: number): Promise<void> {
  // Two statements, because the index that allows one current release checks each row when it is written.
  await tx.query(sql`update ${releases} set is_current = false where benchmark_id = ${benchmark} and is_current`);
  await tx.query(sql`update ${releases} set is_current = true where id = ${release}`);
}

/** A release to be stored, without its rows. */
export interface ReleaseRecord extends Pick<ImportHead, "source" | "oddities"> {
  readonly contentHash: string;
  readonly answerAccess: AnswerAccess;
  readonly questionCount: number;
  readonly videoCount: number;
}

/** Inserts a release that is not yet current, and the first revision of its answer key. */
export async function insertRelease(
  tx: Queryable,
  benchmark: number,
  { source, contentHash, answerAccess, questionCount, videoCount, oddities }: ReleaseRecord,
): Promise<RowOf<typeof storedRelease>> {
  const [row] = await tx.query(typed`
    insert into ${releases} (benchmark_id, version, content_hash, source_format, source_files, question_count,
      video_count, is_current, answer_access, oddities)
    select ${benchmark}::int, coalesce(max(version), 0) + 1, ${contentHash}::text, ${source.format}::text,
      ${textArray(source.files)}, ${questionCount}::int, ${videoCount}::int, false, ${answerAccess}::text,
      ${jsonParameter(oddities)}
    from ${releases} where benchmark_id = ${benchmark}::int returning ${list(storedRelease)}`);
  if (row === undefined) throw new Error("the release was not inserted");
  await tx.query(sql`
    insert into ${keyRevisions} (release_id, revision, reason) values (${row.id}, 1, 'As in the imported file.')`);
  return row;
}

/** Inserts the categories, tasks and audio types that the benchmark does not have yet. */
export async function insertVocabulary(
  tx: Queryable,
  benchmark: number,
  { categories: tree, tasks: listed }: ImportHead,
  labels: readonly ImportAudioLabel[],
): Promise<void> {
  // The categories are inserted in the order of the list, because exports sort them by their ids.
  for (const run of categoryRuns(tree)) {
    await tx.query(sql`
      insert into ${categories} (benchmark_id, parent_id, slug, name)
      select ${benchmark}::int, p.id, x.slug, x.name
      from jsonb_to_recordset(${jsonParameter(run)}) as x(slug text, name text, parent text)
      left join ${categories} p on p.benchmark_id = ${benchmark}::int and p.slug = x.parent
      on conflict do nothing`);
  }
  await tx.query(sql`
    insert into ${tasks} (benchmark_id, slug, name, level, level_source, dominance, chance, metric)
    select ${benchmark}::int, x.slug, x.name, x.level, x."levelSource", x.dominance, x.chance, x.metric
    from jsonb_to_recordset(${jsonParameter(listed)}) as x(slug text, name text, level text, "levelSource" text,
      dominance text, chance float8, metric text)
    on conflict do nothing`);
  await tx.query(sql`
    insert into ${audioTypes} (benchmark_id, type, bit, native_label)
    select ${benchmark}::int, x.type, x.bit, x."nativeLabel"
    from jsonb_to_recordset(${jsonParameter(labels.map(withBit))}) as x(type text, bit smallint, "nativeLabel" text)
    on conflict do nothing`);
}

/**
 * Splits the list of categories into pieces that are inserted one after the other. No piece contains both a category
 * and its parent, because a child finds its parent's id in the table.
 */
function categoryRuns(tree: ImportHead["categories"]): ImportHead["categories"][] {
  const runs: ImportHead["categories"][number][][] = [];
  let begun = new Set<string>();
  for (const category of tree) {
    if (runs.length === 0 || (category.parent !== null && begun.has(category.parent))) {
      runs.push([]);
      begun = new Set();
    }
    runs.at(-1)?.push(category);
    begun.add(category.slug);
  }
  return runs;
}

const withBit = (label: ImportAudioLabel): object => ({ ...label, bit: 1 << AUDIO_TYPES.indexOf(label.type) });
