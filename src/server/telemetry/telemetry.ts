import type { LogConfig, TelemetryConfig, TracesConfig } from "../config/telemetry-config.ts";
import { Metrics } from "./metrics.ts";
import type { RequestRecord } from "./request-record.ts";
import { type LineLevel, openServerLog, type ServerLog, silentLog } from "./server-log.ts";
import { activateTracing, type Tracing } from "./tracing.ts";

/** Frequent operations that are not worth a log line: the probes of load balancers and Prometheus. */
const PROBES: ReadonlySet<string | null> = new Set(["GET /health/live", "GET /health/ready", "GET /metrics"]);

/** The maximum length of a slow statement's text in the log, in characters. */
const LONGEST_STATEMENT = 5_000;

/** A server's log, metrics and tracing. */
export class Telemetry {
  readonly metrics = new Metrics();
  #tracing: Tracing | null = null;

  /** @param slowStatement the duration from which a statement is logged, in milliseconds; null to log no statement */
  constructor(
    readonly log: ServerLog,
    private readonly slowStatement: LogConfig["slowStatement"],
  ) {}

  /**
   * Opens the log and starts the metrics.
   * @param failure receives errors instead of the log, which then stays silent
   */
  static async open({ log }: TelemetryConfig, failure: ServerLog["failure"] | null = null): Promise<Telemetry> {
    return new Telemetry(failure === null ? await openServerLog(log) : silentLog(failure), log.slowStatement);
  }

  /**
   * Counts and logs an error that is not the caller's fault.
   * @param source the id of the request, or the part of the server
   */
  readonly fail = (source: string, error: unknown): void => {
    this.metrics.instruments.failures.inc();
    this.log.failure(source, error);
  };

  requestBegan(): void {
    this.metrics.instruments.requestsInFlight.inc();
  }

  /** Counts and logs a request. @param status null if the client disconnected before the end of the response */
  requestEnded(record: RequestRecord, status: number | null): void {
    this.metrics.instruments.requestsInFlight.dec();
    this.metrics.requestEnded(record, status);
    const level = levelOf(record, status);
    if (!this.log.logger.isLevelEnabled(level)) return;
    this.log.line(level, membersOf(record, status), status === null ? "request aborted" : "request");
  }

  /**
   * Records that a statement has ended.
   * @param failed whether the database rejected it or was unreachable
   */
  statementEnded(
    { verb, text }: { readonly verb: string; readonly text: string },
    milliseconds: number,
    failed: boolean,
    record: RequestRecord | undefined,
  ): void {
    const { statementSeconds, slowStatements } = this.metrics.instruments;
    statementSeconds.observe({ verb, outcome: failed ? "error" : "ok" }, milliseconds / 1_000);
    if (this.slowStatement === null || milliseconds < this.slowStatement) return;
    slowStatements.inc();
    this.log.logger.warn(
      {
        requestId: record?.requestId ?? null,
        operation: record?.operation ?? null,
        durationMs: rounded(milliseconds),
        failed,
        statement: text.replace(/\s+/g, " ").trim().slice(0, LONGEST_STATEMENT),
      },
      "slow statement",
    );
  }

  /** Starts exporting spans, if configured. Loads the required packages only then. */
  async startTracing(config: TracesConfig | null, version: string): Promise<void> {
    if (config === null) return;
    const { startOtlpTracing } = await import("./otlp-tracing.ts");
    this.#tracing = await startOtlpTracing(config, version);
    activateTracing(this.#tracing);
  }

  async close(): Promise<void> {
    if (this.#tracing !== null) activateTracing(null);
    await this.#tracing?.close();
    this.metrics.close();
    this.log.close();
  }
}

/** The members of a request's line in the log. */
function membersOf(record: RequestRecord, status: number | null): string {
  const { requestId, operation, name, answeredBy, cost, code, traceId } = record;
  let members = `,"requestId":${JSON.stringify(requestId)},"operation":${JSON.stringify(operation)}`;
  if (name !== null) members += `,"name":${JSON.stringify(name)}`;
  members += `,"status":${status},"durationMs":${rounded(performance.now() - record.startedAt)}`;
  if (cost !== null) members += `,"cost":${cost}`;
  if (answeredBy !== null) members += `,"answeredBy":"${answeredBy}"`;
  if (code !== null) members += `,"code":${JSON.stringify(code)}`;
  if (traceId !== null) members += `,"traceId":${JSON.stringify(traceId)}`;
  return members;
}

/** The level at which to log a request. Probes tell nothing, and cache hits cost less than their log line would. */
function levelOf({ operation, answeredBy }: RequestRecord, status: number | null): LineLevel {
  if (PROBES.has(operation) || answeredBy === "cache") return "debug";
  return status !== null && status >= 500 ? "warn" : "info";
}

const rounded = (milliseconds: number): number => Math.round(milliseconds * 1_000) / 1_000;

const VERBS: ReadonlySet<string> = new Set(["select", "insert", "update", "delete", "with"]);

/** The first word of a statement if it is in `VERBS`, otherwise "other"; this bounds the metric's label values. */
export function verbOf(text: string): string {
  const word = /^\s*([a-z]+)/i.exec(text)?.[1]?.toLowerCase() ?? "";
  return VERBS.has(word) ? word : "other";
}
