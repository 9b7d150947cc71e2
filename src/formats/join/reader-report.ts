import { counted } from "../../domain/texts.ts";
import type { Submission } from "../read-submission.ts";
import type { RowProblem, SubmissionHeader } from "../rows/submission-row.ts";
import type { JoinReport } from "./join-submission.ts";

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

/**
 * Why no row of a run fits its benchmark; null if a row does.
 * @param header what the run's files state
 */
export function unfittingRows(
  { problemCount, predictions }: ReaderReport,
  benchmark: string,
  header: Pick<SubmissionHeader, "benchmark">,
): string | null {
  if (problemCount === 0 || predictions > 0) return null;
  const named = header.benchmark !== undefined && header.benchmark !== benchmark;
  return `No row fits ${benchmark}: the file ${named ? `says that it belongs to ${header.benchmark}` : "may belong to another benchmark"}.`;
}

/**
 * Why a run is not submitted, with what to do; null if its usable rows may be.
 * @param partly how to submit them, if some rows are not usable; null if the user has chosen to
 */
export function runRefusal(read: ReaderReport, unfitting: string | null, partly: string | null): string | null {
  const { problemCount, predictions, shift } = read;
  if (problemCount > 0 && (partly !== null || shift !== null))
    return `${counted(problemCount, "row")} cannot be used; nothing was submitted. ${shift ?? unfitting ?? `${partly} the other ${predictions}.`}`;
  return predictions === 0 ? "There is no prediction to submit." : null;
}
