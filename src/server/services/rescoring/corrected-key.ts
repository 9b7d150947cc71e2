import type { AnswerKey } from "../../../domain/import-batch.ts";
import { ImportError } from "../../../domain/import-error.ts";
import { optionLabel, optionPosition } from "../../../domain/option-label.ts";
import type { AnswerFormat } from "../../../domain/vocabulary.ts";
import { readOmnidexAnswer } from "../../../importers/omnidex-answer.ts";
import { RecordReader } from "../../../importers/reading/record-reader.ts";
import type { KeyedQuestion } from "../../data/scoring-queries.ts";

/** Formats whose answer is text, which needs no quotes of JSON around it. */
const TEXTS: ReadonlySet<AnswerFormat> = new Set<AnswerFormat>(["YES_NO", "OPEN_TEXT"]);

/** The answer key that a correction's text gives for the question, or a sentence that says why it is not valid. */
export function readCorrectedKey(question: KeyedQuestion, answer: string): AnswerKey | string {
  if (answer.length > 100_000) return "The answer is longer than 100000 characters.";
  return question.answerFormat === "MULTIPLE_CHOICE" ? readLabel(question, answer) : readOther(question, answer);
}

function readLabel({ options }: KeyedQuestion, answer: string): AnswerKey | string {
  const position = optionPosition(answer.trim());
  const text = options[position];
  if (text !== undefined) return { kind: "option", position, text };
  const last = optionLabel(Math.max(options.length - 1, 0));
  return `'${answer.slice(0, 80)}' is no label of an option: the question has A to ${last}.`;
}

/** As `answer` of Omnidex's own files is read. */
function readOther({ answerFormat, options }: KeyedQuestion, text: string): AnswerKey | string {
  try {
    const answer: unknown = TEXTS.has(answerFormat) ? text.trim() : JSON.parse(text);
    return readOmnidexAnswer(RecordReader.over({ answerFormat, answer }, answerFormat), options).answer;
  } catch (error) {
    if (error instanceof ImportError) return `Expected ${error.expected}, found ${error.found} (${error.path}).`;
    if (error instanceof SyntaxError) return `An answer of format ${answerFormat} is JSON: ${error.message}.`;
    throw error;
  }
}
