import { setTimeout as pause } from "node:timers/promises";
import { collectDefaultMetrics, Gauge, Registry } from "prom-client";
import { watchCaches } from "./cache-metrics.ts";
import { type Instruments, instruments } from "./instruments.ts";
import type { RequestRecord } from "./request-record.ts";
import { judgeAnswered, limitHit, questionsImported, rowsIngested, unhandledFailure } from "./server-events.ts";

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
