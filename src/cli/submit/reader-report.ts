import { plainText } from "../../domain/printable-text.ts";
import type { ReaderReport } from "../../submitting/reader-report.ts";
import { counted } from "../output/figures.ts";
import { remark } from "../output/printing.ts";

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
  const without = missing === 0 ? "" : `; ${counted(missing, "question")} without a prediction`;
  return `${format}, ${counted(rows, "row")}: ${counted(predictions, "prediction")}${failed}${without}.`;
}
