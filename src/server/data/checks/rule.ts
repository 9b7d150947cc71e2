import type { SQL } from "drizzle-orm";

/** What a query of a rule returns for each thing that is wrong. */
export interface RuleRow {
  /** The primary key of the run that it is about; null where it is about none. */
  readonly run: number | null;
  /** The primary key of the release; null where it is not known. */
  readonly release: number | null;
  /** What is wrong: `question 17`. */
  readonly subject: string;
  readonly expected: string;
  readonly found: string;
}

/** Something that always holds in a sound database. */
export interface Rule {
  readonly code: string;
  /** Selects the rows of `RuleRow`, and nothing in a sound database. */
  readonly violations: SQL;
}
