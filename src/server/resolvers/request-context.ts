import type { PlannedLoader } from "../loaders/planned-loader.ts";
import type { PlanContext } from "../plan/execute-plan.ts";
import type { RunAggregates } from "../services/aggregates/run-aggregates.ts";
import type { ScoringHistory } from "../services/rescoring/scoring-history.ts";
import type { RunServices } from "../services/submission/run-services.ts";

/** What every resolver of one request is given. */
export interface RequestContext extends PlanContext {
  readonly runAggregates: RunAggregates;
  readonly scorings: ScoringHistory;
  readonly runs: RunServices;
  readonly planned: PlannedLoader;
  /** Names the request in the log and in errors. */
  readonly requestId: string;
}
