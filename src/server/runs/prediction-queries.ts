import { sql } from "drizzle-orm";
import type { Queryable } from "../db/database.ts";
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
