import type { OmnidexError } from "../../domain/errors.ts";
import { hasKey, type Viewer } from "../../domain/viewer.ts";
import { RequestReads } from "../db/request-reads.ts";
import type { Admission } from "../limits/admission.ts";
import { RequestWork } from "../limits/request-work.ts";
import { PlannedLoader } from "../loaders/planned-loader.ts";
import { RequestCost } from "../plan/request-cost.ts";
import type { RequestContext } from "../resolvers/request-context.ts";
import { RunAggregates } from "../services/aggregates/run-aggregates.ts";
import { REQUEST_MS, ReadingBudget } from "../services/reading/reading-budget.ts";
import { ScoringHistory } from "../services/rescoring/scoring-history.ts";
import type { RunServices } from "../services/submission/run-services.ts";
import type { RequestRecord } from "../telemetry/request-record.ts";
import type { AppServices } from "./app-environment.ts";

/** What one request needs, each part made when it is first asked for: most requests need few. */
export class RequestServices implements RequestContext {
  readonly cost: RequestCost;
  readonly work: RequestWork;
  /** The database that this request reads: a caller with a key may just have written, even through another server. */
  readonly database: RequestReads;
  // Not private to the class: Apollo Server copies the object, and a copy has no such fields.
  private ownRuns: RunServices | null = null;
  private ownAggregates: RunAggregates | null = null;
  private ownScorings: ScoringHistory | null = null;
  private ownPlanned: PlannedLoader | null = null;

  /** @param refusal what ended an earlier try at the same request */
  constructor(
    private readonly services: Pick<AppServices, "database" | "runs" | "memory">,
    readonly viewer: Viewer,
    readonly record: RequestRecord,
    refusal: OmnidexError | null = null,
    readonly admission: Admission | null = null,
  ) {
    this.work = new RequestWork(admission);
    this.cost = new RequestCost(admission && ((objects) => admission.spendCost(objects)));
    const { database } = services;
    this.database = new RequestReads(hasKey(viewer) ? database : database.reads, record, refusal);
  }

  /** With the time that the threads have for this request. */
  get runs(): RunServices {
    this.ownRuns ??= { ...this.services.runs, budget: new ReadingBudget(REQUEST_MS) };
    return this.ownRuns;
  }

  get runAggregates(): RunAggregates {
    // They read by the server's memory, which does not know of the request.
    this.database.requireGoing();
    this.ownAggregates ??= new RunAggregates(this.database, this.services.memory);
    return this.ownAggregates;
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
