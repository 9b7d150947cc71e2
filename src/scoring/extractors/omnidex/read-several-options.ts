import type { UnparsedRule } from "../../extraction.ts";
import { readAnswer } from "./read-answer.ts";
import { type Finding, type Reading, within } from "./reading.ts";
import { findBoxed, findBoxToken, findJsonAnswer, findTagged } from "./rules/container.ts";

/** The options that a response chooses, in the question's order, or the reason why it chooses none. */
export type SeveralFinding =
  | (Omit<Finding, "target"> & { readonly positions: readonly number[] })
  | { readonly unread: UnparsedRule };

/** The maximum length of a text that is read as a list of options, or searched for them. */
const LONGEST = 1000;

/**
 * Reads the answer to a question that allows several of its options: "red; blue", `["red", "blue"]`, "A, C", "AC", "The
 * answers are red and blue.", "红和蓝". A list that contains nothing but options counts first. Otherwise, the answer is what
 * `readAnswer` reads, or the options that are named where it finds more than one of them. "Red or blue" is undecided.
 * @returns null if nothing in the response resembles an answer
 */
export function readSeveralOptions(reading: Reading, question: string): SeveralFinding | null {
  const place = listPlace(reading);
  const listed = place === null ? null : optionsOfList(place);
  if (place !== null && listed !== null && listed.length > 1) return choice("option-list", place, listed);
  const finding = readAnswer(reading, question);
  if (finding === null) return null;
  const { target, ...found } = finding;
  if (typeof target === "number") return { ...found, positions: [target] };
  const named = within(reading, found.start - reading.offset, found.end - reading.offset);
  const isSet = target === "several-answers" && !TAKEN_BACK.test(reading.text);
  const positions = isSet ? (optionsOfList(named) ?? mentioned(named)) : null;
  return positions === null ? { unread: target } : choice("option-mentions", named, positions);
}

const choice = (rule: string, { text, offset }: Reading, positions: readonly number[]): SeveralFinding => ({
  rule,
  start: offset + Math.max(0, text.search(/\S/)),
  end: offset + text.trimEnd().length,
  positions: [...new Set(positions)].sort((one, other) => one - other),
  ambiguous: false,
});

/** "The answer is", "Answers:", "#": what may precede the list on its line. */
const DECLARED =
  /(?:^|[\n.!?]|(?:so|therefore|thus|hence),?)[\s*_#>]{0,8}(?:the |my )?(?:(?:final|correct|right|best) ){0,2}(?:answers?|options?|choices?)(?: (?:is|are)\b:?|[\s*_]{0,4}[:=])[\s*_]{0,6}(?=\S)/gi;
/** Words that take back what was said before. */
const TAKEN_BACK = /\b(?:wait|actually|correction|scratch that|i mean|no,)/i;

/** The part of a response that is meant for the answer; null if the response is too long to be a list. */
function listPlace(reading: Reading): Reading | null {
  const container = findJsonAnswer(reading) ?? findTagged(reading) ?? findBoxToken(reading) ?? findBoxed(reading);
  if (container !== null && container.text.trim() !== "") return short(container);
  const declared = [...reading.text.slice(-2 * LONGEST).matchAll(DECLARED)].at(-1);
  if (declared === undefined) return short(reading);
  const start = Math.max(0, reading.text.length - 2 * LONGEST) + declared.index + declared[0].length;
  const line = /^[^\n]*/.exec(reading.text.slice(start))?.[0] ?? "";
  return TAKEN_BACK.test(reading.text.slice(start + line.length))
    ? null
    : short(within(reading, start, start + line.length));
}

const short = (part: Reading): Reading | null => (part.text.length > LONGEST ? null : part);

const SEPARATOR = /(?<=\))\s*(?=\()|\s*(?:[;,、，；/&+|\n]|\band\b|和|与|與|及|以及|\bund\b)\s*/i;
const MARKS_BEFORE = /^[\s*_"'`“”‘’「『#([{•-]+(?:\d{1,2}[.)]\s+)?/;
const MARKS_AFTER = /[\s*_"'`“”‘’」』#)\]}.。:]+$/;

/** The options that a text lists, if it contains nothing else; otherwise null. */
function optionsOfList({ text, options }: Reading): readonly number[] | null {
  const whole = bare(text);
  const equal = options.equalTo(whole);
  if (equal >= 0) return [equal];
  const items = whole
    .split(SEPARATOR)
    .map(bare)
    .filter((item) => item !== "");
  if (items.length === 0) return null;
  const [only = ""] = items;
  if (items.length === 1 && /^[A-Z]{2,26}$/.test(only)) return labels([...only], options.count);
  const positions = items.map((item) => optionOf(item, options));
  return positions.includes(-1) ? null : positions;
}

const bare = (text: string): string => text.replace(MARKS_BEFORE, "").replace(MARKS_AFTER, "");

/** The positions of labels that are written together, as in "AC"; null if one is repeated or is no option's label. */
function labels(letters: readonly string[], count: number): readonly number[] | null {
  const positions = letters.map((letter) => letter.charCodeAt(0) - 65);
  return new Set(positions).size === positions.length && positions.every((position) => position < count)
    ? positions
    : null;
}

/** An item of a list: an option's text, its label, or both: "B", "(b)", "Option B", "B. Blue". */
const LABELLED = /^(?:(?:option|choice)\s+)?\(?([A-Za-z])(?:\)?[.):]?|\)?[.):]\s*(.+))$/i;

function optionOf(item: string, options: Reading["options"]): number {
  const equal = options.equalTo(item);
  if (equal >= 0) return equal;
  const [, letter = "", text] = LABELLED.exec(item) ?? [];
  const position = letter === "" ? -1 : letter.toUpperCase().charCodeAt(0) - 65;
  if (position >= options.count) return -1;
  return text === undefined || options.equalTo(text) === position ? position : -1;
}

/** Two options between which the text does not decide. */
const UNDECIDED = /\bor\b|还是|還是|或|か/i;

/** The options that a short text mentions, without those that it denies; null if there are none, or if it is undecided. */
function mentioned({ text, options }: Reading): readonly number[] | null {
  if (text.length > LONGEST) return null;
  const found = options.mentions(text);
  const first = found[0];
  const last = found.at(-1);
  if (first === undefined || last === undefined) return null;
  return UNDECIDED.test(text.slice(first.start, last.end)) ? null : found.map(({ position }) => position);
}
