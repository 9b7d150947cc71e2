import { sql } from "drizzle-orm";
import type { RepresentativeSubset } from "../../domain/representative-subset.ts";
import type { QuestionFilter } from "../../domain/slice/question-filter.ts";
import { releaseAccess } from "../conditions/answer-visibility.ts";
import type { Queryable } from "../db/database.ts";
import { integerArray, jsonParameter, textArray } from "../db/statement.ts";
import { benchmarks, releases } from "../db/tables/benchmark-tables.ts";
import { itemSubsets } from "../db/tables/item-tables.ts";
import { first, int, list, pick, type RowOf, typed } from "../db/typed-sql.ts";

const subsetRow = {
  ...pick(itemSubsets, "id", "storedAt", "filter", "keyRevision", "subset"),
  release: itemSubsets.releaseId,
};

export type SubsetRow = RowOf<typeof subsetRow>;

const seenSubset = { ...subsetRow, ...releaseAccess };

/** A stored subset, with the columns that decide who may see it. Undefined if there is no subset with this id. */
export const fetchSubset = (database: Queryable, id: number): Promise<RowOf<typeof seenSubset> | undefined> =>
  first(
    database.query(typed`
      select ${list(seenSubset)} from ${itemSubsets} join ${releases} on ${releases.id} = ${itemSubsets.releaseId}
        join ${benchmarks} on ${benchmarks.id} = ${releases.benchmarkId}
      where ${itemSubsets.id} = ${id}::int`),
  );

const size = int(sql`jsonb_array_length(${itemSubsets.subset} -> 'questions')`);

/** The distinct sizes of the stored subsets of these releases, in questions. Releases without a subset are left out. */
export async function fetchSubsetSizes(
  database: Queryable,
  releases: readonly number[],
): Promise<ReadonlyMap<number, readonly number[]>> {
  const rows = await database.query(typed`
    select distinct ${list({ release: itemSubsets.releaseId, size })} from ${itemSubsets}
    where ${itemSubsets.releaseId} = any(${integerArray(releases)})`);
  const found = new Map<number, number[]>();
  for (const row of rows) found.set(row.release, [...(found.get(row.release) ?? []), row.size]);
  return found;
}

/** A set of questions of a release, identified by the hash of their ordinals. */
export interface SubsetQuestions {
  readonly release: number;
  readonly hash: string;
}

/**
 * For each of these sets of questions, the newest stored subset that has exactly these questions. Sets without a subset
 * are left out.
 */
export const fetchSubsetsOf = (
  database: Queryable,
  wanted: readonly SubsetQuestions[],
): Promise<(SubsetRow & SubsetQuestions)[]> =>
  database.query(typed`
    select distinct on (${itemSubsets.releaseId}, ${itemSubsets.questionsHash})
      ${list({ ...subsetRow, hash: itemSubsets.questionsHash })}
    from ${itemSubsets}
      join unnest(${integerArray(wanted.map(({ release }) => release))}, ${textArray(wanted.map(({ hash }) => hash))})
        as wanted(release, hash) on ${itemSubsets.releaseId} = wanted.release and ${itemSubsets.questionsHash} = wanted.hash
    order by ${itemSubsets.releaseId}, ${itemSubsets.questionsHash}, ${itemSubsets.id} desc`);

/** The stored subset of a release that has this content. */
export const fetchSameSubset = (
  database: Queryable,
  release: number,
  contentHash: string,
): Promise<SubsetRow | undefined> =>
  first(
    database.query(typed`
      select ${list(subsetRow)} from ${itemSubsets}
      where ${itemSubsets.releaseId} = ${release}::int and ${itemSubsets.contentHash} = ${contentHash}::text`),
  );

/** How many subsets of a release an owner has stored. */
export async function countSubsets(database: Queryable, release: number, owner: string): Promise<number> {
  const [row] = await database.query(typed`
    select ${list({ count: int(sql`count(*)`) })} from ${itemSubsets}
    where ${itemSubsets.releaseId} = ${release}::int and ${itemSubsets.owner} = ${owner}::text`);
  return row?.count ?? 0;
}

export interface NewSubset {
  readonly release: number;
  readonly owner: string;
  readonly filter: QuestionFilter;
  readonly keyRevision: number;
  readonly subset: RepresentativeSubset;
  readonly questionsHash: string;
  readonly contentHash: string;
}

/** Stores a subset. Returns undefined if a subset with the same content is already stored. */
export const insertSubset = (tx: Queryable, subset: NewSubset): Promise<SubsetRow | undefined> =>
  first(
    tx.query(typed`
      insert into ${itemSubsets} (release_id, owner, filter, key_revision, subset, questions_hash, content_hash)
      values (${subset.release}::int, ${subset.owner}::text, ${jsonParameter(subset.filter)}, ${subset.keyRevision}::int,
        ${jsonParameter(subset.subset)}, ${subset.questionsHash}::text, ${subset.contentHash}::text)
      on conflict do nothing returning ${list(subsetRow)}`),
  );
