import { isClause, opensClause } from "./clause.ts";
import { distinctParts } from "./distinct-parts.ts";
import { isDenied } from "./governance/denial.ts";
import { remembering } from "./recent.ts";
import { foldText } from "./structure/fold-text.ts";
import { countWords, uncontracted, withDigits, withoutArticle, wordsOf, wordText } from "./word-text.ts";

/** An occurrence of an option's text in a text. */
export interface Mention {
  readonly position: number;
  readonly start: number;
  readonly end: number;
}

const STOP_WORDS =
  /^ (?:(?:a|an|and|are|as|at|because|by|for|he|her|his|in|is|it|its|no|not|of|on|option|or|she|so|that|the|their|they|this|to|was|we|with|yes) )*$/;
const UNSPACED_EDGE = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0e00-\u0e7f]/;

/** A text that matches this pattern is too long to be mistaken for a label (see `OptionTexts.short`). */
const LONG_WORD = /[A-Za-z]{5}|[0-9]{2}/;

/** The options' texts, prepared for searching. Each derived form is computed on first use. */
export class OptionTexts {
  readonly count: number;
  readonly #options: readonly string[];
  /** The maximum length of a text that can equal an option. A longer text has more words than any option. */
  readonly #longest: number;
  #short?: boolean;
  #words?: readonly string[];
  #digits?: readonly string[];
  #numeric?: boolean;
  #parts?: readonly string[] | null;

  constructor(options: readonly string[]) {
    this.#options = options;
    this.count = options.length;
    let longest = 0;
    for (const { length } of options) longest = Math.max(longest, length);
    this.#longest = 40 + 4 * longest;
  }

  /** Whether any option has no words, or at most one letter, so that its text could be mistaken for a label. */
  get short(): boolean {
    this.#short ??=
      !this.#options.every((option) => LONG_WORD.test(option)) && this.words.some((words) => words.trim().length < 2);
    return this.#short;
  }

  /** Whether any option is a number, so that numbers cannot refer to options by position. */
  get numeric(): boolean {
    this.#numeric ??= this.digits.some((words) => /\d/.test(words));
    return this.#numeric;
  }

  private get words(): readonly string[] {
    this.#words ??= this.#options.map((option) => plainWords(foldText(option)));
    return this.#words;
  }

  private get digits(): readonly string[] {
    this.#digits ??= this.words.map(withDigits);
    return this.#digits;
  }

  /** The parts that distinguish the options; null if they are too short to search for. */
  private get parts(): readonly string[] | null {
    if (this.#parts === undefined) this.#parts = distinctParts(this.words);
    return this.#parts;
  }

  /** The option with the same words as `text`, ignoring leading articles; -1 if there is none or more than one. */
  equalTo(text: string): number {
    if (text.length > this.#longest) return -1;
    const words = withDigits(plainWords(text));
    return words.trim() === "" ? -1 : soleIndex(this.digits, (option) => option === words);
  }

  /** The option with the longest text that is at the beginning of `text`; -1 if there is none. */
  beginning(text: string): number {
    const words = plainWords(text);
    if (words === " ") return -1;
    let best = -1;
    this.words.forEach((option, position) => {
      const starts = option.trim() !== "" && words.startsWith(option.trimEnd()) && endsAtWord(words, option);
      if (starts && opensClause(text, option) && option.length > (this.words[best]?.length ?? 0)) best = position;
    });
    return best;
  }

  /**
   * The position at which an option's words at the start of `text` end, ignoring leading articles; -1 if `text` does
   * not start with these words.
   */
  beginningEnd(text: string, position: number): number {
    const words = this.words[position]?.trimEnd() ?? "";
    // If the option's first word does not occur in the text, the text need not be split into words.
    if (words === "" || !text.toLowerCase().includes(firstWord(words))) return -1;
    const source = wordText(text);
    const at = source.text.indexOf(words);
    if (at < 0 || at > 12 || withoutArticle(`${source.text.slice(0, at + 1)}x `) !== " x ") return -1;
    const end = at + words.length;
    return source.text.charAt(end) === " " ? (source.sources[end - 1] ?? 0) + 1 : -1;
  }

  /** The only option that contains `text` at word boundaries; -1 if there is none or more than one. */
  containing(text: string): number {
    const words = plainWords(text);
    if (STOP_WORDS.test(words)) return -1;
    return soleIndex(this.words, (option) => option.includes(words));
  }

  /** All mentions of options, except mentions that the text denies. A mention inside a longer mention is left out. */
  mentions(text: string): Mention[] {
    return undenied(text, this.words);
  }

  /** Whether the words of every option occur in a text, whether denied or not. */
  allOccur(text: string): boolean {
    const words = wordsOf(text);
    return this.words.every((option) => words.includes(option.trim()));
  }

  /** Whether an option is mentioned in a text and denied at every mention. */
  isDeniedIn(text: string, position: number): boolean {
    const words = this.words[position] ?? " ";
    return wordsOf(text).includes(words.trimEnd()) && undenied(text, [words]).length === 0;
  }

  /** Like `mentions`, for the parts that distinguish the options: "bored" for "He is bored" and "He is angry". */
  partMentions(text: string): Mention[] {
    return this.parts === null ? [] : undenied(text, this.parts);
  }

  /**
   * The only option that is a number and occurs as a word in `text`; -1 if no option or several do. Ignores
   * "one", which is often a pronoun.
   */
  numberWord(text: string): number {
    const words = withDigits(wordsOf(text));
    return soleIndex(this.digits, (option) => /^ \d+ $/.test(option) && option !== " 1 " && words.includes(option));
  }

  /** The number of words in the option's text. */
  length(position: number): number {
    return countWords(this.words[position] ?? "  ");
  }

  /** The option's words between spaces. */
  text(position: number): string {
    return this.words[position] ?? " ";
  }
}

/** The first word of a text of words between spaces. */
function firstWord(words: string): string {
  const end = words.indexOf(" ", 1);
  return words.slice(1, end < 0 ? undefined : end);
}

const plainWords = remembering((text) => withoutArticle(uncontracted(wordsOf(text))));

function undenied(text: string, needles: readonly string[]): Mention[] {
  const words = wordsOf(text);
  const all = needles.flatMap((option, position) => occurrences(words, option, position));
  if (all.length === 0) return [];
  const { sources } = wordText(text);
  const widest = all.filter((one) => !all.some((other) => contains(other, one)));
  return widest
    .map(({ position, start, end }) => ({
      position,
      start: sources[start + 1] ?? 0,
      end: (sources[end - 2] ?? 0) + 1,
    }))
    .filter((mention) => !isDenied(text, mention) && isClause(text, mention));
}

/**
 * The maximum number of mentions of each option that are examined. More are not needed, because it only matters whether
 * two options are mentioned.
 */
const MOST_MENTIONS = 20;

function occurrences(words: string, option: string, position: number): Mention[] {
  const needle = UNSPACED_EDGE.test(option) ? option.trim() : option;
  const hits: Mention[] = [];
  if (needle.trim() === "") return hits;
  const pad = needle === option ? 0 : 1;
  for (let at = words.indexOf(needle); at >= 0 && hits.length < MOST_MENTIONS; at = words.indexOf(needle, at + 1)) {
    hits.push({ position, start: at - pad, end: at + needle.length + pad });
  }
  return hits;
}

const contains = (outer: Mention, inner: Mention): boolean =>
  outer.start <= inner.start && outer.end >= inner.end && outer.end - outer.start > inner.end - inner.start;

const endsAtWord = (words: string, option: string): boolean =>
  words.startsWith(option) || UNSPACED_EDGE.test(option.slice(-2));

function soleIndex(items: readonly string[], holds: (item: string) => boolean): number {
  const index = items.findIndex(holds);
  return index >= 0 && items.findLastIndex(holds) === index ? index : -1;
}
