import { Counter, Gauge, Histogram, type Registry } from "prom-client";

const REQUEST_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const STATEMENT_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15];
const JUDGE_SECONDS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];

/** The counters and timers of requests. Every label has a bounded set of values. */
export function instruments(registry: Registry) {
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

export type Instruments = ReturnType<typeof instruments>;
