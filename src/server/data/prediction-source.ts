import { type SQL, sql } from "drizzle-orm";
import { textArray } from "../db/statement.ts";

/** Which predictions of a run the statement looks at: others may be left out, but need not be. */
export interface PredictionPart {
  readonly outcomes?: readonly string[] | null | undefined;
  /** Only ordinals between these two, which are left out. */
  readonly after?: SQL | null;
  readonly before?: SQL | null;
  /** Only so many, in the order of their ordinals, or from the end. */
  readonly limit?: number | null;
  readonly backward?: boolean;
}

const listed = (outcomes: readonly string[] | null | undefined): SQL =>
  outcomes == null ? sql`null` : textArray(outcomes);

/**
 * The predictions of a run, for a FROM: wherever a statement names the run by a column. On one PostgreSQL that is the table
 * itself, whatever else is said; on a Citus cluster, a question to the node that has the run.
 */
export function predictionsOf(run: SQL, part: PredictionPart = {}): SQL {
  const { outcomes, after, before, limit, backward = false } = part;
  const most = limit == null ? sql`null` : sql.raw(String(limit));
  return sql`predictions_of(${run}, ${listed(outcomes)}, ${after ?? sql`null`}, ${before ?? sql`null`}, ${most}, ${sql.raw(String(backward))})`;
}

/** How many predictions a run has, of these outcomes or at all: a scalar. */
export const predictionCountOf = (run: SQL, outcomes: readonly string[] | null | undefined): SQL =>
  sql`(select n from prediction_count_of(${run}, ${listed(outcomes)}))`;
