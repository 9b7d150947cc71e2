import type { AnswerAccess } from "./exported-release.ts";
import type { Oddity } from "./import-batch.ts";
import type { ReleaseChanges } from "./release-changes.ts";

/** What an import did, or a dry run would do. */
export interface ImportReport {
  readonly benchmark: string;
  /**
   * CREATED: a new release. UNCHANGED: the same release is already current. RESTORED: an earlier release is current
   * again.
   */
  readonly status: "CREATED" | "UNCHANGED" | "RESTORED";
  /** Whether nothing was written. */
  readonly dryRun: boolean;
  readonly releaseVersion: number;
  readonly contentHash: string;
  /** Who may see the answers of the release. */
  readonly answerAccess: AnswerAccess;
  readonly format: string;
  readonly counts: Readonly<Record<"videos" | "questions" | "categories" | "tasks", number>>;
  /** What happened to the release that was current before; null if there was none, or if the release is unchanged. */
  readonly changes: ReleaseChanges | null;
  readonly oddities: readonly Oddity[];
  /**
   * How many questions of a new release that hides its answers are also in a release whose answers everyone can see. Their
   * answers are not secret.
   */
  readonly seenBefore: number;
  /** The benchmarks that hide answers which a new release with visible answers shows. */
  readonly hiddenElsewhere: readonly HiddenElsewhere[];
}

/** How many questions of an import are also in a release of a benchmark that hides their answers. */
export interface HiddenElsewhere {
  /** The benchmark's slug. It is the import's own if an earlier release hides the answers. */
  readonly benchmark: string;
  readonly questionCount: number;
}
