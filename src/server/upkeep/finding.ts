/** A violated invariant of the database. */
export interface Finding {
  /** A code such as `VECTOR_DIFFERS`; docs/backups.md lists all of them. */
  readonly code: string;
  /** The run's id in the API; null if the finding is not about a run. */
  readonly run: string | null;
  /** The benchmark's slug, and the version of its release; null if unknown. */
  readonly benchmark: string | null;
  readonly release: number | null;
  /** What the finding is about: `question 17`. */
  readonly subject: string;
  readonly expected: string;
  readonly found: string;
}

/** How much was checked. */
export interface CheckSummary {
  readonly releases: number;
  readonly runs: number;
  readonly scorings: number;
  readonly predictions: number;
  readonly findings: number;
}
