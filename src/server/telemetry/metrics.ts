import { setTimeout as pause } from "node:timers/promises";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { watchCaches } from "./counted-cache.ts";
import type { RequestRecord } from "./request-record.ts";
import { judgeAnswered, limitHit, questionsImported, rowsIngested, unhandledFailure } from "./server-events.ts";

const REQUEST_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const STATEMENT_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15];
const JUDGE_SECONDS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];

/** The counters and timers of requests. Every label has a bounded set of values. */
function instruments(registry: Registry) {
  const registers = [registry];
  return {
    requestSeconds: new Histogram({
      name: "omnidex_http_request_duration_seconds",
      help: "Time from the request's headers to the end of its response, by operation and class of status.",
      labelNames: ["operation", "status"] as const,
      buckets: REQUEST_SECONDS,
      registers,
    }),
    requestsInFlight: new Gauge({
      name: "omnidex_http_requests_in_flight",
      help: "Requests that are being answered.",
      registers,
    }),
    errors: new Counter({
      name: "omnidex_http_errors_total",
      help: "Requests that were answered with an error, by the code of the first one.",
      labelNames: ["code"] as const,
      registers,
    }),
    answers: new Counter({
      name: "omnidex_graphql_answers_total",
      help: "GraphQL requests by how they were answered: from the cache, by a compiled operation, or by graphql-js.",
      labelNames: ["by"] as const,
      registers,
    }),
    cost: new Counter({
      name: "omnidex_graphql_cost_objects_total",
      help: "Objects that GraphQL requests asked for.",
      registers,
    }),
    statementSeconds: new Histogram({
      name: "omnidex_database_statement_duration_seconds",
      help: "Time from sending a statement to its rows, the wait for a connection included.",
      labelNames: ["verb", "outcome"] as const,
      buckets: STATEMENT_SECONDS,
      registers,
    }),
    slowStatements: new Counter({
      name: "omnidex_database_slow_statements_total",
      help: "Statements that took at least OMNIDEX_SLOW_STATEMENT_MS.",
      registers,
    }),
    statementsInFlight: new Gauge({
      name: "omnidex_database_statements_in_flight",
      help: "Statements that were sent or wait for a connection.",
      registers,
    }),
    transactionsOpen: new Gauge({
      name: "omnidex_database_transactions_open",
      help: "Transactions that hold a connection or wait for one.",
      registers,
    }),
    rowsIngested: new Counter({
      name: "omnidex_ingest_rows_total",
      help: "Rows of runs that were stored, by whether the run came whole or in pieces.",
      labelNames: ["way"] as const,
      registers,
    }),
    questionsImported: new Counter({
      name: "omnidex_import_questions_total",
      help: "Questions of releases that were imported.",
      registers,
    }),
    judgeSeconds: new Histogram({
      name: "omnidex_judge_request_duration_seconds",
      help: "Time that requests to the judge took, by outcome.",
      labelNames: ["outcome"] as const,
      buckets: JUDGE_SECONDS,
      registers,
    }),
    limitsHit: new Counter({
      name: "omnidex_limits_hit_total",
      help: "Requests that met a limit, by the limit.",
      labelNames: ["limit"] as const,
      registers,
    }),
    unhandledFailures: new Counter({
      name: "omnidex_unhandled_failures_total",
      help: "Errors that nobody caught. Each starts an orderly shutdown of the process.",
      labelNames: ["event"] as const,
      registers,
    }),
    failures: new Counter({
      name: "omnidex_failures_total",
      help: "Errors that are not the caller's fault. Each is also logged.",
      registers,
    }),
  };
}

type Instruments = ReturnType<typeof instruments>;

/** The label of a request whose operation never became known. */
const UNKNOWN_OPERATION = "unknown";

/** The label of a response for which the caller did not wait. */
const ABORTED = "aborted";

/** How long a scrape waits for the database, in milliseconds. */
const PATIENCE = 1_000;

/** The metrics of one server, in the text format of Prometheus. */
export class Metrics {
  readonly registry = new Registry();
  readonly instruments: Instruments = instruments(this.registry);
  readonly #unsubscribe: (() => void)[];

  constructor() {
    const { rowsIngested: rows, questionsImported: questions, judgeSeconds } = this.instruments;
    const { limitsHit, unhandledFailures } = this.instruments;
    this.#unsubscribe = [
      rowsIngested.subscribe((event) => rows.inc({ way: event.way }, event.rows)),
      questionsImported.subscribe((event) => questions.inc(event.questions)),
      judgeAnswered.subscribe(({ outcome, seconds }) => judgeSeconds.observe({ outcome }, seconds)),
      limitHit.subscribe(({ limit }) => limitsHit.inc({ limit })),
      unhandledFailure.subscribe(({ event }) => unhandledFailures.inc({ event })),
    ];
    // Counters start at zero, because alerts cannot distinguish an absent counter from one that never counts.
    for (const event of ["unhandledRejection", "uncaughtException"]) unhandledFailures.inc({ event }, 0);
    for (const way of ["whole", "pieces"]) rows.inc({ way }, 0);
    for (const code of ["INTERNAL", "UNAVAILABLE"]) this.instruments.errors.inc({ code }, 0);
    watchCaches(this.registry);
  }

  /** Adds the metrics of the process: CPU, memory, garbage collection and the delay of the event loop. */
  watchProcess(): void {
    collectDefaultMetrics({ register: this.registry });
  }

  /**
   * Adds the length of the judge's queue. It is queried on each scrape; if the query does not finish in time, the last
   * value is kept.
   */
  watchJudgeQueue(count: () => Promise<number>): void {
    let asking: Promise<void> | null = null;
    const gauge: Gauge = new Gauge({
      name: "omnidex_judge_queue_length",
      help: "Responses that wait for a judge. All servers of the database report the same number.",
      registers: [this.registry],
      collect: async () => {
        asking ??= count()
          .then((length) => gauge.set(length))
          .catch(() => {})
          .finally(() => {
            asking = null;
          });
        await Promise.race([asking, pause(PATIENCE, undefined, { ref: false })]);
      },
    });
  }

  /** Adds the connections of the database's pool, which are read on each scrape. */
  watchConnections(
    counts: () => { readonly connections: number; readonly idle: number; readonly waiting: number },
  ): void {
    const gauge = (name: string, help: string, value: () => number): Gauge =>
      new Gauge({
        name: `omnidex_database_connections_${name}`,
        help,
        registers: [this.registry],
        collect() {
          this.set(value());
        },
      });
    gauge("busy", "Connections of the pool that are in use.", () => counts().connections - counts().idle);
    gauge("idle", "Connections of the pool that are idle.", () => counts().idle);
    gauge("waited_for", "Statements and transactions that wait for a connection.", () => counts().waiting);
  }

  /** States the version and the engine. */
  describe(version: string, engine: string): void {
    const labelNames = ["version", "engine", "node"] as const;
    const info = new Gauge({
      name: "omnidex_build_info",
      help: "1, with the version of the server, the engine of its database and the version of Node.js.",
      labelNames,
      registers: [this.registry],
    });
    info.set({ version, engine, node: process.version }, 1);
  }

  /** Counts a finished request. @param status null if the client disconnected before the end of the response */
  requestEnded(record: RequestRecord, status: number | null): void {
    const { requestSeconds, errors, answers, cost } = this.instruments;
    const labels = {
      operation: record.operation ?? UNKNOWN_OPERATION,
      status: status === null ? ABORTED : `${Math.floor(status / 100)}xx`,
    };
    requestSeconds.observe(labels, (performance.now() - record.startedAt) / 1_000);
    if (record.code !== null) errors.inc({ code: record.code });
    if (record.answeredBy !== null) answers.inc({ by: record.answeredBy });
    if (record.cost !== null && record.cost > 0) cost.inc(record.cost);
  }

  /** All metrics, in Prometheus's text format. */
  text(): Promise<string> {
    return this.registry.metrics();
  }

  get contentType(): string {
    return this.registry.contentType;
  }

  close(): void {
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    this.registry.clear();
  }
}
