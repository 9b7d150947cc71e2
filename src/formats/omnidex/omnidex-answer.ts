import type { AnswerKey } from "../../domain/import-batch.ts";
import { optionLabel, optionPosition } from "../../domain/option-label.ts";
import { ANSWER_FORMATS, type AnswerFormat } from "../../domain/vocabulary.ts";
import { normaliseText, readBoxes, readCaptions, readCounts, readIndices } from "../batch/answer-shapes.ts";
import type { RecordReader } from "../files/record-reader.ts";

type Answer = { readonly answerFormat: AnswerFormat; readonly answer: AnswerKey };

/**
 * Reads a question's answer by its `answerFormat`. By default, a list of answers is OPEN_TEXT, a question with options is
 * MULTIPLE_CHOICE, a numeric answer is NUMBER, and any other is OPEN_TEXT. `answers`, in place of `answer`, are accepted
 * texts: one of them is enough.
 */
export function readOmnidexAnswer(record: RecordReader, options: readonly string[]): Answer {
  const answers = record.optional("answers");
  const format = record.optional("answerFormat")?.oneOf(ANSWER_FORMATS);
  if (answers !== null) return readReferences(record, answers, format ?? "OPEN_TEXT", options);
  const answer = record.field("answer");
  const answerFormat = format ?? impliedFormat(answer, options);
  return { answerFormat, answer: READERS[answerFormat](answer, options) };
}

function impliedFormat(answer: RecordReader, options: readonly string[]): AnswerFormat {
  if (answer.isList) return "OPEN_TEXT";
  if (options.length > 0) return "MULTIPLE_CHOICE";
  return typeof answer.value === "number" ? "NUMBER" : "OPEN_TEXT";
}

function readReferences(
  record: RecordReader,
  answers: RecordReader,
  answerFormat: AnswerFormat,
  options: readonly string[],
): Answer {
  if (record.optional("answer") !== null) return answers.fail("either answer or answers, not both");
  if (answerFormat !== "OPEN_TEXT")
    return answers.fail(`one answer, in the field answer, for the format ${answerFormat}`, "answers");
  const [text, ...also] = [...new Set(answers.array().map((answer) => readTexts(answer, options).trim()))];
  if (text === undefined) return answers.fail("at least one answer");
  return { answerFormat, answer: { kind: "text", text, ...(also.length > 0 && { also }) } };
}

const readText = (answer: RecordReader): AnswerKey => ({ kind: "text", text: answer.text() });

/**
 * A text, or a list of answers that are all required, with semicolons between them. A label stands for its option. Another
 * text stays as it is, because a benchmark's key may have other words than its options.
 */
function readTexts(answer: RecordReader, options: readonly string[]): string {
  if (!answer.isList) return options[positionOf(answer.text(), options)] ?? answer.text();
  const texts = answer.array().map((item) => readOneOf(item, options));
  const [first, ...others] = texts;
  if (first === undefined) return answer.fail("at least one answer");
  const words = new Set(texts.map((text) => normaliseText(text)));
  if (words.size < texts.length) return answer.fail("each answer once", "an answer twice");
  return [first, ...others].join("; ");
}

/** One of several answers: an option, if the question has options, or a text. */
function readOneOf(item: RecordReader, options: readonly string[]): string {
  const text = options.length === 0 ? item.text() : readOption(item, options).text;
  return text.includes(";") ? item.fail("a text without a semicolon, which separates several answers") : text.trim();
}

const READERS: Readonly<Record<AnswerFormat, (answer: RecordReader, options: readonly string[]) => AnswerKey>> = {
  MULTIPLE_CHOICE: readChoice,
  MULTIPLE_SELECT: readSelection,
  YES_NO: readText,
  NUMBER: (answer) => ({ kind: "number", value: answer.numeral(), text: String(answer.value) }),
  OPEN_TEXT: (answer, options) => ({ kind: "text", text: readTexts(answer, options) }),
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
function readChoice(answer: RecordReader, options: readonly string[]): OptionKey {
  if (answer.isObject) {
    answer.onlyFields(["position", "text"]);
    const { position, text } = readOption(answer.field("position"), options);
    return { kind: "option", position, text: answer.optional("text")?.string() ?? text };
  }
  return readOption(answer, options);
}

/** All correct options, each as `readChoice` reads it; a single one needs no list. */
function readSelection(answer: RecordReader, options: readonly string[]): AnswerKey {
  const chosen = (answer.isList ? answer.array() : [answer]).map((item) => ({ item, ...readChoice(item, options) }));
  if (chosen.length === 0) return answer.fail("at least one correct option", "none");
  for (const [place, { item, position }] of chosen.entries())
    if (chosen.findIndex((other) => other.position === position) < place)
      return item.fail("each option once", "an option twice");
  chosen.sort((one, other) => one.position - other.position);
  return {
    kind: "options",
    positions: chosen.map(({ position }) => position),
    texts: chosen.map(({ text }) => text),
  };
}

type OptionKey = AnswerKey & { readonly kind: "option" };

function readOption(answer: RecordReader, options: readonly string[]): OptionKey {
  if (answer.isList)
    return answer.fail("one option; several right options have the answerFormat MULTIPLE_SELECT", "a list");
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
