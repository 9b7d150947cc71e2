import { sql } from "drizzle-orm";
import type { Queryable } from "../db/database.ts";
import { boardSplits, pseudonyms } from "../db/tables/challenge-tables.ts";
import { runs, scores } from "../db/tables/run-tables.ts";
import { boolean, int, list, nullable, pick, type RowOf, text, typed } from "../db/typed-sql.ts";
import { personOf } from "./merged-owner-queries.ts";

/** Earlier versions of the server stored no publication time. Their public runs get the time of their scoring. */
const publishedAt = sql`coalesce(${runs.publishedAt},
  case when ${runs.visibility} = 'PUBLIC' and ${runs.status} = 'SCORED' then ${runs.finalizedAt} end)`;

const submission = {
  run: runs.id,
  ...pick(runs, "owner", "openEnded"),
  /** The model that the run is shown with: the pseudonym of an anonymous run. */
  model: runs.modelId,
  anonymous: boolean(sql`exists (select from ${pseudonyms} where ${pseudonyms.modelId} = ${runs.modelId})`),
  /** The person that the benchmark counts the owner as: merged owners have the same person. */
  person: text(personOf(sql`${runs.benchmarkId}`, sql`${runs.owner}`)),
  /** The run's place in the order in which runs first became visible to everyone; null if it never did. */
  published: nullable(
    int(sql`case when ${publishedAt} is not null then rank() over (order by ${publishedAt}, ${runs.id}) end`),
  ),
  /** Whether the run was scored after the private board opened. Its owner may have used the scores of that board. */
  late: boolean(sql`exists (
    select from ${boardSplits} where ${boardSplits.releaseId} = ${runs.releaseId}
      and ${boardSplits.privateOpensAt} <= ${runs.finalizedAt})`),
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
    select ${list(submission)} from ${runs}
    where ${runs.releaseId} = ${release}::int and ${runs.finalizedAt} is not null
    order by ${runs.finalizedAt}, ${runs.id}`);
