import { sql } from "drizzle-orm";
import type { Queryable } from "../db/database.ts";
import { predictions } from "../db/tables/run-tables.ts";
import type { PredictionRecord } from "./prediction-writes.ts";

/** A prediction as the run's own scoring has it. */
export type StoredPrediction = Omit<PredictionRecord, "span" | "ambiguous">;

/** What was read in a prediction, without its texts: of a response and an error, whether they are there. */
export interface StoredReading extends Pick<PredictionRecord, "ordinal" | "outcome" | "answer" | "rule" | "ambiguous"> {
  /** Blank where the prediction has one, else null. */
  readonly response: string | null;
  readonly error: string | null;
}

/** What was read in each prediction of a run, in the order of the release. */
export function fetchReadings(database: Queryable, run: number): Promise<StoredReading[]> {
  return database.query<StoredReading>(sql`
    select ${predictions.ordinal} as ordinal, ${predictions.outcome} as outcome, ${predictions.answer} as answer,
      ${predictions.rule} as rule, ${predictions.ambiguous} as ambiguous,
      case when ${predictions.response} is not null then '' end as response,
      case when ${predictions.error} is not null then '' end as error
    from ${predictions} where ${predictions.runId} = ${run}::int order by ${predictions.ordinal}`);
}

/** All predictions of a run, in the order of the release. */
export function fetchPredictions(database: Queryable, run: number): Promise<StoredPrediction[]> {
  return database.query<StoredPrediction>(sql`
    select ${predictions.ordinal} as ordinal, ${predictions.response} as response, ${predictions.error} as error,
      ${predictions.confirmation} as confirmation, ${predictions.outcome} as outcome, ${predictions.score} as score,
      ${predictions.answer} as answer, ${predictions.rule} as rule
    from ${predictions} where ${predictions.runId} = ${run}::int order by ${predictions.ordinal}`);
}

/** How many bytes the texts of a run's predictions have: what it takes to read them again. */
export async function fetchOutputBytes(database: Queryable, run: number): Promise<number> {
  const [row] = await database.query<{ readonly bytes: number }>(sql`
    select coalesce(sum(coalesce(octet_length(${predictions.response}), 0)
      + coalesce(octet_length(${predictions.confirmation}), 0)), 0)::float8 as bytes
    from ${predictions} where ${predictions.runId} = ${run}::int`);
  return row?.bytes ?? 0;
}
