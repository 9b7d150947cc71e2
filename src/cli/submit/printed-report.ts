import { counted, plainText } from "../../domain/texts.ts";
import type { JoinRelease } from "../../formats/join/found-question.ts";
import type { JoinReport } from "../../formats/join/join-submission.ts";
import type { ReaderReport } from "../../formats/join/reader-report.ts";
import type { Submission } from "../../formats/read-submission.ts";
import type { RowProblem } from "../../formats/rows/submission-row.ts";
import type { RunFields } from "../../submitting/dry-run.ts";
import { complain, remark } from "../output/printing.ts";

/** A submission after its first reading. */
export interface CheckedSubmission {
  readonly submission: Submission;
  readonly release: JoinRelease;
  readonly report: JoinReport;
  readonly fields: RunFields;
  readonly read: ReaderReport;
}

/**
 * Prints the unusable rows and the notes to stderr. Rows of one file that have the same reason share a line.
 * @param cause why no row can be used, which is printed before the rows
 */
export function remarkReport({ problems, problemCount, isCut, notes }: ReaderReport, cause: string | null): void {
  if (cause !== null) complain(plainText(cause));
  const alike = new Map<string, { readonly first: RowProblem; more: number }>();
  for (const problem of problems) {
    const kind = JSON.stringify([problem.file, problem.reason]);
    const known = alike.get(kind);
    if (known === undefined) alike.set(kind, { first: problem, more: 0 });
    else known.more += 1;
  }
  for (const { first, more } of alike.values()) complain(plainText(problemText(first, more)));
  if (problemCount > problems.length) complain(`… and ${counted(problemCount - problems.length, "row")} more.`);
  if (isCut) remark("The rest of the file was not read.");
  for (const note of notes) remark(plainText(`Note: ${note}`));
}

/** "rows.jsonl: line 2 and 478 more rows: …" */
const problemText = ({ file, place, reason }: RowProblem, more: number): string =>
  `${file}: ${place}${more === 0 ? "" : ` and ${counted(more, "more row")}`}: ${reason}`;

/** "lmms-eval, 3,172 rows: 3,170 predictions, of which 2 failed; 2 questions without a prediction." */
export function describeReport({ format, rows, predictions, errors, missing }: ReaderReport): string {
  const failed = errors === 0 ? "" : `, of which ${errors} failed`;
  const without = missing === 0 ? "" : `; ${counted(missing, "question")} without a prediction`;
  return `${format}, ${counted(rows, "row")}: ${counted(predictions, "prediction")}${failed}${without}.`;
}
