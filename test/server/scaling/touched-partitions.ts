import { sql } from "drizzle-orm";
import type { Database, Queryable } from "../../../src/server/db/database.ts";
import { integerArray, type Statement } from "../../../src/server/db/statement.ts";
import { rowsAs } from "../../support/count-rows.ts";

/** A node of PostgreSQL's plan, with the fields that are read here. */
interface PlanNode {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Actual Loops"?: number;
  readonly Plans?: readonly PlanNode[];
}

/** The statements that some work sends. */
export async function statementsOf(database: Database, work: () => Promise<unknown>): Promise<readonly Statement[]> {
  const statements: Statement[] = [];
  const stop = database.onStatement((statement) => statements.push(statement));
  try {
    await work();
  } finally {
    stop();
  }
  return statements;
}

/** The partitions of predictions that a statement reads. Runs the statement once more and rolls it back. */
export async function touchedPartitions(database: Database, { text, params }: Statement): Promise<readonly string[]> {
  let touched: readonly string[] = [];
  const explain = async (tx: Queryable): Promise<void> => {
    const [row] = await rowsAs<{ "QUERY PLAN": string | readonly { readonly Plan: PlanNode }[] }>(tx, {
      text: `explain (analyze, timing off, format json) ${text}`,
      params,
    });
    const found = row?.["QUERY PLAN"] ?? [];
    const plans = typeof found === "string" ? (JSON.parse(found) as { Plan: PlanNode }[]) : found;
    touched = plans.flatMap(({ Plan }) => [...scanned(Plan)]);
    throw new RolledBack();
  };
  await database.transaction(explain, "internal").catch((error: unknown) => {
    if (!(error instanceof RolledBack)) throw error;
  });
  return [...new Set(touched)].sort();
}

class RolledBack extends Error {}

/** The partitions that were actually scanned. A plan also lists partitions that are skipped during execution. */
function* scanned(node: PlanNode): Generator<string> {
  const relation = node["Relation Name"] ?? "";
  if (/Scan/.test(node["Node Type"]) && /^predictions/.test(relation) && node["Actual Loops"] !== 0) yield relation;
  for (const child of node.Plans ?? []) yield* scanned(child);
}

/** The partitions that contain the predictions of runs. */
export async function partitionsOf(database: Queryable, runs: readonly number[]): Promise<readonly string[]> {
  const rows = await rowsAs<{ name: string }>(
    database,
    sql`
    select distinct tableoid::regclass::text as name from predictions
    where run_id = any(${integerArray(runs)}) order by 1`,
  );
  return rows.map(({ name }) => name);
}
