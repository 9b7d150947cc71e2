import type { Viewer } from "../../domain/viewer.ts";
import type { Database } from "../db/database.ts";
import type { RunAggregates } from "../loaders/run-aggregates.ts";
import type { RunServices } from "../services/submission/run-services.ts";

/** What every resolver of one request is given. */
export interface RequestContext {
  readonly database: Database;
  readonly viewer: Viewer;
  readonly runAggregates: RunAggregates;
  readonly runs: RunServices;
  /** Names the request in the log and in errors. */
  readonly requestId: string;
}
