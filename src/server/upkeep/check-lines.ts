import type { Database } from "../db/database.ts";
import { refuseNewerDatabase } from "../db/migrations.ts";
import { checkDatabase } from "./check-database.ts";
import { refuseHalfDistributed } from "./distribution-queries.ts";
import type { CheckSummary, Finding } from "./finding.ts";

/** A line of a check's output: a finding, or the summary as the last line. */
export type CheckLine = Finding | { readonly summary: CheckSummary };

/** A check as lines of JSON. */
export async function* checkLines(database: Database): AsyncGenerator<string, void> {
  await refuseNewerDatabase(database);
  await refuseHalfDistributed(database);
  const findings = checkDatabase(database);
  for (;;) {
    const next = await findings.next();
    const line: CheckLine = next.done ? { summary: next.value } : next.value;
    yield `${JSON.stringify(line)}\n`;
    if (next.done) return;
  }
}
