import { optionLabel, selectionLabels } from "../../domain/option-label.ts";
import { type Extraction, type ExtractionQuestion, type Extractor, unparsed } from "../extraction.ts";
import { letterExtraction, pythonStrip, pythonStripOf } from "./official-text.ts";

/** `string_cleaning` of the official code: lower case, and only word characters and white space. */
const cleanAviBench = (text: string): string =>
  text
    .replaceAll("<|endoftext|>", "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}_\s]/gu, "");

/** The option that occurs first in the text as whole words; of options at one position, the alphabetically first. */
function firstOption(cleaned: string, options: readonly string[]): { option: string; at: number } | null {
  const hits = options
    .map((option) => ({ option, at: wordIndex(cleaned, cleanAviBench(option)) }))
    .filter((hit) => hit.at >= 0)
    .sort((one, other) => one.at - other.at || (one.option < other.option ? -1 : 1));
  return hits[0] ?? null;
}

/** The index of `word` with a word boundary on both sides, as defined by Python's `\b`; -1 if it does not occur. */
function wordIndex(text: string, word: string): number {
  if (word === "") return -1;
  const pattern = word.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  return new RegExp(`(?<![\\p{L}\\p{N}_])${pattern}(?![\\p{L}\\p{N}_])`, "u").exec(text)?.index ?? -1;
}

/**
 * AVI-Bench's official reading. For AVSQA, see {@link readSet}. For the other tasks, full match: the answer is the option
 * that occurs first in the cleaned response. If no option occurs, a multiple-choice question has no answer. Otherwise, the
 * answer is the first whole number if the question asks for a number, and the cleaned response if it does not or has no
 * number.
 * @see https://github.com/FudanCVL/AVI-Bench, eval/level_metrics/level_score.py, `eval_full_match_acc` and `eval_avsqa`,
 *   and utils.py, `find_ordered_matches`
 */
export const aviBenchExtractor: Extractor = {
  name: "avi-bench",
  version: "2",
  extract(response, question) {
    const cleaned = cleanAviBench(response);
    if (cleaned.trim() === "") return unparsed("empty");
    if (question.task === "avsqa") return readSet(response, question);
    const hit = firstOption(cleaned, question.options);
    if (hit !== null) return answered(hit.option, "first-option", response, question);
    if (isOfOptions(question)) return unparsed("no-answer");
    const number = question.answerFormat === "NUMBER" ? /\d+/.exec(cleaned)?.[0] : undefined;
    return answered(number ?? cleaned, number === undefined ? "cleaned" : "first-number", response, question);
  },
};

/**
 * AVSQA: the whole response, without asterisks and hash signs, is a set of answers between semicolons. If the question has
 * options, only their exact texts can equal the key: not "red." or "red and blue".
 */
function readSet(response: string, question: ExtractionQuestion): Extraction {
  const parts = response
    .replaceAll("<|endoftext|>", "")
    .replace(/[*#]/g, "")
    .toLowerCase()
    .trim()
    .split(";")
    .map((part) => part.trim());
  const options = question.options.map((option) => option.toLowerCase());
  if (options.length > 0 && parts.some((part) => !options.includes(part))) return unparsed("not-an-option");
  const { answerFormat } = question;
  if (answerFormat === "MULTIPLE_SELECT")
    return labelled(selectionLabels(parts.map((part) => options.indexOf(part))), "set", response);
  if (answerFormat !== "MULTIPLE_CHOICE") return answered(parts.join(";"), "set", response, question);
  const option = parts.length === 1 ? question.options[options.indexOf(parts[0] ?? "")] : undefined;
  return option === undefined ? unparsed("not-an-option") : answered(option, "set", response, question);
}

function answered(text: string, rule: string, response: string, question: ExtractionQuestion): Extraction {
  return labelled(isOfOptions(question) ? optionLabel(question.options.indexOf(text)) : text, rule, response);
}

const isOfOptions = ({ answerFormat }: ExtractionQuestion): boolean =>
  answerFormat === "MULTIPLE_CHOICE" || answerFormat === "MULTIPLE_SELECT";

const labelled = (answer: string, rule: string, response: string): Extraction => ({
  kind: "answer",
  answer,
  rule,
  span: { start: 0, end: response.length },
  ambiguous: false,
});

/**
 * The text that MMWorld passes to its judge: the text before the first full stop, without "The answer is", in lower
 * case and without quotes, then cut at the first colon.
 */
export function readMmworldPost(response: string): string {
  const sentence = (response.split(".", 1)[0] ?? "").replaceAll("The answer is", "");
  const plain = pythonStripOf(pythonStrip(sentence).toLowerCase(), "\"'");
  return pythonStrip(plain.split(":", 1)[0] ?? "");
}

/**
 * MMWorld's post-processing for open models. The paper then asks a language model to judge the resulting text. This
 * extractor instead requires that the text equals a label, as MMWorld's repository does if it uses no judge, or an
 * option's whole text, which any judge would accept.
 * @see https://github.com/eric-ai-lab/MMWorld, evaluation/main_utils.py, `answer_post_processing` and
 *   `compute_question_accuracy`
 */
export const mmworldPostExtractor: Extractor = {
  name: "mmworld-post",
  version: "1",
  extract(response, question) {
    const text = readMmworldPost(response);
    const label = labelOfText(text, question) ?? text;
    return letterExtraction(label, response, question, "post-processing") satisfies Extraction;
  },
};

function labelOfText(text: string, question: ExtractionQuestion): string | undefined {
  const position = question.options.findIndex((option) => readMmworldPost(option) === text);
  return position < 0 || text === "" ? undefined : String.fromCharCode(97 + position);
}
