import { LIST_SEPARATOR, type UnparsedRule } from "../extraction.ts";
import { readAnswer } from "./read-answer.ts";
import { type Finding, type Reading, within } from "./reading.ts";
import { findBoxed, findBoxToken, findJsonAnswer, findTagged } from "./rules/container.ts";

/** What a response chooses: options in the question's order, and `others`, named beside them, that are not options. */
export type SeveralFinding =
  | (Omit<Finding, "target"> & { readonly positions: readonly number[]; readonly others: readonly string[] })
  | { readonly unread: UnparsedRule };

/** The maximum length of a text that is read as a list of options, or searched for them. */
export const LONGEST = 1000;

/**
 * Reads the answer to a question that allows several of its options: "red; blue", `["red", "blue"]`, "A, C", "AC", "The
 * answers are red and blue.", "red和blue". A list that contains nothing but options counts first. Otherwise, the answer is
 * what `readAnswer` reads, or the options that are named where it finds more than one of them. "Red or blue" is undecided.
 * @param texts the options' texts
 * @returns null if nothing in the response resembles an answer
 */
export function readSeveralOptions(
  reading: Reading,
  texts: readonly string[],
  question: string,
): SeveralFinding | null {
  const place = listPlace(reading, DECLARED, LONGEST);
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

export const choice = (rule: string, { text, offset }: Reading, { positions, others }: Items): SeveralFinding => ({
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

/**
 * The part of a response that is meant for the answer; null if it is too long to be a list.
 * @param declaration what introduces an answer
 */
export function listPlace(reading: Reading, declaration: RegExp, longest: number): ListPlace | null {
  const placeOf = (part: Reading, isWhole: boolean): ListPlace | null =>
    part.text.length > longest ? null : { part, isWhole };
  const container = findJsonAnswer(reading) ?? findTagged(reading) ?? findBoxToken(reading) ?? findBoxed(reading);
  if (container !== null && container.text.trim() !== "") return placeOf(container, true);
  const from = Math.max(0, reading.text.length - 2 * longest);
  const tail = reading.text.slice(from);
  const hashes = [...tail.matchAll(HASHES)].at(-1);
  if (hashes !== undefined) return placeOf(partOf(reading, from + hashes.index + 1, hashes[1]?.length ?? 0), false);
  const declared = [...tail.matchAll(declaration)].at(-1);
  if (declared === undefined) return placeOf(reading, true);
  const start = from + declared.index + declared[0].length;
  const rest = reading.text.slice(start);
  // After "Answer:" at the end of a line, the items are on the lines that follow.
  const length = declared[0].includes("\n") ? rest.length : (/^[^\n]*/.exec(rest)?.[0].length ?? 0);
  return TAKEN_BACK.test(rest.slice(length)) ? null : placeOf(partOf(reading, start, length), true);
}

const partOf = (reading: Reading, start: number, length: number): Reading => within(reading, start, start + length);

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

export const bare = (text: string): string => text.replace(MARKS_BEFORE, "").replace(MARKS_AFTER, "");

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
