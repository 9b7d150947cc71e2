import { sql } from "drizzle-orm";
import type { ChallengeField } from "../../domain/final-board.ts";
import type { Dimension } from "../../domain/vocabulary.ts";
import { answersSeenByAll, challengeSealed } from "../conditions/answer-visibility.ts";
import type { Queryable } from "../db/database.ts";
import { integerArray, textArray } from "../db/statement.ts";
import { benchmarks, releases } from "../db/tables/benchmark-tables.ts";
import { boardSplits, challenges, concealedRuns, finalBoards, pseudonyms } from "../db/tables/challenge-tables.ts";
import { models, runs } from "../db/tables/run-tables.ts";
import { boolean, first, int, like, list, nullable, pick, type RowOf, typed } from "../db/typed-sql.ts";

const challengeRow = {
  benchmark: benchmarks.slug,
  opensAt: nullable(challenges.opensAt),
  closesAt: nullable(challenges.closesAt),
  requiredFields: like(challenges.requiredFields, sql`coalesce(${challenges.requiredFields}, '{}')`),
  publicShare: nullable(boardSplits.publicShare),
  privateOpensAt: nullable(boardSplits.privateOpensAt),
  privateDisclosed: boolean(sql`coalesce(${boardSplits.privateDisclosed}, false)`),
  sealedAt: nullable(
    like(
      finalBoards.sealedAt,
      sql`(select board.sealed_at from ${finalBoards} board join ${releases} r on r.id = board.release_id
        where r.benchmark_id = ${benchmarks.id} order by board.closed_at desc limit 1)`,
    ),
  ),
};

/** The settings of a benchmark's challenge, with the split of the current release's leaderboard. */
export type ChallengeRow = RowOf<typeof challengeRow>;

/**
 * The challenge of a benchmark. Returns undefined if the benchmark does not exist, or has neither a challenge nor a
 * split leaderboard.
 */
export const fetchChallenge = (database: Queryable, slug: string): Promise<ChallengeRow | undefined> =>
  first(
    database.query(typed`
      select ${list(challengeRow)} from ${benchmarks} left join ${challenges} on ${challenges.benchmarkId} = ${benchmarks.id}
        left join ${releases} on ${releases.benchmarkId} = ${benchmarks.id} and ${releases.isCurrent}
        left join ${boardSplits} on ${boardSplits.releaseId} = ${releases.id}
      where ${benchmarks.slug} = ${slug}::text
        and (${challenges.benchmarkId} is not null or ${boardSplits.releaseId} is not null)`),
  );

/** The settings that a maintainer of a challenge chooses. */
export interface ChallengeSettings {
  readonly opensAt: Date | null;
  readonly closesAt: Date | null;
  readonly requiredFields: readonly ChallengeField[];
}

/** Replaces the settings of a benchmark's challenge. */
export async function storeChallenge(
  tx: Queryable,
  slug: string,
  { opensAt, closesAt, requiredFields }: ChallengeSettings,
): Promise<void> {
  await tx.query(sql`
    insert into ${challenges} (benchmark_id, opens_at, closes_at, required_fields)
    select ${benchmarks.id}, ${opensAt?.toISOString() ?? null}::timestamptz, ${closesAt?.toISOString() ?? null}::timestamptz,
      ${textArray(requiredFields)} from ${benchmarks} where ${benchmarks.slug} = ${slug}::text
    on conflict (benchmark_id) do update set opens_at = excluded.opens_at, closes_at = excluded.closes_at,
      required_fields = excluded.required_fields`);
}

// The time of the statement. The transaction's start would be too early: the transaction may have waited for a lock
// until after the closing date.
const CLOCK = sql`clock_timestamp()`;

const admission = {
  slug: benchmarks.slug,
  ...pick(challenges, "opensAt", "closesAt"),
  early: boolean(sql`coalesce(${challenges.opensAt} > ${CLOCK}, false)`),
  late: boolean(sql`coalesce(${challenges.closesAt} <= ${CLOCK}, false)`),
};

/**
 * Whether a benchmark's challenge has not opened yet, or has closed, by the database's clock. Returns undefined if the
 * benchmark has no challenge.
 */
export const fetchAdmission = (tx: Queryable, benchmark: number): Promise<RowOf<typeof admission> | undefined> =>
  first(
    tx.query(typed`
      select ${list(admission)} from ${challenges} join ${benchmarks} on ${benchmarks.id} = ${challenges.benchmarkId}
      where ${challenges.benchmarkId} = ${benchmark}::int`),
  );

const splitRow = pick(boardSplits, "publicShare", "publicOrdinals", "privateDisclosed");

/** The split of a release's leaderboard; undefined if the leaderboard is not split. */
export const fetchBoardSplit = (database: Queryable, release: number): Promise<RowOf<typeof splitRow> | undefined> =>
  first(
    database.query(
      typed`select ${list(splitRow)} from ${boardSplits} where ${boardSplits.releaseId} = ${release}::int`,
    ),
  );

const opening = {
  privateOpensAt: nullable(boardSplits.privateOpensAt),
  isOpen: boolean(sql`coalesce(${boardSplits.privateOpensAt} <= ${CLOCK}, false)`),
  /** Whether the final board of the challenge's present closing date is stored. */
  isSealed: boolean(challengeSealed(boardSplits.releaseId)),
};

/** When a release's private board opens, and what has happened by the database's clock. Undefined without a split. */
export const fetchOpening = (database: Queryable, release: number): Promise<RowOf<typeof opening> | undefined> =>
  first(
    database.query(typed`select ${list(opening)} from ${boardSplits} where ${boardSplits.releaseId} = ${release}::int`),
  );

/** Like `fetchOpening`. The date cannot be moved until the transaction ends. */
export const holdOpening = (tx: Queryable, release: number): Promise<RowOf<typeof opening> | undefined> =>
  first(
    tx.query(
      typed`select ${list(opening)} from ${boardSplits} where ${boardSplits.releaseId} = ${release}::int for share`,
    ),
  );

export interface SplitRecord {
  readonly publicShare: number;
  readonly seed: string;
  readonly publicOrdinals: readonly number[];
}

/** Stores a release's split, in place of an earlier one. Without a split, the release has one board over all questions. */
export async function storeBoardSplit(
  tx: Queryable,
  release: number,
  split: SplitRecord | null,
  privateOpensAt: Date | null,
): Promise<void> {
  await tx.query(sql`delete from ${boardSplits} where ${boardSplits.releaseId} = ${release}::int`);
  if (split === null) return;
  await tx.query(sql`
    insert into ${boardSplits} (release_id, public_share, seed, public_ordinals, private_opens_at)
    values (${release}::int, ${split.publicShare}::float8, ${split.seed}::text, ${integerArray(split.publicOrdinals)},
      ${privateOpensAt?.toISOString() ?? null}::timestamptz)`);
}

/**
 * Moves the opening of a private board to a date, or to the present if the date has passed. With an opening in the
 * past, the owners of runs scored since then would seem to have seen the board. Returns false if the release has no
 * private board that is still closed.
 */
export async function moveOpening(tx: Queryable, release: number, privateOpensAt: Date): Promise<boolean> {
  const rows = await tx.query(typed`
    update ${boardSplits} set private_opens_at = greatest(now(), ${privateOpensAt.toISOString()}::timestamptz)
    where ${boardSplits.releaseId} = ${release}::int
      and (${boardSplits.privateOpensAt} is null or ${boardSplits.privateOpensAt} > now())
    returning ${list(pick(boardSplits, "releaseId"))}`);
  return rows.length > 0;
}

/** Shows scores over slices of the private part of a release, too. */
export async function disclosePrivate(tx: Queryable, release: number): Promise<void> {
  await tx.query(sql`
    update ${boardSplits} set private_disclosed = true
    where ${boardSplits.releaseId} = ${release}::int and not ${boardSplits.privateDisclosed}`);
}

/** Shows a run's scores by more dimensions. */
export async function discloseOfRun(tx: Queryable, run: number, dimensions: readonly Dimension[]): Promise<void> {
  const all = sql`array(select distinct unnest(${runs.disclosed} || ${textArray(dimensions)}) order by 1)`;
  await tx.query(sql`
    update ${runs} set disclosed = ${all}
    where ${runs.id} = ${run}::int and not ${runs.disclosed} @> ${textArray(dimensions)}`);
}

const disclosed = {
  hidden: boolean(sql`not ${answersSeenByAll(releases.id)}`),
  /** The number of runs that were ever scored, including withdrawn runs. */
  runs: int(
    sql`(select count(*) from ${runs} where ${runs.releaseId} = ${releases.id} and ${runs.finalizedAt} is not null)`,
  ),
};

/** What has been disclosed about the answers of a release; undefined if the release does not exist. */
export const fetchDisclosed = (tx: Queryable, release: number): Promise<RowOf<typeof disclosed> | undefined> =>
  first(tx.query(typed`select ${list(disclosed)} from ${releases} where ${releases.id} = ${release}::int`));

/** A column of the run's model, or of its pseudonym while the run is anonymous. */
const card = (name: "parameters" | "organization" | "url") =>
  nullable(
    like(models[name], sql`case when ${pseudonyms.modelId} is null then ${models[name]} else ${pseudonyms[name]} end`),
  );

const stated = {
  benchmark: benchmarks.slug,
  requiredFields: challenges.requiredFields,
  modelName: models.name,
  ...pick(runs, "frames", "seed", "prompt"),
  notes: nullable(like(runs.notes, sql`coalesce(${concealedRuns.notes}, ${runs.notes})`)),
  reportUrl: nullable(like(runs.reportUrl, sql`coalesce(${concealedRuns.reportUrl}, ${runs.reportUrl})`)),
  parameters: card("parameters"),
  organization: card("organization"),
  url: card("url"),
};

/** The fields that a run states, with the fields that its benchmark's challenge requires. */
export type StatedFields = RowOf<typeof stated>;

/** The stated fields of a run; undefined if its benchmark hosts no challenge. */
export const fetchStatedFields = (tx: Queryable, run: number): Promise<StatedFields | undefined> =>
  first(
    tx.query(typed`
      select ${list(stated)} from ${runs} join ${models} on ${models.id} = ${runs.modelId}
        join ${benchmarks} on ${benchmarks.id} = ${runs.benchmarkId}
        join ${challenges} on ${challenges.benchmarkId} = ${runs.benchmarkId}
        left join ${pseudonyms} on ${pseudonyms.modelId} = ${models.id} and ${pseudonyms.namedAt} is null
        left join ${concealedRuns} on ${concealedRuns.runId} = ${runs.id}
      where ${runs.id} = ${run}::int`),
  );

const requiring = {
  benchmark: benchmarks.slug,
  requiredFields: challenges.requiredFields,
  ...pick(models, "parameters", "organization", "url"),
};

/** The benchmarks with a challenge in which a model has runs, with the model's description. Open runs do not count. */
export const fetchBenchmarksRequiring = (tx: Queryable, model: number): Promise<RowOf<typeof requiring>[]> =>
  tx.query(typed`
    select ${list(requiring)} from ${challenges} join ${benchmarks} on ${benchmarks.id} = ${challenges.benchmarkId}
      join ${models} on ${models.id} = ${model}::int
    where exists (select from ${runs} where ${runs.benchmarkId} = ${benchmarks.id} and ${runs.modelId} = ${models.id}
      and ${runs.status} <> 'OPEN') order by ${benchmarks.slug} collate "C"`);
