import { OmnidexError } from "../../domain/errors.ts";
import { hasKey, type Viewer } from "../../domain/viewer.ts";
import { AuditTrail } from "../access/audit-trail.ts";
import { RunAggregates } from "../boards/run-aggregates.ts";
import { RequestReads } from "../db/request-reads.ts";
import { PlannedLoader } from "../graphql/plan/planned-loader.ts";
import { RequestCost } from "../graphql/plan/request-cost.ts";
import type { RequestContext, ServerRuns } from "../graphql/resolvers/resolver.ts";
import { type Admission, RequestWork } from "../limits/request-admission.ts";
import { ScoringHistory } from "../runs/rescoring/scoring-history.ts";
import type { RequestRecord } from "../telemetry/request-record.ts";
import { REQUEST_MS, ReadingBudget } from "../workers/reading-pool.ts";
import type { AppServices } from "./app-environment.ts";
import { WRONG_KEY } from "./error-response.ts";

/** The services of one request. Each is created on first use, because most requests need few of them. */
export class RequestServices implements RequestContext {
  readonly cost: RequestCost;
  readonly work: RequestWork;
  /**
   * The database that this request reads. A request with a key reads the primary and not a replica, because its caller
   * may just have written data.
   */
  readonly database: RequestReads;
  // `private` instead of `#`, because Apollo Server copies the object and the copy would lack `#` fields.
  private ownRuns: ServerRuns | null = null;
  private ownAggregates: RunAggregates | null = null;
  private ownScorings: ScoringHistory | null = null;
  private ownPlanned: PlannedLoader | null = null;

  /**
   * @param refusal the error with which this request was refused on the fast path; null if it was not refused
   */
  constructor(
    private readonly services: Pick<AppServices, "database" | "runs" | "memory" | "failedAttempts" | "viewers">,
    public viewer: Viewer,
    readonly record: RequestRecord,
    refusal: OmnidexError | null = null,
    readonly admission: Admission | null = null,
  ) {
    this.work = new RequestWork(admission);
    this.cost = new RequestCost(admission && ((objects) => admission.spendCost(objects)));
    const { database } = services;
    this.database = new RequestReads(hasKey(viewer) ? database : database.reads, record, refusal);
  }

  async confirmViewer(): Promise<void> {
    const viewer = await this.services.viewers.confirmed(this.viewer);
    if (viewer === null) throw new OmnidexError("UNAUTHENTICATED", WRONG_KEY);
    this.viewer = viewer;
    this.ownAggregates = null;
    this.ownScorings = null;
    this.ownPlanned = null;
  }

  /** The run services, with the reading budget of this request. */
  get runs(): ServerRuns {
    this.ownRuns ??= { ...this.services.runs, budget: new ReadingBudget(REQUEST_MS) };
    return this.ownRuns;
  }

  get runAggregates(): RunAggregates {
    // The aggregates also read through shared memory, so a request that the database has refused stops here.
    this.database.requireGoing();
    this.ownAggregates ??= new RunAggregates(this.database, this.services.memory, this.viewer);
    return this.ownAggregates;
  }

  get audit(): AuditTrail {
    const { database, failedAttempts } = this.services;
    return new AuditTrail(database, failedAttempts, this.viewer, this.record.requestId);
  }

  get scorings(): ScoringHistory {
    this.ownScorings ??= new ScoringHistory(this.database, this.runAggregates);
    return this.ownScorings;
  }

  get planned(): PlannedLoader {
    this.ownPlanned ??= new PlannedLoader(this);
    return this.ownPlanned;
  }
}
