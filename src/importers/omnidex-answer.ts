import type { AnswerKey } from "../domain/import-batch.ts";
import { optionLabel, optionPosition } from "../domain/option-label.ts";
import { ANSWER_FORMATS, type AnswerFormat } from "../domain/vocabulary.ts";
import { readBoxes, readCaptions, readCounts, readIndices } from "./batch/answer-shapes.ts";
import type { RecordReader } from "./reading/record-reader.ts";

type Answer = { readonly answerFormat: AnswerFormat; readonly answer: AnswerKey };

/**
 * Reads a question's answer by its `answerFormat`. By default, a question with options is MULTIPLE_CHOICE, a numeric
 * answer is NUMBER, and any other is OPEN_TEXT.
 */
export function readOmnidexAnswer(record: RecordReader, options: readonly string[]): Answer {
  const answer = record.field("answer");
  const answerFormat = record.optional("answerFormat")?.oneOf(ANSWER_FORMATS) ?? impliedFormat(answer, options);
  return { answerFormat, answer: READERS[answerFormat](answer, options) };
}

function impliedFormat(answer: RecordReader, options: readonly string[]): AnswerFormat {
  if (options.length > 0) return "MULTIPLE_CHOICE";
  return typeof answer.value === "number" ? "NUMBER" : "OPEN_TEXT";
}

const readText = (answer: RecordReader): AnswerKey => ({ kind: "text", text: answer.text() });

const READERS: Readonly<Record<AnswerFormat, (answer: RecordReader, options: readonly string[]) => AnswerKey>> = {
  MULTIPLE_CHOICE: readChoice,
  YES_NO: readText,
  NUMBER: (answer) => ({ kind: "number", value: answer.numeral(), text: String(answer.value) }),
  OPEN_TEXT: readText,
  INSTANCE_COUNTS: readCounts,
  RETRIEVAL: readIndices,
  CAPTION: readCaptions,
  BOXES: readBoxes,
  FRAME_BOXES: readBoxes,
};

/**
 * Finds the correct option by its whole text, otherwise by its label. A number is the option's position, from 0. An
 * object has the position and the benchmark's own text of the answer, which may differ from the option's.
 */
function readChoice(answer: RecordReader, options: readonly string[]): AnswerKey {
  if (answer.isObject) {
    answer.onlyFields(["position", "text"]);
    const { position, text } = readOption(answer.field("position"), options);
    return { kind: "option", position, text: answer.optional("text")?.string() ?? text };
  }
  return readOption(answer, options);
}

function readOption(answer: RecordReader, options: readonly string[]): AnswerKey & { readonly kind: "option" } {
  const position = typeof answer.value === "number" ? answer.count() : positionOf(answer.string(), options);
  const text = options[position];
  const last = optionLabel(Math.max(options.length - 1, 0));
  const expected =
    options.length === 0 ? "options to answer with" : `an option's text, a label from A to ${last}, or a position`;
  return text === undefined ? answer.fail(expected) : { kind: "option", position, text };
}

/** Texts take precedence over labels, so that with the options "B", "A" the answer "A" is the second option. */
function positionOf(word: string, options: readonly string[]): number {
  const exact = options.indexOf(word);
  return exact === -1 ? optionPosition(word.trim()) : exact;
}
