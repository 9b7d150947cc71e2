import { sql } from "drizzle-orm";
import { personOf } from "../access/maintainer-queries.ts";
import type { Queryable } from "../db/database.ts";
import { integerArray } from "../db/statement.ts";
import { releases } from "../db/tables/benchmark-tables.ts";
import { boardSplits, pseudonyms } from "../db/tables/challenge-tables.ts";
import { runs, scores } from "../db/tables/run-tables.ts";
import { boolean, float, int, list, nullable, pick, type RowOf, text, typed } from "../db/typed-sql.ts";

/**
 * Whether the latest scoring of a run has a readable answer for at least 19 of 20 questions that can be scored. False if the run is
 * not scored.
 */
const complete = boolean(sql`coalesce((
  select 20 * bit_count(${scores.answered}) >= 19 * (${scores.length} - bit_count(${scores.unscored})) from ${scores}
  where ${scores.runId} = ${runs.id} order by ${scores.revision} desc limit 1), false)`);

const submission = {
  run: runs.id,
  ...pick(runs, "owner", "openEnded"),
  /** The model that the run is shown with: the pseudonym of an anonymous run. */
  model: runs.modelId,
  anonymous: boolean(sql`exists (select from ${pseudonyms} where ${pseudonyms.modelId} = ${runs.modelId})`),
  /** The person that the benchmark counts the owner as: merged owners have the same person. */
  person: text(personOf(sql`${runs.benchmarkId}`, sql`${runs.owner}`)),
  /** Whether the run was ever visible to everyone. */
  published: boolean(
    sql`(${runs.publishedAt} is not null or ${runs.visibility} = 'PUBLIC' and ${runs.status} = 'SCORED')`,
  ),
  /** Whether the run was scored after the private board opened. Its owner may have used the scores of that board. */
  late: boolean(sql`exists (
    select from ${boardSplits} where ${boardSplits.releaseId} = ${runs.releaseId}
      and ${boardSplits.privateOpensAt} <= ${runs.finalizedAt})`),
  complete,
  ...pick(runs, "chosen", "disclosed"),
  /**
   * A number from −0.5 to 0.5 that follows from a secret of the release and from the run's place among its owner's runs. It is
   * added to the score, in steps, before the score is rounded (`ditheredValue`).
   */
  dither:
    float(sql`('x' || left(encode(sha256(convert_to(${releases.hashSecret} || ' dither ' || ${runs.owner} || ' ' ||
    row_number() over (partition by ${runs.owner} order by ${runs.finalizedAt}, ${runs.id}), 'UTF8')), 'hex'), 8))::bit(32)::bigint
    / 4294967296.0 - 0.5`),
  /** How often the run was scored: once, and again after each correction of the answer key. */
  scorings: int(sql`(select count(*) from ${scores} where ${scores.runId} = ${runs.id})`),
  /** The revision of the latest scoring; null if the run is not scored. */
  revision: nullable(int(sql`(select max(${scores.revision}) from ${scores} where ${scores.runId} = ${runs.id})`)),
};

/** A run as its owner's submission. The fields are the same for every viewer. */
export type LadderSubmission = RowOf<typeof submission>;

/**
 * All runs of a release that were ever scored, in the order in which they were scored. Private and withdrawn runs are
 * included, because their owners have learned from their scores.
 */
export const fetchLadderSubmissions = (database: Queryable, release: number): Promise<LadderSubmission[]> =>
  database.query(typed`
    select ${list(submission)} from ${runs} join ${releases} on ${releases.id} = ${runs.releaseId}
    where ${runs.releaseId} = ${release}::int and ${runs.finalizedAt} is not null
    order by ${runs.finalizedAt}, ${runs.id}`);

const ownRun = { complete, ...pick(runs, "id", "status") };

/**
 * Locks an owner's runs over a release until the transaction ends, and returns them. Two calls that choose runs for the same owner are
 * made one after the other.
 */
export const lockRunsOver = (tx: Queryable, owner: string, release: number): Promise<RowOf<typeof ownRun>[]> =>
  tx.query(typed`
    select ${list(ownRun)} from ${runs} where ${runs.owner} = ${owner}::text and ${runs.releaseId} = ${release}::int
    order by ${runs.id} for update`);

/** Stores the runs that an owner has chosen for the private board of a release, in place of those chosen before. */
export async function storeChosen(
  tx: Queryable,
  owner: string,
  release: number,
  chosen: readonly number[],
): Promise<void> {
  const isChosen = sql`(id = any(${integerArray(chosen)}))`;
  await tx.query(sql`
    update ${runs} set chosen = ${isChosen}
    where ${runs.owner} = ${owner}::text and ${runs.releaseId} = ${release}::int and ${runs.chosen} <> ${isChosen}`);
}
