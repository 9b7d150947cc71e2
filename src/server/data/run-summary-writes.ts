import { sql } from "drizzle-orm";
import { isPartial } from "../../domain/partial.ts";
import type { Queryable } from "../db/database.ts";
import { booleanArray, integerArray } from "../db/statement.ts";
import { predictions, runs } from "../db/tables/run-tables.ts";
import type { StoredVectors } from "./score-queries.ts";

/** A run and the vectors of its latest scoring. */
export interface SummarizedRun {
  readonly run: number;
  readonly vectors: StoredVectors;
}

/**
 * Updates the columns of runs that summarize their predictions, so that no list reads predictions: the number of
 * missing questions, whether the run is partial, and the share of ambiguous predictions. Predictions and scores must be
 * stored before.
 */
export async function storeRunSummaries(tx: Queryable, summarized: readonly SummarizedRun[]): Promise<void> {
  if (summarized.length === 0) return;
  const ids = integerArray(summarized.map(({ run }) => run));
  const missing = summarized.map(({ vectors }) => missingCount(vectors));
  const partial = summarized.map(({ vectors }, index) => isPartial(missing[index] ?? 0, scorableCount(vectors)));
  await tx.query(sql`
    update ${runs} set missing = x.missing, partial = x.partial, ambiguous_share = coalesce(readings.share, 0)
    from unnest(${ids}, ${integerArray(missing)}, ${booleanArray(partial)}) as x(run_id, missing, partial)
      left join (
        select ${predictions.runId} as run_id,
          (count(*) filter (where ${predictions.ambiguous}))::float8 / count(*) as share
        from ${predictions} where ${predictions.runId} = any(${ids}) group by ${predictions.runId}) readings
        on readings.run_id = x.run_id
    where ${runs.id} = x.run_id`);
}

const scorableCount = ({ unscored }: StoredVectors): number => unscored.length - unscored.count();

/** The number of questions that can be scored and have no prediction. */
const missingCount = ({ answered, unparsed, errored, unscored }: StoredVectors): number =>
  answered.length - answered.or(unparsed).or(errored).or(unscored).count();
