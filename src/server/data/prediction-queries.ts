import { sql } from "drizzle-orm";
import type { Queryable } from "../db/database.ts";
import { predictions } from "../db/tables/run-tables.ts";
import type { PredictionRecord } from "./prediction-writes.ts";

/** A prediction as the run's own scoring has it. */
export type StoredPrediction = Omit<PredictionRecord, "span" | "ambiguous">;

/** All predictions of a run, in the order of the release. */
export function fetchPredictions(database: Queryable, run: number): Promise<StoredPrediction[]> {
  return database.query<StoredPrediction>(sql`
    select ${predictions.ordinal} as ordinal, ${predictions.response} as response, ${predictions.error} as error,
      ${predictions.confirmation} as confirmation, ${predictions.outcome} as outcome, ${predictions.score} as score,
      ${predictions.answer} as answer, ${predictions.rule} as rule
    from ${predictions} where ${predictions.runId} = ${run}::int order by ${predictions.ordinal}`);
}
