import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ADMIN } from "../../src/domain/viewer.ts";
import type { Database, Queryable } from "../../src/server/db/database.ts";
import { toStatement } from "../../src/server/db/statement.ts";
import {
  appendPredictions,
  createRun,
  finalizeRun,
  submitRun,
} from "../../src/server/runs/submission/submission-pipeline.ts";
import { importBenchmark } from "../support/admin-imports.ts";
import { countRows, rowsAs } from "../support/count-rows.ts";
import { createTestServer, type TestServer } from "../support/test-server.ts";
import { gapBatch, GAP_PREDICTIONS as PREDICTIONS, GAP_RUN as RUN } from "./gap-batch.ts";

let server: TestServer;
let keys = 0;
const newKey = (): string => `key ${keys++}`;

beforeAll(async () => {
  server = await createTestServer();
  await importBenchmark(server.database, gapBatch());
});
afterAll(() => server.close());

const count = (table: string): Promise<number> => countRows(server.database, table);

describe("a submission that fails", () => {
  /**
   * A statement fails on its way to the database, or in the database, which then refuses all later statements, too.
   */
  const FAILURES = {
    "on its way": () => Promise.reject(new Error("no more space")),
    "in the database": (tx: Queryable) => rowsAs<never>(tx, { text: "select 1 / 0 as nothing", params: [] }),
  } as const;
  const SAID = /no more space|division by zero/;

  /** The database, except that statements that match the pattern fail within transactions. */
  const failing = (pattern: RegExp, where: keyof typeof FAILURES = "on its way"): Database => ({
    ...server.database,
    transaction: (work) =>
      server.database.transaction((tx) => {
        const query: Queryable["query"] = async (statement) => {
          const { text } = toStatement(statement);
          return pattern.test(text) ? FAILURES[where](tx) : tx.query(statement);
        };
        return work({ query });
      }),
  });
  /** The messages of an error and of its causes. */
  const reasonsOf = (error: unknown): string =>
    error instanceof Error ? `${error.message}\n${reasonsOf(error.cause)}` : String(error);
  const stored = async () => ({
    runs: await count("runs"),
    models: await count("models"),
    predictions: await count("predictions"),
    scores: await count("scores"),
  });

  const STATEMENTS = [
    /pg_advisory_xact_lock_shared/,
    /from "key_revisions"/,
    /insert into "runs"/,
    /insert into "predictions"/,
    /insert into "scores"/,
    /update "runs" set input_hash/,
  ];
  it.each(
    STATEMENTS.flatMap((pattern) => (["on its way", "in the database"] as const).map((where) => ({ pattern, where }))),
  )("stores no part of a run if $pattern fails $where", async ({ pattern, where }) => {
    const before = await stored();
    const services = { ...server.services.runs, database: failing(pattern, where) };
    const input = { ...RUN, model: { name: "never seen" }, idempotencyKey: newKey(), predictions: PREDICTIONS };
    await expect(submitRun(services, ADMIN, input)).rejects.toSatisfy((error) => SAID.test(reasonsOf(error)));
    expect(await stored()).toEqual(before);
    // The same idempotency key works after the failure.
    await expect(submitRun(server.services.runs, ADMIN, input)).resolves.toMatchObject({ report: { ok: true } });
  });

  it("leaves a run open if it could not be scored", async () => {
    const { runs } = server.services;
    const { run } = await createRun(runs, ADMIN, { ...RUN, idempotencyKey: newKey() });
    await appendPredictions(runs, ADMIN, run, PREDICTIONS);
    const before = await stored();
    const services = { ...server.services.runs, database: failing(/update "runs"/) };
    await expect(finalizeRun(services, ADMIN, run)).rejects.toThrow("no more space");
    expect(await stored()).toEqual(before);
    expect(await server.data("query($run:ID!){run(id:$run){status score{value}}}", { run: `run_${run}` })).toEqual({
      run: { status: "OPEN", score: null },
    });
  });
});
