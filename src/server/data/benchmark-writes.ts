import { sql } from "drizzle-orm";
import type { ImportAudioLabel, ImportHead } from "../../domain/import-batch.ts";
import { AUDIO_TYPES } from "../../domain/vocabulary.ts";
import type { Queryable } from "../db/database.ts";
import { jsonParameter, textArray } from "../db/statement.ts";
import { audioTypes, benchmarks, categories, keyRevisions, releases, tasks } from "../db/tables/benchmark-tables.ts";

/** What is known of a benchmark besides its questions. */
export interface BenchmarkAbout {
  readonly slug: string;
  readonly title: string;
  readonly description: string | null;
  readonly license: string | null;
  readonly homepage: string | null;
  readonly synthetic: boolean;
}

/**
 * Makes this transaction one that writes much: its statements take as long as they need, and new words are gathered before
 * they go into the index of the full-text search, which is quicker than a few at a time.
 */
export async function prepareBulkWrites(tx: Queryable): Promise<void> {
  await tx.query(sql`set local statement_timeout = 0`);
  await tx.query(sql`set local gin_pending_list_limit = '64MB'`);
  await tx.query(sql`set local work_mem = '64MB'`);
}

/**
 * Inserts a benchmark, or leaves an existing one unchanged, and locks its row until the transaction ends, so that its
 * current release changes in one transaction at a time. Runs can still be inserted meanwhile.
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

/** Locks the row of a benchmark as `lockBenchmark` does. Undefined where there is none. */
export async function lockKnownBenchmark(tx: Queryable, slug: string): Promise<number | undefined> {
  const [row] = await tx.query<{ id: number }>(sql`
    select ${benchmarks.id} as id from ${benchmarks} where ${benchmarks.slug} = ${slug}::text for no key update`);
  return row?.id;
}

/** Makes one release of a benchmark the one that queries read. */
export async function setCurrentRelease(tx: Queryable, benchmark: number, release: number): Promise<void> {
  // In two steps, for the index that allows one current release checks each row as it is written.
  await tx.query(sql`update ${releases} set is_current = false where benchmark_id = ${benchmark} and is_current`);
  await tx.query(sql`update ${releases} set is_current = true where id = ${release}`);
}

/** What is stored of a release as a whole. */
export interface ReleaseRecord extends Pick<ImportHead, "source" | "oddities"> {
  readonly contentHash: string;
  readonly questionCount: number;
  readonly videoCount: number;
}

/** Inserts a release that is not yet current, and the first revision of its answer key. */
export async function insertRelease(
  tx: Queryable,
  benchmark: number,
  { source, contentHash, questionCount, videoCount, oddities }: ReleaseRecord,
): Promise<{ id: number; version: number }> {
  const [row] = await tx.query<{ id: number; version: number }>(sql`
    insert into ${releases} (benchmark_id, version, content_hash, source_format, source_files, question_count,
      video_count, is_current, oddities)
    select ${benchmark}::int, coalesce(max(version), 0) + 1, ${contentHash}::text, ${source.format}::text,
      ${textArray(source.files)}, ${questionCount}::int, ${videoCount}::int, false,
      ${jsonParameter(oddities)}
    from ${releases} where benchmark_id = ${benchmark}::int returning id, version`);
  if (row === undefined) throw new Error("the release was not inserted");
  await tx.query(sql`
    insert into ${keyRevisions} (release_id, revision, reason) values (${row.id}, 1, 'As in the imported file.')`);
  return row;
}

/** Inserts the categories, tasks and audio types that are not there yet. */
export async function insertVocabulary(
  tx: Queryable,
  benchmark: number,
  { categories: tree, tasks: listed }: ImportHead,
  labels: readonly ImportAudioLabel[],
): Promise<void> {
  // Parents first: a child finds its parent's id by the slug.
  for (const level of categoryLevels(tree)) {
    await tx.query(sql`
      insert into ${categories} (benchmark_id, parent_id, slug, name)
      select ${benchmark}::int, p.id, x.slug, x.name
      from jsonb_to_recordset(${jsonParameter(level)}) as x(slug text, name text, parent text)
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

function categoryLevels(tree: ImportHead["categories"]): ImportHead["categories"][] {
  const depth = (slug: string): number => slug.split("/").length;
  const levels = [...new Set(tree.map(({ slug }) => depth(slug)))].sort((a, b) => a - b);
  return levels.map((level) => tree.filter(({ slug }) => depth(slug) === level));
}

const withBit = (label: ImportAudioLabel): object => ({ ...label, bit: 1 << AUDIO_TYPES.indexOf(label.type) });
