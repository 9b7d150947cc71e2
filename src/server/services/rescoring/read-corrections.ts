import stringify from "safe-stable-stringify";
import { OmnidexError } from "../../../domain/errors.ts";
import type { AnswerKey } from "../../../domain/import-batch.ts";
import type { AnswerSheet } from "../submission/answer-sheet.ts";
import { nearestKeys } from "../submission/nearest-keys.ts";
import { readCorrectedKey } from "./corrected-key.ts";
import type { AnswerCorrectionInput, Correction } from "./correction-input.ts";

/** What is wrong with one row. */
export interface CorrectionIssue {
  /** Index in `corrections`, from 0 on. */
  readonly row: number;
  readonly question: string;
  readonly message: string;
}

/**
 * The new keys that the rows mean, in their order.
 * @throws `BAD_USER_INPUT` where a row has no question, or another row's; no answer of its format; or the answer that
 *   holds already. All rows that are wrong are in the error's details.
 */
export function readCorrections(rows: readonly AnswerCorrectionInput[], sheet: AnswerSheet): readonly Correction[] {
  const corrections: Correction[] = [];
  const issues: CorrectionIssue[] = [];
  const firstRows = new Map<string, number>();
  for (const [row, input] of rows.entries()) {
    const correction = readCorrection(input, sheet, firstRows.get(input.question));
    if (typeof correction === "string") {
      issues.push({ row, question: input.question.slice(0, 200), message: correction });
    } else corrections.push(correction);
    if (!firstRows.has(input.question)) firstRows.set(input.question, row);
  }
  requireNoIssues(issues, rows.length);
  return corrections;
}

function readCorrection(
  { question: name, answer }: AnswerCorrectionInput,
  sheet: AnswerSheet,
  firstRow: number | undefined,
): Correction | string {
  const question = sheet.byKey.get(name);
  if (question === undefined) {
    const hint = nearestKeys(name, sheet).join(", ");
    return `There is no such question in the release.${hint && ` Nearest: ${hint}.`}`;
  }
  if (firstRow !== undefined) return `Row ${firstRow} already corrects this question.`;
  const key = readCorrectedKey(question, answer);
  if (typeof key === "string") return key;
  return sameKey(key, question.answer) ? "That is the answer already." : { ordinal: question.ordinal, key };
}

/** Whether two keys say the same. The text beside an option's position, or a number, plays no part in scoring. */
function sameKey(a: AnswerKey, b: AnswerKey): boolean {
  if (a.kind === "option" && b.kind === "option") return a.position === b.position;
  if (a.kind === "number" && b.kind === "number") return a.value === b.value;
  return stringify(a) === stringify(b);
}

function requireNoIssues(issues: readonly CorrectionIssue[], rows: number): void {
  const [first] = issues;
  if (first === undefined) return;
  throw new OmnidexError(
    "BAD_USER_INPUT",
    `${issues.length} of ${rows} corrections cannot be made; nothing was stored. Row ${first.row} ('${first.question}'): ${first.message}`,
    { issues },
  );
}
