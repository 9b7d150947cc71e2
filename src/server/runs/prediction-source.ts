import { type SQL, sql } from "drizzle-orm";
import { textArray } from "../db/statement.ts";

/**
 * Describes the predictions of a run that a statement needs. `predictionsOf` may also return other predictions, so the
 * statement must filter them itself.
 */
export interface PredictionPart {
  readonly outcomes?: readonly string[] | null | undefined;
  /** The statement needs only predictions whose ordinals are strictly between these two. */
  readonly after?: SQL | null;
  readonly before?: SQL | null;
  /** The maximum number of predictions, in ascending order of ordinals, or in descending order with `backward`. */
  readonly limit?: number | null;
  readonly backward?: boolean;
}

const listed = (outcomes: readonly string[] | null | undefined): SQL =>
  outcomes == null ? sql`null` : textArray(outcomes);

/**
 * The predictions of a run, for the FROM of a statement. `run` may be a value or a column of an outer row. On a single
 * PostgreSQL server, this is the table itself, and `part` is ignored. On a Citus cluster, it is a query of the shard
 * that has the run.
 */
export function predictionsOf(run: SQL, part: PredictionPart = {}): SQL {
  const { outcomes, after, before, limit, backward = false } = part;
  const most = limit == null ? sql`null` : sql.raw(String(limit));
  return sql`predictions_of(${run}, ${listed(outcomes)}, ${after ?? sql`null`}, ${before ?? sql`null`}, ${most}, ${sql.raw(String(backward))})`;
}

/** A scalar subquery: the number of a run's predictions with these outcomes, or of all if `outcomes` is null. */
export const predictionCountOf = (run: SQL, outcomes: readonly string[] | null | undefined): SQL =>
  sql`(select n from prediction_count_of(${run}, ${listed(outcomes)}))`;
