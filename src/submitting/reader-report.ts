import { counted } from "../domain/texts.ts";
import type { JoinReport } from "../formats/join/join-submission.ts";
import type { Submission } from "../formats/read-submission.ts";
import type { RowProblem } from "../formats/rows/submission-row.ts";

/** The result of reading a file, as `omnidex submit --json` prints it. */
export interface ReaderReport {
  readonly format: string;
  readonly rows: number;
  readonly predictions: number;
  readonly errors: number;
  /** The number of questions of the release without a prediction. */
  readonly missing: number;
  readonly problemCount: number;
  readonly problems: readonly RowProblem[];
  /** A sentence on keys that are those of other rows, so that no part of the file should be submitted; else null. */
  readonly shift: string | null;
  /** Whether reading stopped before the end of the file, because too many rows are unusable. */
  readonly isCut: boolean;
  readonly notes: readonly string[];
}

/** @param questions the number of questions in the release */
export function readerReport(
  { format }: Pick<Submission, "format">,
  report: JoinReport,
  questions: number,
): ReaderReport {
  const { predictions } = report;
  const { rows, errors, problemCount, problems, shift, isCut, notes } = report;
  const missing = questions - predictions;
  return { format, rows, predictions, errors, missing, problemCount, problems, shift, isCut, notes };
}

/** Why no part of a run should be submitted; null if its usable rows may be. */
export function unsendable({ shift, predictions }: ReaderReport): string | null {
  return shift ?? (predictions === 0 ? "It has no prediction to submit." : null);
}

/** That rows of a run cannot be used; null if all can. */
export const unusableRows = ({ problemCount }: ReaderReport): string | null =>
  problemCount === 0 ? null : `${counted(problemCount, "row")} cannot be used.`;
