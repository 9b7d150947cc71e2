import type { AnswerAccess } from "./exported-release.ts";
import type { Oddity } from "./import-batch.ts";
import type { ReleaseChanges } from "./release-changes.ts";
import { counted } from "./texts.ts";

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

/** The warning that a new release hides answers that are already public in another release. */
export const seenBeforeText = (questionCount: number): string =>
  `${also(questionCount)} in a release whose answers everyone can see, so ${
    questionCount === 1 ? "its answer is" : "their answers are"
  } not secret.`;

/** The warning that a new visible release has answers that another benchmark hides. */
export const hiddenElsewhereText = ({ benchmark, questionCount }: HiddenElsewhere): string =>
  `${also(questionCount)} in '${benchmark}', which hides its answers.`;

/** Which scores others see of a release that hides its answers. `publicShare` as in `ImportReport`. */
export const boardsText = (publicShare: number | null): string =>
  publicShare === null
    ? "scores over all questions are shown, and each tells a little about the answers"
    : `scores over ${Math.round(100 * publicShare)} % of the questions are shown, and those over the others from a date on that you set`;

const also = (questionCount: number): string =>
  `${counted(questionCount, "question")} ${questionCount === 1 ? "is" : "are"} also`;
