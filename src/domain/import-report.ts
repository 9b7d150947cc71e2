import type { AnswerAccess } from "./exported-release.ts";
import type { Oddity } from "./import-batch.ts";
import type { ReleaseChanges } from "./release-changes.ts";

/** The result of an import, or of a dry run. */
export interface ImportReport {
  readonly benchmark: string;
  /** CREATED: a new release. UNCHANGED: the same one is current already. RESTORED: an earlier one is current again. */
  readonly status: "CREATED" | "UNCHANGED" | "RESTORED";
  /** Whether nothing was written. */
  readonly dryRun: boolean;
  readonly releaseVersion: number;
  readonly contentHash: string;
  /** Who may see the answers of the release. */
  readonly answerAccess: AnswerAccess;
  /**
   * For a release that hides its answers: the share of its questions that the public board covers; null if there is one board over
   * all questions. Null for other releases.
   */
  readonly publicShare: number | null;
  readonly format: string;
  readonly counts: Readonly<Record<"videos" | "questions" | "categories" | "tasks", number>>;
  /** What changes from the release that was current before; null if none was, or if the same one still is. */
  readonly changes: ReleaseChanges | null;
  readonly oddities: readonly Oddity[];
  /**
   * For a new release that hides its answers: the number of its questions that are also in a release whose answers
   * everyone can see. The answers of these questions are not secret.
   */
  readonly seenBefore: number;
  /** For a new release with visible answers: the benchmarks that hide some of these answers. */
  readonly hiddenElsewhere: readonly HiddenElsewhere[];
  /** The import of the open part, if the release was divided. */
  readonly open?: ImportReport;
}

/** A benchmark that hides the answers of some questions of an import. */
export interface HiddenElsewhere {
  /** The benchmark's slug. It is the slug of the imported benchmark if an earlier release of it hides the answers. */
  readonly benchmark: string;
  readonly questionCount: number;
}
