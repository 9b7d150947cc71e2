const WORD_CHARACTER = /[\p{L}\p{N}\p{M}\ud800-\udfff]/u;
/** Scripts that are written without spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

/** Whether a code unit is part of a word. */
export function isWordUnit(unit: string): boolean {
  if (unit < "\x80") return /[A-Za-z0-9]/.test(unit);
  return (unit >= "\ud800" && unit <= "\udfff") || WORD_CHARACTER.test(unit);
}

/** Whether a letter that stands next to this unit would be part of a word: not so in scripts without spaces. */
export const joinsWord = (unit: string): boolean =>
  unit !== "" && isWordUnit(unit) && (unit < "\x80" || !UNSPACED.test(unit));

/** Words in lower case between single spaces, with a space at both ends, and where each unit comes from. */
export interface WordText {
  readonly text: string;
  readonly sources: Int32Array;
}

/** Reduces a text to its words. */
export function wordText(source: string): WordText {
  const lower = source.toLowerCase();
  // Lower case is longer for one letter, "İ"; then positions are those of the text as it is.
  const text = lower.length === source.length ? lower : source;
  const sources = new Int32Array(text.length + 2);
  const parts: string[] = [" "];
  for (let index = 0; index < text.length; index++) {
    const unit = text.charAt(index);
    if (isWordUnit(unit)) sources[parts.push(unit) - 1] = index;
    else if (parts[parts.length - 1] !== " ") sources[parts.push(" ") - 1] = index;
  }
  if (parts[parts.length - 1] !== " ") sources[parts.push(" ") - 1] = text.length;
  return { text: parts.join(""), sources };
}

/** The words of a text: `"A red car!"` gives `" a red car "`. */
export const wordsOf = (source: string): string => wordText(source).text;

/** "A minor" is a key, not a minor. */
const ARTICLES =
  /^ (?:(?:a(?! (?:minor|major|flat|sharp) )|an|the|el|la|los|las|un|una|le|les|une|der|die|das|ein|eine|il|lo|um|uma) )+/;

/** Words without the articles before them, unless there is nothing else. */
export function withoutArticle(words: string): string {
  const rest = words.replace(ARTICLES, " ");
  return rest === " " ? words : rest;
}

/** A word's place is its number. */
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

/** Number words as digits: `" three times "` gives `" 3 times "`. */
export const withDigits = (words: string): string =>
  words.replace(NUMBER_WORD, (_, word: string) => ` ${NUMBER_WORDS.indexOf(word)}`);

const CONTRACTION = / (he|she|it|that|there|what|who) s(?= )| (they|we|you) re(?= )/g;

/** Contractions in full: `" he s angry "` gives `" he is angry "`. */
export const uncontracted = (words: string): string =>
  words.replace(CONTRACTION, (_, one?: string, many?: string) => (one === undefined ? ` ${many} are` : ` ${one} is`));

/** How many words there are. */
export const countWords = (words: string): number => words.split(" ").length - 2;
