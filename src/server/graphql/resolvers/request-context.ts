import type { AuditTrail } from "../../access/audit-trail.ts";
import type { RunAggregates } from "../../boards/run-aggregates.ts";
import type { ItemAnalyses } from "../../items/item-analyses.ts";
import type { Admission } from "../../limits/admission.ts";
import type { RequestWork } from "../../limits/request-work.ts";
import type { BoardSigning } from "../../runs/board-signing.ts";
import type { ScoringHistory } from "../../runs/rescoring/scoring-history.ts";
import type { RunServices } from "../../runs/submission/run-services.ts";
import type { RequestRecord } from "../../telemetry/request-record.ts";
import type { PlannedLoader } from "../plan/planned-loader.ts";
import type { PlanContext } from "../plan/root-fields.ts";

/** The parts of the context that functions such as `requireKnownBenchmark` need to check a name. */
export const memoryOf = ({
  database,
  runAggregates: { memory },
}: Pick<RequestContext, "database" | "runAggregates">) => ({
  database,
  memory,
});

/** The services of runs, with what the rooms above them add. */
export interface ServerRuns extends RunServices {
  /** The statistics of questions. */
  readonly items: ItemAnalyses;
  /** Signs final boards. */
  readonly signing: BoardSigning;
}

/** The context that every resolver of one request receives. */
export interface RequestContext extends PlanContext {
  readonly runAggregates: RunAggregates;
  readonly scorings: ScoringHistory;
  readonly runs: ServerRuns;
  /** The entries that the request adds to the audit log. */
  readonly audit: AuditTrail;
  readonly planned: PlannedLoader;
  /** The caller's limits; null for no limits. */
  readonly admission: Admission | null;
  readonly work: RequestWork;
  /**
   * Looks the caller up in the database, for writes. Reads use a cached viewer.
   * @throws `UNAUTHENTICATED` if the caller's key is revoked or expired
   */
  confirmViewer(): Promise<void>;
  /** The data about the request for the log and the metrics. */
  readonly record: RequestRecord;
}
