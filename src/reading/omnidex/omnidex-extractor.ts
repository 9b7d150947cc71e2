import { optionLabel, selectionLabels } from "../../domain/option-label.ts";
import type { AnswerFormat } from "../../domain/vocabulary.ts";
import { type Extraction, type ExtractionQuestion, type Extractor, unparsed } from "../extraction.ts";
import { OptionTexts } from "./option-texts.ts";
import { readAnswer } from "./read-answer.ts";
import {
  plainReading,
  readIndicesAnswer,
  readLiteralAnswer,
  readNumberAnswer,
  readTextAnswer,
  readWholeAnswer,
} from "./read-free-answer.ts";
import { readSelectedOptions } from "./read-selected-options.ts";
import { readSeveralOptions } from "./read-several-options.ts";
import { withBooleans } from "./read-yes-no-words.ts";
import { type Finding, type Reading, Work } from "./reading.ts";
import { foldText } from "./structure/fold-text.ts";
import { maskResidue, maskSpeech } from "./structure/mask-residue.ts";
import { squeeze } from "./structure/run-on.ts";
import { isTruncated } from "./structure/take-apart.ts";

/** The accepted answers to a yes-or-no question that lists no options. */
const YES_NO_OPTIONS: readonly string[] = ["yes", "no", "not sure"];

/**
 * The default extractor. It reads the last definite statement of an answer, anywhere in the response. It abstains if
 * there is no such statement, if the model refuses, if it gives several answers at once, or if it names an option that
 * does not exist. If a label and the text beside it disagree, the label wins, because prompts ask for the label; such a
 * reading is marked ambiguous.
 */
export const omnidexExtractor: Extractor = {
  name: "omnidex",
  version: "6",
  extract(response, question) {
    const folded = foldText(response);
    const masked = maskResidue(folded, question.options);
    const { text, source, restore } = squeeze(masked.text, folded, response);
    const extraction = restore(read(text, source, question));
    return masked.truncated && extraction.kind === "unparsed" ? unparsed("truncated") : extraction;
  },
};

/**
 * @param masked the masked response
 * @param response the same with the response's own letters
 */
function read(masked: string, response: string, question: ExtractionQuestion): Extraction {
  // Leading blanks are removed first: masked parts may be long, and the patterns would examine each blank.
  const answer = maskSpeech(masked.trimStart());
  if (!/[^\s.…!?*_`#-]/.test(answer)) return unparsed("empty");
  const options = optionsOf(question);
  const offset = response.length - answer.length;
  if (options.length > 0 && question.answerFormat === "OPEN_TEXT")
    return readSeveral(answer.trimEnd(), offset, question, masked, response);
  if (question.answerFormat === "MULTIPLE_SELECT") return readSelected(answer.trimEnd(), offset, question);
  const text = question.answerFormat === "YES_NO" ? withBooleans(answer) : answer;
  if (options.length > 0) return readOptions(text.trimEnd(), offset, question, options);
  return readFree(plainReading(masked), response, question);
}

/** Reads the answer to a question without options. */
function readFree(reading: Reading, response: string, { answerFormat: format, text }: ExtractionQuestion): Extraction {
  if (format === "NUMBER") return readNumberAnswer(reading, response, text);
  if (format === "RETRIEVAL") return readIndicesAnswer(reading, response, text);
  if (format === "OPEN_TEXT") return readTextAnswer(reading, response, text);
  if (format === "CAPTION") return readWholeAnswer(reading, response, text);
  return readLiteralAnswer(reading, response, text, "{");
}

const LISTING: ReadonlySet<AnswerFormat> = new Set<AnswerFormat>([
  "MULTIPLE_CHOICE",
  "MULTIPLE_SELECT",
  "YES_NO",
  "OPEN_TEXT",
]);

function optionsOf({ options, answerFormat }: ExtractionQuestion): readonly string[] {
  if (answerFormat === "YES_NO" && options.length === 0) return YES_NO_OPTIONS;
  return LISTING.has(answerFormat) ? options : [];
}

/** Prepared option texts, shared by all responses to the same question. */
const prepared = new WeakMap<readonly string[], OptionTexts>();

function preparedOptions(options: readonly string[]): OptionTexts {
  const known = prepared.get(options);
  if (known !== undefined) return known;
  const texts = new OptionTexts(options);
  prepared.set(options, texts);
  return texts;
}

/** @param offset the position of the text in the response */
function readOptions(
  text: string,
  offset: number,
  question: ExtractionQuestion,
  options: readonly string[],
): Extraction {
  const labels = question.answerFormat === "MULTIPLE_CHOICE";
  const reading: Reading = { text, offset, options: preparedOptions(options), labels, work: new Work(text.length) };
  const isBare = offset === 0 && labels && !reading.options.short && BARE_LABEL.test(text);
  const bare = isBare ? `${options.length}:${text}` : null;
  const known = bare === null ? undefined : bareLabels.get(bare);
  if (known !== undefined) return known;
  const finding = readAnswer(reading, question.text);
  if (bare !== null && finding?.rule === "leading-label") return rememberBare(bare, extraction(finding, null));
  if (finding === null) return unparsed(isTruncated(reading) ? "truncated" : "no-answer");
  return extraction(finding, labels ? null : options);
}

/** An answer of one or two words that names no option. A key may have other words than the options. */
const OWN_WORDS = /^[\p{L}\p{N}]+(?:[ '-][\p{L}\p{N}]+)?$/u;

/**
 * Reads the answer to an OPEN_TEXT question with options, of which any number may be right. The answer is their texts,
 * joined with semicolons.
 * @param offset the position of the text in the response
 * @param masked the masked response
 */
function readSeveral(
  text: string,
  offset: number,
  question: ExtractionQuestion,
  masked: string,
  response: string,
): Extraction {
  const options = preparedOptions(question.options);
  const reading: Reading = { text, offset, options, labels: true, work: new Work(text.length) };
  const finding = readSeveralOptions(reading, question.options, question.text);
  if (finding === null) {
    const own = readTextAnswer(plainReading(masked), response, question.text);
    const isOwn = own.kind === "answer" && OWN_WORDS.test(own.answer.trim().replace(/[.!]$/, ""));
    return isOwn || own.kind === "unparsed" ? own : unparsed(isTruncated(reading) ? "truncated" : "no-answer");
  }
  if ("unread" in finding) return unparsed(finding.unread);
  const { positions, others, rule, start, end, ambiguous } = finding;
  const answer = [...positions.map((position) => question.options[position] ?? ""), ...others].join("; ");
  return { kind: "answer", answer, rule, span: { start, end }, ambiguous };
}

/**
 * Reads the answer to a MULTIPLE_SELECT question: the labels of the options, "A, C".
 * @param offset the position of the text in the response
 */
function readSelected(text: string, offset: number, { options, text: asked }: ExtractionQuestion): Extraction {
  const prepared = preparedOptions(options);
  const reading: Reading = { text, offset, options: prepared, labels: true, work: new Work(text.length) };
  const finding = readSelectedOptions(reading, options, asked);
  if (finding === null) return unparsed(isTruncated(reading) ? "truncated" : "no-answer");
  if ("unread" in finding) return unparsed(finding.unread);
  const { positions, rule, start, end, ambiguous } = finding;
  return { kind: "answer", answer: selectionLabels(positions), rule, span: { start, end }, ambiguous };
}

/** A letter with optional marks around it, and nothing else. This is the form that most harnesses ask for. */
const BARE_LABEL = /^[([*_"'`]{0,3}[A-Za-z][)\]*_"'`.:]{0,3}$/;
const MOST_BARE_LABELS = 1_000;

/**
 * Cached readings of bare labels, by the number of options and the response. Questions share these readings, because
 * the options' texts do not affect them unless an option is itself as short as a label.
 */
const bareLabels = new Map<string, Extraction>();

function rememberBare(name: string, read: Extraction): Extraction {
  if (bareLabels.size >= MOST_BARE_LABELS) bareLabels.clear();
  bareLabels.set(name, read);
  return read;
}

/** @param texts the options' texts, if answers are given as texts; null if they are given as labels */
function extraction(finding: Finding, texts: readonly string[] | null): Extraction {
  const { target, rule, start, end, ambiguous } = finding;
  if (typeof target === "string") return unparsed(target);
  const answer = texts === null ? optionLabel(target) : (texts[target] ?? "");
  return { kind: "answer", answer, rule, span: { start, end }, ambiguous };
}
