import type { Span } from "../extraction.ts";
import { remembering } from "./matches.ts";

const WORD_CHARACTER = /[\p{L}\p{N}\p{M}\ud800-\udfff]/u;
/** The scripts of Chinese, Japanese and Korean, as members of a character class. */
export const EAST_ASIAN = "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}";
/** The scripts that are written without spaces between words, as members of a character class. */
export const UNSPACED = `${EAST_ASIAN}\\p{Script=Thai}`;
const UNSPACED_LETTER = new RegExp(`[${UNSPACED}]`, "u");

/** Caches whether a code unit is part of a word: 1 if it is, 0 if not, 2 if not yet computed. */
const WORD_UNITS = new Uint8Array(0x10000).fill(2);

export const isWordUnit = (unit: string): boolean => unit !== "" && isWordCode(unit.charCodeAt(0));

function isWordCode(code: number): boolean {
  let known = WORD_UNITS[code] ?? 0;
  if (known === 2) {
    known = computeWordUnit(String.fromCharCode(code)) ? 1 : 0;
    WORD_UNITS[code] = known;
  }
  return known === 1;
}

const computeWordUnit = (unit: string): boolean =>
  unit < "\x80" ? /[A-Za-z0-9]/.test(unit) : WORD_CHARACTER.test(unit);

/** Whether a code unit is a letter from A to Z, of either case. */
export const isLatinLetter = (unit: string): boolean => (unit >= "a" && unit <= "z") || (unit >= "A" && unit <= "Z");

/** Whether a letter next to this unit would be part of the same word. False in scripts without spaces. */
export const joinsWord = (unit: string): boolean =>
  unit !== "" && isWordUnit(unit) && (unit < "\x80" || !UNSPACED_LETTER.test(unit));

/** Words in lower case between single spaces, with a space at both ends, and the source position of each code unit. */
interface WordText {
  readonly text: string;
  readonly sources: Int32Array;
}

export const wordText = remembering((source: string): WordText => {
  const text = lowerCase(source);
  const sources = new Int32Array(text.length + 2);
  let words = " ";
  for (let at = 0; at < text.length; ) {
    const start = nextWord(text, at);
    // A space replaces all characters between two words. The source of the space is the position of the first of these
    // characters.
    if (words !== " ") sources[words.length - 1] = at;
    if (start === text.length) break;
    at = wordEnd(text, start);
    for (let index = start; index < at; index++) sources[words.length + index - start] = index;
    words += `${text.slice(start, at)} `;
    sources[words.length - 1] = text.length;
  }
  return { text: words, sources };
});

/** The words of a text: `"A red car!"` gives `" a red car "`. */
export const wordsOf = remembering((source: string): string => {
  const text = lowerCase(source);
  let words = " ";
  for (let start = nextWord(text, 0); start < text.length; ) {
    const end = wordEnd(text, start);
    words += `${text.slice(start, end)} `;
    start = nextWord(text, end);
  }
  return words;
});

/**
 * Converts a text to lower case, if that does not change its length. The letter "İ" becomes longer; a text that
 * contains it is left unchanged, so that positions remain valid.
 */
function lowerCase(source: string): string {
  const lower = source.toLowerCase();
  return lower.length === source.length ? lower : source;
}

/** The start of the next word. The zeros before a number of a time are left out: the "00" of "00:27" is a "0". */
function nextWord(text: string, start: number): number {
  let at = start;
  while (at < text.length && !isWordCode(text.charCodeAt(at))) at += 1;
  return text.charCodeAt(at) === ZERO ? afterZeros(text, at) : at;
}

function afterZeros(text: string, start: number): number {
  // The zeros of "0.09" count.
  if (text.charAt(start - 1) !== ":" && text.charAt(digitsEnd(text, start)) !== ":") return start;
  let at = start;
  while (text.charCodeAt(at) === ZERO && isDigit(text.charCodeAt(at + 1))) at += 1;
  return at;
}

/** The end of a word. A number and the letters directly after it are two words: "10m" is "10 m". */
function wordEnd(text: string, start: number): number {
  let at = isDigit(text.charCodeAt(start)) ? digitsEnd(text, start) : start;
  if (at > start && isLatinLetter(text.charAt(at))) return at;
  while (at < text.length && isWordCode(text.charCodeAt(at))) at += 1;
  return at;
}

function digitsEnd(text: string, start: number): number {
  let at = start;
  while (isDigit(text.charCodeAt(at))) at += 1;
  return at;
}

const ZERO = 48;
const isDigit = (code: number): boolean => code >= ZERO && code <= 57;

/** Articles. In "A minor" as a musical key, "A" is not an article. */
const ARTICLES =
  /^ (?:(?:a(?! (?:minor|major|flat|sharp) )|an|the|el|la|los|las|un|una|le|les|une|der|die|das|ein|eine|il|lo|um|uma) )+/;

/**
 * The first word of a text in lower case; null for a word that may be left out or written in another way (an article, a
 * contraction, a number), and for a word of another script.
 */
export function firstPlainWord(text: string): string | null {
  let start = 0;
  while (start < text.length && !isWordCode(text.charCodeAt(start))) start += 1;
  let end = start;
  while (isLatinLetter(text.charAt(end))) end += 1;
  if (end === start || (end < text.length && (text.charAt(end) === "'" || isWordCode(text.charCodeAt(end)))))
    return null;
  const word = text.slice(start, end).toLowerCase();
  return end - start < 4 || NUMBER_WORDS.includes(word) ? null : word;
}

/** Removes leading articles, unless there are no other words. */
export function withoutArticle(words: string): string {
  const rest = words.replace(ARTICLES, " ");
  return rest === " " ? words : rest;
}

/** The number words in order. The index of a word is its value. */
export const NUMBER_WORDS: readonly string[] = [
  "zero",
  "one",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
  "eleven",
  "twelve",
];
const NUMBER_WORD = new RegExp(` (${NUMBER_WORDS.join("|")})(?= )`, "g");

/** The units that are also written in full, and their words. */
const UNITS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    s: "second seconds sec secs",
    min: "minute minutes mins",
    h: "hour hours hr hrs",
    m: "meter meters metre metres",
    km: "kilometer kilometers kilometre kilometres",
    cm: "centimeter centimeters centimetre centimetres",
    mm: "millimeter millimeters millimetre millimetres",
    kg: "kilogram kilograms kgs kilo kilos",
    g: "gram grams",
    hz: "hertz",
    khz: "kilohertz",
  }).flatMap(([unit, words]) => words.split(" ").map((word): [string, string] => [word, unit])),
);
const MEASURED = / (\d+) ([a-z]+)(?= )/g;

/**
 * Number words as digits, and units after them in short: `" three times "` gives `" 3 times "`, `" ten metres "` gives
 * `" 10 m "`. A per cent sign is no word, so its word is left out.
 */
export const withDigits = remembering((words: string): string => {
  const digits = words.replace(NUMBER_WORD, (_, word: string) => ` ${NUMBER_WORDS.indexOf(word)}`);
  if (!DIGIT.test(digits)) return digits;
  return digits
    .replace(/ (?:percent|per cent)(?= )/g, "")
    .replace(MEASURED, (whole, value: string, unit: string) =>
      UNITS.has(unit) ? ` ${value} ${UNITS.get(unit)}` : whole,
    );
});

const DIGIT = /\d/;

const CONTRACTION = / (he|she|it|that|there|what|who) s(?= )| (they|we|you) re(?= )/g;

/** Contractions in full: `" he s angry "` gives `" he is angry "`. */
export const uncontracted = (words: string): string =>
  !words.includes(" s ") && !words.includes(" re ")
    ? words
    : words.replace(CONTRACTION, (_, one?: string, many?: string) =>
        one === undefined ? ` ${many} are` : ` ${one} is`,
      );

/** The number of words in a text of words between spaces. */
export function countWords(words: string): number {
  let count = -1;
  for (let at = words.indexOf(" "); at >= 0; at = words.indexOf(" ", at + 1)) count += 1;
  return count;
}

const DECORATION = " \t\n\r*_\"'`([{$\\";

/**
 * The word before a label in lower case, or the punctuation mark if there is no word. Decoration between word and label
 * is skipped. Callers test this word first. For most letters, it already rules out a match, and a slower search of the
 * text before the letter is not needed.
 */
export function wordBefore(text: string, at: number): string {
  let end = at;
  while (end > 0 && DECORATION.includes(text.charAt(end - 1))) end -= 1;
  let start = end;
  while (start > 0 && isLatinLetter(text.charAt(start - 1))) start -= 1;
  return start === end ? text.charAt(end - 1) : text.slice(start, end).toLowerCase();
}

const MARKS = " \t\n\r)]*_\"'.:,";

/** The word after a label in lower case, or the next character if none follows. Marks after the label are skipped. */
export function wordAfter(text: string, end: number): string {
  let start = end;
  while (start < text.length && MARKS.includes(text.charAt(start))) start += 1;
  let stop = start;
  while (stop < text.length && isLatinLetter(text.charAt(stop))) stop += 1;
  return stop === start ? text.charAt(start) : text.slice(start, stop).toLowerCase();
}

const YES_OR_NO = /^ (?:yes|no) $/;
/** Text that may follow a "yes" or "no" that is an answer: the end of the clause, or another clause. */
const ANSWERING =
  /^(?:\W{0,4}$|["'*_)\]}]{0,3}\s?[.,;:!?\n。，–—-]|\s+-|\s+(?:it|he|she|they|there|the|this|that|because|as|since|you|we)\b)/i;
/** Text that may precede a "yes" or "no" that is an answer: "The answer is no", "I would say yes". */
const LEADING =
  /(?:^|[.,;:!?\n。，–—]|\b(?:is|be|was|say|answer|think|guess|so|thus|therefore|hence|definitely|probably|clearly))[\s"'*_({[\\]{0,6}$/i;

/** Whether a text that begins with an option's words begins with an answer: not "no" in "no idea" or "no one". */
export function opensClause(text: string, words: string): boolean {
  if (!YES_OR_NO.test(words)) return true;
  const opening = /^\W{0,20}(?:yes|no)/i.exec(text);
  return opening === null || ANSWERING.test(text.slice(opening[0].length, opening[0].length + 30));
}

/** Whether a mention is an answer. "Yes" and "no" are answers as a clause of their own, not within a noun phrase. */
export function isClause(text: string, { start, end }: Span): boolean {
  if (!/^(?:yes|no)$/i.test(text.slice(start, end))) return true;
  if (/\b(?:wait|oh|hmm|actually|well|um|hold on)[,.… -]{0,3}$/i.test(text.slice(Math.max(0, start - 12), start)))
    return false;
  return LEADING.test(text.slice(Math.max(0, start - 30), start)) && ANSWERING.test(text.slice(end, end + 30));
}
