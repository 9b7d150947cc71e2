import { type SQL, sql } from "drizzle-orm";
import { textArray } from "../db/statement.ts";

/** The predictions of a run that a statement needs. The source may return others, too: the statement filters them again. */
export interface PredictionPart {
  readonly outcomes?: readonly string[] | null | undefined;
  /** Only ordinals strictly between these two. */
  readonly after?: SQL | null;
  readonly before?: SQL | null;
  /** At most this many, in ascending order of ordinals, or descending with `backward`. */
  readonly limit?: number | null;
  readonly backward?: boolean;
}

const listed = (outcomes: readonly string[] | null | undefined): SQL =>
  outcomes == null ? sql`null` : textArray(outcomes);

/**
 * The predictions of a run, for the FROM of a statement that takes the run from a column. On a single PostgreSQL this is the
 * table itself, and the part is ignored; on a Citus cluster it is a query of the node that has the run.
 */
export function predictionsOf(run: SQL, part: PredictionPart = {}): SQL {
  const { outcomes, after, before, limit, backward = false } = part;
  const most = limit == null ? sql`null` : sql.raw(String(limit));
  return sql`predictions_of(${run}, ${listed(outcomes)}, ${after ?? sql`null`}, ${before ?? sql`null`}, ${most}, ${sql.raw(String(backward))})`;
}

/** The number of a run's predictions, with these outcomes or with any: a scalar subquery. */
export const predictionCountOf = (run: SQL, outcomes: readonly string[] | null | undefined): SQL =>
  sql`(select n from prediction_count_of(${run}, ${listed(outcomes)}))`;
