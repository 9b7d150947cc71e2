import { badInput } from "../../../domain/errors.ts";
import type { AnswerKey } from "../../../domain/import-batch.ts";
import { checkText } from "../submission/submission-input.ts";

/** The right answer of one question, as the API delivers it. */
export interface AnswerCorrectionInput {
  /** The natural key. */
  readonly question: string;
  readonly answer: string;
}

/** `CorrectAnswersInput` of the schema. */
export interface CorrectAnswersInput {
  readonly benchmark: string;
  readonly corrections: readonly AnswerCorrectionInput[];
  readonly reason: string;
  readonly author: string;
}

/** A question with its new key. */
export interface Correction {
  readonly ordinal: number;
  readonly key: AnswerKey;
}

/** How many answers one call may correct. */
export const MAX_CORRECTIONS = 1000;

/** @throws `BAD_USER_INPUT` that names the field */
export function checkCorrectionInput({ corrections, reason, author }: CorrectAnswersInput): void {
  checkText("reason", reason.trim(), 1, 10_000);
  checkText("author", author.trim(), 1, 200);
  if (corrections.length === 0) throw badInput("'corrections' must hold at least one row.");
  if (corrections.length > MAX_CORRECTIONS) {
    throw badInput(`'corrections' holds ${corrections.length} rows; at most ${MAX_CORRECTIONS} at once.`);
  }
}
