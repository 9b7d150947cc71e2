import stringify from "safe-stable-stringify";
import { badInput, checkText, OmnidexError } from "../../../domain/errors.ts";
import type { AnswerKey } from "../../../domain/import-batch.ts";
import { ImportError } from "../../../domain/import-error.ts";
import { optionLabel, optionPosition } from "../../../domain/option-label.ts";
import type { AnswerFormat } from "../../../domain/vocabulary.ts";
import { RecordReader } from "../../../formats/files/record-reader.ts";
import { nearestKeys } from "../../../formats/join/nearest-question.ts";
import { readOmnidexAnswer } from "../../../formats/omnidex/omnidex-answer.ts";
import type { KeyedQuestion } from "../../memory/release-queries.ts";
import type { AnswerSheet } from "../reading/answer-sheet.ts";

/** What is wrong with one row of the corrections. */
export interface CorrectionIssue {
  /** Index in `corrections`, from 0 on. */
  readonly row: number;
  readonly question: string;
  readonly message: string;
}

/**
 * The new answer keys of the rows, in order.
 * @throws `BAD_USER_INPUT` if a row has an unknown question, the same question as another row, an answer that does not
 *   fit the question's format, or the current answer. The error's details list all such rows.
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
    const hint = nearestKeys(name, sheet.questions).join(", ");
    return `The release has no such question.${hint && ` Nearest: ${hint}.`}`;
  }
  if (firstRow !== undefined) return `Row ${firstRow} already corrects this question.`;
  const key = readCorrectedKey(question, answer);
  if (typeof key === "string") return key;
  return sameKey(key, question.answer) ? "This is already the answer." : { ordinal: question.ordinal, key };
}

/** Whether two answer keys are equal for scoring, which ignores the text beside an option's position or a number. */
function sameKey(a: AnswerKey, b: AnswerKey): boolean {
  if (a.kind === "option" && b.kind === "option") return a.position === b.position;
  if (a.kind === "options" && b.kind === "options") return a.positions.join() === b.positions.join();
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

/** Formats whose answer is text, which a correction gives without JSON quotes. */
const TEXTS: ReadonlySet<AnswerFormat> = new Set<AnswerFormat>(["YES_NO", "OPEN_TEXT"]);

/**
 * The answer key that a correction's text gives for the question, or a sentence that says why the text is not valid.
 */
function readCorrectedKey(question: KeyedQuestion, answer: string): AnswerKey | string {
  if (answer.length > 100_000) return "The answer is longer than 100000 characters.";
  if (question.answerFormat === "MULTIPLE_CHOICE") return readLabel(question, answer);
  return question.answerFormat === "MULTIPLE_SELECT" ? readLabels(question, answer) : readOther(question, answer);
}

function readLabel({ options }: KeyedQuestion, answer: string): AnswerKey | string {
  const position = optionPosition(answer.trim());
  const text = options[position];
  if (text !== undefined) return { kind: "option", position, text };
  const last = optionLabel(Math.max(options.length - 1, 0));
  return `'${answer.slice(0, 80)}' is not the label of an option: the question has A to ${last}.`;
}

/** Reads labels such as "A, C", or a JSON list of them. */
const readLabels = (question: KeyedQuestion, answer: string): AnswerKey | string =>
  readOther(
    question,
    answer.trim().startsWith("[") ? answer : JSON.stringify(answer.split(",").map((one) => one.trim())),
  );

/** Reads the text as the `answer` of a file in Omnidex's own format. */
function readOther({ answerFormat, options }: KeyedQuestion, text: string): AnswerKey | string {
  try {
    const fields = TEXTS.has(answerFormat) ? textAnswer(text.trim()) : { answer: JSON.parse(text) as unknown };
    return readOmnidexAnswer(RecordReader.over({ answerFormat, ...fields }, answerFormat, "number"), options).answer;
  } catch (error) {
    if (error instanceof ImportError) return `Expected ${error.expected}, found ${error.found} (${error.path}).`;
    if (error instanceof SyntaxError) return `An answer of format ${answerFormat} is JSON: ${error.message}.`;
    throw error;
  }
}

/** A text is itself the answer, unless it is JSON: a list of required texts, or an object with the field `answers`. */
function textAnswer(text: string): { readonly answer: unknown } | { readonly answers: unknown } {
  try {
    const parsed: unknown = /^[[{]/.test(text) ? JSON.parse(text) : null;
    if (Array.isArray(parsed)) return { answer: parsed };
    if (typeof parsed === "object" && parsed !== null && "answers" in parsed) return { answers: parsed.answers };
    return { answer: text };
  } catch {
    return { answer: text };
  }
}

/** The corrected answer of one question, in the form of the API. */
export interface AnswerCorrectionInput {
  /** The question key. */
  readonly question: string;
  readonly answer: string;
}

/** `CorrectAnswersInput` of the schema. */
export interface CorrectAnswersInput {
  readonly benchmark: string;
  readonly corrections: readonly AnswerCorrectionInput[];
  readonly reason: string;
  readonly author: string;
  readonly idempotencyKey?: string | null | undefined;
}

/** A question with its new answer key. */
export interface Correction {
  readonly ordinal: number;
  readonly key: AnswerKey;
}

/** The most corrections per call. */
const MAX_CORRECTIONS = 1000;

/** @throws `BAD_USER_INPUT` that names the field */
export function checkCorrectionInput({ corrections, reason, author }: CorrectAnswersInput): void {
  checkText("reason", reason.trim(), 1, 10_000);
  checkText("author", author.trim(), 1, 200);
  if (corrections.length === 0) throw badInput("'corrections' must hold at least one row.");
  if (corrections.length > MAX_CORRECTIONS) {
    throw badInput(`'corrections' holds ${corrections.length} rows; at most ${MAX_CORRECTIONS} at once.`);
  }
}
