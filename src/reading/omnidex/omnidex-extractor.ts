import { optionLabel } from "../../domain/option-label.ts";
import {
  type Extraction,
  type ExtractionQuestion,
  type Extractor,
  LIST_SEPARATOR,
  type UnparsedRule,
  unparsed,
} from "../extraction.ts";
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
import { withBooleans } from "./read-yes-no-words.ts";
import { type Finding, type Reading, Work, within } from "./reading.ts";
import { findBoxed, findBoxToken, findJsonAnswer, findTagged } from "./rules/container.ts";
import { foldText } from "./structure/fold-text.ts";
import { maskResidue, maskSpeech } from "./structure/mask-residue.ts";
import { squeeze } from "./structure/run-on.ts";
import { isTruncated } from "./structure/take-apart.ts";

/** What a response chooses: options in the question's order, and `others`, named beside them, that are not options. */
type SeveralFinding =
  | (Omit<Finding, "target"> & { readonly positions: readonly number[]; readonly others: readonly string[] })
  | { readonly unread: UnparsedRule };

/** The maximum length of a text that is read as a list of options, or searched for them. */
const LONGEST = 1000;

/**
 * Reads the answer to a question that allows several of its options: "red; blue", `["red", "blue"]`, "A, C", "AC", "The
 * answers are red and blue.", "red和blue". A list that contains nothing but options counts first. Otherwise, the answer is
 * what `readAnswer` reads, or the options that are named where it finds more than one of them. "Red or blue" is undecided.
 * @param texts the options' texts
 * @returns null if nothing in the response resembles an answer
 */
function readSeveralOptions(reading: Reading, texts: readonly string[], question: string): SeveralFinding | null {
  const place = listPlace(reading);
  const listed = place === null ? null : itemsOf(place.part, texts);
  const isList = listed !== null && (place?.isWhole !== true || listed.positions.length + listed.others.length > 1);
  if (place !== null && listed !== null && isList && listed.positions.length > 0)
    return choice("option-list", place.part, listed);
  const finding = readAnswer(reading, question);
  if (finding === null) return null;
  const { target, ...found } = finding;
  if (typeof target === "number") return { ...found, positions: [target], others: [] };
  const named = within(reading, found.start - reading.offset, found.end - reading.offset);
  const isSet = target === "several-answers" && !TAKEN_BACK.test(reading.text);
  const items = isSet ? (itemsOf(named, texts) ?? mentioned(named)) : null;
  return items === null ? { unread: target } : choice("option-mentions", named, items);
}

/** The items of a list: the positions of options, and texts that are no option. */
interface Items {
  readonly positions: readonly number[];
  readonly others: readonly string[];
}

const choice = (rule: string, { text, offset }: Reading, { positions, others }: Items): SeveralFinding => ({
  rule,
  start: offset + Math.max(0, text.search(/\S/)),
  end: offset + text.trimEnd().length,
  positions: [...new Set(positions)].sort((one, other) => one - other),
  others,
  ambiguous: false,
});

/** "The answer is", "Answers:", "here is the answer:". */
const DECLARED = /\banswers?(?: (?:is|are)\b:?|[\s*_]{0,4}[:=])[\s*_]{0,6}/gi;
/** The form that AVI-Bench asks for: "#red; blue#". */
const HASHES = /#([^#\n]{1,300})#/g;
/** A sentence that takes back what was said before. */
const TAKEN_BACK = /(?:^|[.!?\n]\s{0,4})(?:wait|actually|correction|scratch that|no)\b/i;

interface ListPlace {
  readonly part: Reading;
  /** Whether the place is the whole response, in which a single item is not necessarily the answer. */
  readonly isWhole: boolean;
}

/** The part of a response that is meant for the answer; null if the response is too long to be a list. */
function listPlace(reading: Reading): ListPlace | null {
  const container = findJsonAnswer(reading) ?? findTagged(reading) ?? findBoxToken(reading) ?? findBoxed(reading);
  if (container !== null && container.text.trim() !== "") return placeOf(container, true);
  const from = Math.max(0, reading.text.length - 2 * LONGEST);
  const tail = reading.text.slice(from);
  const hashes = [...tail.matchAll(HASHES)].at(-1);
  if (hashes !== undefined) return placeOf(partOf(reading, from + hashes.index + 1, hashes[1]?.length ?? 0), false);
  const declared = [...tail.matchAll(DECLARED)].at(-1);
  if (declared === undefined) return placeOf(reading, true);
  const start = from + declared.index + declared[0].length;
  const rest = reading.text.slice(start);
  // After "Answer:" at the end of a line, the items are on the lines that follow.
  const length = declared[0].includes("\n") ? rest.length : (/^[^\n]*/.exec(rest)?.[0].length ?? 0);
  return TAKEN_BACK.test(rest.slice(length)) ? null : placeOf(partOf(reading, start, length), true);
}

const partOf = (reading: Reading, start: number, length: number): Reading => within(reading, start, start + length);

const placeOf = (part: Reading, isWhole: boolean): ListPlace | null =>
  part.text.length > LONGEST ? null : { part, isWhole };

/** "(A) (C)": two labels with nothing between them. */
const BESIDE = /\)\s*\(/g;
/** An option may contain one of the other separators: "salt and pepper; sugar". */
const STRONG_SEPARATOR = /[;；\n]/;
const MARKS_BEFORE = /^[\s*_"'`“”‘’「『#([{•-]*(?:\d{1,2}[.)]\s+)?/;
const MARKS_AFTER = /[\s*_"'`“”‘’」』#)\]}.。:]+$/;
const ONLY = /^(?:only|both)\s+/i;
/** Letters that are written together or with spaces between them: "AC", "A C". */
const LETTERS = /^[A-Z](?:[\s.-]{0,2}[A-Z])+$/;
/** An item with more words that is no option is a part of a sentence. */
const MOST_WORDS = 2;

/** The items of a text that is a list; null if it is not, or names no option. */
function itemsOf({ text, options }: Reading, texts: readonly string[]): Items | null {
  const whole = bare(text).replace(BESIDE, "); (");
  // Without its article, "a, c" would be the option "c".
  const equal = LIST_SEPARATOR.test(whole) ? exactOption(whole, texts) : optionOf(whole, options, texts);
  if (equal >= 0) return { positions: [equal], others: [] };
  if (LETTERS.test(whole)) {
    const labels = [...whole.replace(/[^A-Z]/g, "")].map((letter) => letter.charCodeAt(0) - 65);
    const areLabels = new Set(labels).size === labels.length && labels.every((position) => position < options.count);
    return areLabels ? { positions: labels, others: [] } : null;
  }
  const items = whole
    .replace(ONLY, "")
    .split(STRONG_SEPARATOR)
    .flatMap((item) => (exactOption(bare(item), texts) >= 0 ? item : item.split(LIST_SEPARATOR)))
    .map(bare)
    .filter((item) => item !== "");
  if (items.some((item) => item.split(/\s+/).length > MOST_WORDS && optionOf(item, options, texts) < 0)) return null;
  const positions = items.map((item) => optionOf(item, options, texts));
  const others = items.filter((_, index) => positions[index] === -1);
  const known = positions.filter((position) => position >= 0);
  // "A blue cube and a sphere" is no list of options. "red; purple" is one with something else.
  return known.length === 0 || (others.length > 0 && !/[;,；，、]/.test(whole)) ? null : { positions: known, others };
}

const bare = (text: string): string => text.replace(MARKS_BEFORE, "").replace(MARKS_AFTER, "");

/** An item of a list: an option's text, its label, or both: "B", "(b)", "Option B", "B. Blue", "B (blue)", "B - blue". */
const LABELLED = /^(?:(?:option|choice)\s+)?\(?([A-Za-z])(?:\)?[.):]?|(?:\)?[.):]|\s+[-–—]|\s+\()\s*(.+))$/i;

const exactOption = (item: string, texts: readonly string[]): number =>
  texts.findIndex((text) => text.trim().toLowerCase() === item.toLowerCase());

function optionOf(item: string, options: Reading["options"], texts: readonly string[]): number {
  const exact = exactOption(item, texts);
  const equal = exact >= 0 ? exact : options.equalTo(item);
  if (equal >= 0) return equal;
  const [, letter = "", text] = LABELLED.exec(item) ?? [];
  const position = letter === "" ? -1 : letter.toUpperCase().charCodeAt(0) - 65;
  if (position >= options.count) return -1;
  return text === undefined || options.equalTo(bare(text)) === position ? position : -1;
}

/** Two options between which the text does not decide. */
const UNDECIDED = /\bor\b|还是|還是|或|か/i;

/** The options that a short text mentions and does not deny; null for no option, and for an undecided text. */
function mentioned({ text, options }: Reading): Items | null {
  if (text.length > LONGEST) return null;
  const found = options.mentions(text);
  const first = found[0];
  const last = found.at(-1);
  if (first === undefined || last === undefined) return null;
  if (UNDECIDED.test(text.slice(first.start, last.end))) return null;
  return { positions: found.map(({ position }) => position), others: [] };
}

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

function optionsOf({ options, answerFormat }: ExtractionQuestion): readonly string[] {
  if (answerFormat === "YES_NO" && options.length === 0) return YES_NO_OPTIONS;
  return answerFormat === "MULTIPLE_CHOICE" || answerFormat === "YES_NO" || answerFormat === "OPEN_TEXT" ? options : [];
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
