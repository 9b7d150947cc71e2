import { type SQL, sql } from "drizzle-orm";
import type { Queryable } from "../db/database.ts";
import { textArray } from "../db/statement.ts";
import { predictions } from "../db/tables/run-tables.ts";
import { float, list, nullable, type RowOf, text, typed } from "../db/typed-sql.ts";

const { ordinal, response, error, confirmation, outcome, score, answer, rule, ambiguous } = predictions;

const storedPrediction = { ordinal, response, error, confirmation, outcome, score, answer, rule };

/** A prediction under its run's current scoring. */
export type StoredPrediction = RowOf<typeof storedPrediction>;

const storedReading = {
  ordinal,
  outcome,
  answer,
  rule,
  ambiguous,
  /** An empty text if the prediction has a response, else null. */
  response: nullable(text(sql`case when ${response} is not null then '' end`)),
  /** An empty text if the prediction has an error, else null. */
  error: nullable(text(sql`case when ${error} is not null then '' end`)),
};

/** The extraction of a prediction, without its texts. */
export type StoredReading = RowOf<typeof storedReading>;

/** The extractions of a run's predictions, in the order of the release. */
export const fetchReadings = (database: Queryable, run: number): Promise<StoredReading[]> =>
  database.query(
    typed`select ${list(storedReading)} from ${predictions} where ${predictions.runId} = ${run}::int order by ${ordinal}`,
  );

const unreadPrediction = {
  ordinal,
  outcome,
  rule,
  error,
  /** Any text if the prediction has a response, else null. The rule `empty` tells that it is blank. */
  response: nullable(text(sql`case when ${response} is not null then '…' end`)),
};

/** The predictions of a run without a readable answer, in the order of the release. */
export const fetchUnread = (database: Queryable, run: number): Promise<RowOf<typeof unreadPrediction>[]> =>
  database.query(
    typed`select ${list(unreadPrediction)} from ${predictions}
      where ${predictions.runId} = ${run}::int and ${outcome} = 'UNPARSED' order by ${ordinal}`,
  );

/** All predictions of a run, in the order of the release. */
export const fetchPredictions = (database: Queryable, run: number): Promise<StoredPrediction[]> =>
  database.query(
    typed`select ${list(storedPrediction)} from ${predictions} where ${predictions.runId} = ${run}::int order by ${ordinal}`,
  );

/** The size of the responses and confirmations of a run, in bytes. */
export async function fetchOutputBytes(database: Queryable, run: number): Promise<number> {
  const bytes = float(sql`
    coalesce(sum(coalesce(octet_length(${response}), 0) + coalesce(octet_length(${confirmation}), 0)), 0)`);
  const [row] = await database.query(typed`select ${list({ bytes })}
  from ${predictions} where ${predictions.runId} = ${run}::int`);
  return row?.bytes ?? 0;
}

/**
 * Describes the predictions of a run that a statement needs. `predictionsOf` may also return other predictions, so the
 * statement must filter them itself.
 */
interface PredictionPart {
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
