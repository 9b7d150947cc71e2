import { type SQL, sql } from "drizzle-orm";
import { int, nullable, type RowOf, text } from "../db/typed-sql.ts";

/** The columns of a rule's query, by the names that the query gives them. */
export const ruleColumns = {
  /** The primary key of the run that the violation is about, if any. */
  run: nullable(int(sql`run`)),
  /** The primary key of the release, if it is known. */
  release: nullable(int(sql`release`)),
  /** The subject of the violation: `question 17`. */
  subject: text(sql`subject`),
  expected: text(sql`expected`),
  found: text(sql`found`),
};

/** A violation of a rule. */
export type RuleRow = RowOf<typeof ruleColumns>;

/** A condition that always holds in a sound database. */
export interface Rule {
  readonly code: string;
  /** Selects the columns of `ruleColumns`, a row for each violation. */
  readonly violations: SQL;
}
