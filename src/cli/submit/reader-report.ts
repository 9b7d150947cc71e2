import type { JoinReport } from "../../importers/submissions/join/join-submission.ts";
import type { Submission } from "../../importers/submissions/read-submission.ts";
import type { RowProblem } from "../../importers/submissions/submission-row.ts";
import { counted } from "../output/figures.ts";
import { plainText } from "../output/plain-text.ts";
import { remark } from "../output/printing.ts";

/** The result of reading a file, as `--json` prints it. */
export interface ReaderReport {
  readonly format: string;
  readonly rows: number;
  readonly predictions: number;
  readonly errors: number;
  /** The number of questions of the release without a prediction. */
  readonly missing: number;
  readonly problemCount: number;
  readonly problems: readonly RowProblem[];
  /** Whether the rest of the file was not read, because too many rows are unusable. */
  readonly isCut: boolean;
  readonly notes: readonly string[];
}

/** @param questions the number of questions in the release */
export function readerReport({ format }: Submission, report: JoinReport, questions: number): ReaderReport {
  const { rows, predictions, errors, problemCount, problems, isCut, notes } = report;
  return { format, rows, predictions, errors, missing: questions - predictions, problemCount, problems, isCut, notes };
}

/** Prints each unusable row and the notes to stderr. */
export function remarkReport({ problems, problemCount, isCut, notes }: ReaderReport): void {
  for (const { file, place, reason } of problems) remark(plainText(`${file}: ${place}: ${reason}`));
  if (problemCount > problems.length) remark(`… and ${counted(problemCount - problems.length, "row")} more.`);
  if (isCut) remark("The rest of the file was not read.");
  for (const note of notes) remark(plainText(`Note: ${note}`));
}

/** "lmms-eval, 3,172 rows: 3,170 predictions, of which 2 failed; 2 of 3,172 questions have none." */
export function describeReport({ format, rows, predictions, errors, missing }: ReaderReport): string {
  const failed = errors === 0 ? "" : `, of which ${errors} failed`;
  const without = missing === 0 ? "" : `; ${counted(missing, "question")} without any`;
  return `${format}, ${counted(rows, "row")}: ${counted(predictions, "prediction")}${failed}${without}.`;
}
