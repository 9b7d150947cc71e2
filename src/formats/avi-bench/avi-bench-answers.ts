import { YES_NO_WORDS } from "../../domain/avi-bench-lists.ts";
import type { AnswerKey, ImportQuestion } from "../../domain/import-batch.ts";
import type { TaxonomyTask } from "../../domain/taxonomy.ts";
import { valueText } from "../../domain/texts.ts";
import type { AnswerFormat } from "../../domain/vocabulary.ts";
import { readBoxes, readCaptions, readCounts, readIndices, sameText } from "../batch/answer-shapes.ts";
import type { RecordReader } from "../files/record-reader.ts";

export interface FormattedAnswer {
  readonly answerFormat: AnswerFormat;
  readonly answer: AnswerKey;
}

type AnswerReader = (answer: RecordReader, options: readonly string[]) => FormattedAnswer;

const yesNo: AnswerReader = (answer) => ({
  answerFormat: "YES_NO",
  answer: { kind: "text", text: answer.text() },
});

const counts: AnswerReader = (answer) => ({ answerFormat: "INSTANCE_COUNTS", answer: readCounts(answer) });

const retrieval: AnswerReader = (answer) => ({ answerFormat: "RETRIEVAL", answer: readIndices(answer) });

const caption: AnswerReader = (answer) => ({ answerFormat: "CAPTION", answer: readCaptions(answer) });

const boxes: AnswerReader = (answer) => ({ answerFormat: "BOXES", answer: readBoxes(answer) });

const frameBoxes: AnswerReader = (answer) => ({ answerFormat: "FRAME_BOXES", answer: readBoxes(answer) });

/** One option if the record lists options and the answer is one of them; otherwise free text. */
const choice: AnswerReader = (answer, options) => {
  const text = readWord(answer);
  const exact = options.indexOf(text);
  const position = exact === -1 ? options.findIndex((option) => sameText(option, text)) : exact;
  return position === -1
    ? { answerFormat: "OPEN_TEXT", answer: { kind: "text", text } }
    : { answerFormat: "MULTIPLE_CHOICE", answer: { kind: "option", position, text } };
};

/** AVSQA asks for any number of its options, whose order does not matter (paper, eq. 52). */
const severalOptions: AnswerReader = (answer) => ({
  answerFormat: "OPEN_TEXT",
  answer: { kind: "text", text: readWord(answer) },
});

/** A word or a number. The official scorer compares numbers if the gold answer is a number. */
const wordOrNumber: AnswerReader = (answer, options) => {
  const text = readWord(answer);
  return /^-?\d+(\.\d+)?$/.test(text)
    ? { answerFormat: "NUMBER", answer: { kind: "number", value: Number(text), text } }
    : choice(answer, options);
};

const readWord = (answer: RecordReader): string =>
  typeof answer.value === "number" ? String(answer.value) : answer.text("a word or a number").trim();

/** The answer to a check, mostly yes or no. The task does not define its form. */
export function readWordAnswer(answer: RecordReader, options: readonly string[]): FormattedAnswer {
  const isYesNo = options.length === 0 && /^\s*(yes|no|not sure)\s*$/i.test(valueText(answer.value));
  return isYesNo ? yesNo(answer, options) : wordOrNumber(answer, options);
}

const READERS: Readonly<Record<string, AnswerReader>> = {
  AMIC: counts,
  VMIC: counts,
  AVL: boxes,
  AVM: yesNo,
  VAR: retrieval,
  AVR: retrieval,
  AVC: caption,
  AVH: yesNo,
  VAH: yesNo,
  AVQA: wordOrNumber,
  AVLG: frameBoxes,
  ASQA: wordOrNumber,
  VSQA: wordOrNumber,
  AVSQA: severalOptions,
};

/**
 * Reads a record's answer in the shape that its task requires.
 * @throws {ImportError} for an answer of another shape
 */
export function readAviAnswer(answer: RecordReader, task: TaxonomyTask, options: readonly string[]): FormattedAnswer {
  const read = READERS[task.id ?? ""] ?? choice;
  return read(answer, options);
}

/**
 * Whether a key that is a text differs from every option, or from the words of a yes/no question. Each of several answers,
 * which semicolons separate, must be an option.
 */
export function matchesNoOption({
  options,
  answerFormat,
  answer,
}: Pick<ImportQuestion, "options" | "answerFormat" | "answer">): boolean {
  const words = options.length === 0 && answerFormat === "YES_NO" ? YES_NO_WORDS : options;
  if (answer.kind !== "text" || words.length === 0) return false;
  return answer.text.split(";").some((part) => !words.some((word) => sameText(word, part.trim())));
}
