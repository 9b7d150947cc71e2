import type { RequestRecord } from "../telemetry/request-record.ts";
import { type Telemetry, verbOf } from "../telemetry/telemetry.ts";
import { isTracing, type SpanAttributes, traced } from "../telemetry/tracing.ts";
import type { Database, Queryable } from "./database.ts";
import { type Query, type Statement, toStatement } from "./statement.ts";

/** A database whose statements are timed. Slow statements are logged. */
export function observedDatabase(database: Database, telemetry: Telemetry): Database {
  const { transactionsOpen } = telemetry.metrics.instruments;
  const { query } = observedQueryable(database, telemetry);
  return {
    ...database,
    query,
    transaction: async (work, reach) => {
      transactionsOpen.inc();
      try {
        return await traced("transaction", "internal", {}, () =>
          database.transaction((tx) => work(observedQueryable(tx, telemetry)), reach),
        );
      } finally {
        transactionsOpen.dec();
      }
    },
    reads: observedQueryable(database.reads, telemetry),
  };
}

function observedQueryable(target: Queryable, telemetry: Telemetry): Queryable {
  const { statementsInFlight } = telemetry.metrics.instruments;
  return {
    query: async <Q extends Query>(query: Q, request?: RequestRecord) => {
      const statement = toStatement(query);
      const verb = verbOf(statement.text);
      const begun = performance.now();
      statementsInFlight.inc();
      let failed = true;
      try {
        const rows = isTracing()
          ? await traced(verb, "client", attributesOf(verb, statement), () => target.query(statement))
          : await target.query(statement);
        failed = false;
        return rows;
      } finally {
        statementsInFlight.dec();
        telemetry.statementEnded({ verb, text: statement.text }, performance.now() - begun, failed, request);
      }
    },
  };
}

/** The SQL text is safe to record: it contains no values, because values are parameters. */
const attributesOf = (verb: string, { text }: Statement): SpanAttributes => ({
  "db.system.name": "postgresql",
  "db.operation.name": verb,
  "db.query.text": text,
});
