import { ExactTexts, NEAR, undecorated } from "./exact-texts.ts";
import { remembering } from "./matches.ts";
import { type Mention, UNSPACED_EDGE, undenied } from "./option-mentions.ts";
import { signsOf, withSigns } from "./option-signs.ts";
import { foldText } from "./structure/fold-text.ts";
import {
  countWords,
  firstPlainWord,
  opensClause,
  uncontracted,
  withDigits,
  withoutArticle,
  wordsOf,
  wordText,
} from "./word-text.ts";

/**
 * The minimum length of a part that is searched for. A shorter part would match other words by chance: "Vitamin A" and
 * "Vitamin C" differ only in one letter.
 */
const SHORTEST = 3;

/**
 * Removes the words that all texts have in common at the start and at the end. Texts are words between spaces.
 * @returns null if the texts have no such words in common, or if a remaining part is too short to search for
 */
function distinctParts(texts: readonly string[]): string[] | null {
  const lists = texts.map((text) => text.trim().split(" "));
  const head = commonLength(lists);
  const tail = commonLength(lists.map((list) => list.slice(head).reverse()));
  if (texts.length < 2 || head + tail === 0) return null;
  const parts = lists.map((list) => ` ${list.slice(head, list.length - tail).join(" ")} `);
  return parts.every((part) => part.trim().length >= SHORTEST) ? parts : null;
}

/** The number of words at the start that all lists share. */
function commonLength(lists: readonly (readonly string[])[]): number {
  const [first = [], ...others] = lists;
  const end = first.findIndex((word, index) => others.some((list) => list[index] !== word));
  return end < 0 ? Math.min(...lists.map((list) => list.length)) : end;
}

const STOP_WORDS =
  /^ (?:(?:a|an|and|are|as|at|because|by|for|he|her|his|in|is|it|its|no|not|of|on|option|or|she|so|that|the|their|they|this|to|was|we|with|yes) )*$/;
/** A letter in an option's text that could be a label, or a Roman numeral. */
const LETTERED = /(?<![A-Za-z0-9])(?:[B-HJ-Z](?![A-Za-z0-9'])|\([A-Za-z]\)|[IV]{1,3}(?![A-Za-z0-9'])|\(?[ivx]{1,4}\))/;

/** A text that matches this pattern is too long to be mistaken for a label (see `OptionTexts.short`). */
const LONG_WORD = /[A-Za-z]{5}|[0-9]{2}/;

/** The options' texts, prepared for searching. Each derived form is computed on first use. */
export class OptionTexts {
  readonly count: number;
  /** The maximum length of a text that can equal an option. A longer text has more words than any option. */
  readonly longest: number;
  /** The options' texts as they are written. */
  readonly exact: ExactTexts;
  readonly #options: readonly string[];
  readonly #widest: number;
  #short?: boolean;
  #words?: readonly string[];
  #digits?: readonly string[];
  #numeric?: boolean;
  #parts?: readonly string[] | null;
  #lettered?: boolean;
  #signed?: boolean;
  #firstWords?: ReadonlySet<string>;
  #signs?: readonly string[];

  constructor(options: readonly string[]) {
    this.#options = options;
    this.count = options.length;
    let longest = 0;
    for (const { length } of options) longest = Math.max(longest, length);
    this.#widest = longest;
    this.longest = 40 + 4 * longest;
    this.exact = new ExactTexts(options, longest);
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
    if (this.#parts === undefined)
      this.#parts = new Set(this.words).size < this.count ? null : distinctParts(this.words);
    return this.#parts;
  }

  /**
   * The option that equals `text`: letter for letter, else without regard to decoration and spaces, to case, and last
   * to punctuation and leading articles. Signs count in every form. -1 if the first form in which an option is equal has
   * several equal options, or if no option is equal.
   */
  equalTo(text: string): number {
    if (text.length > this.longest) return -1;
    const exact = this.exact.equalTo(text);
    if (exact !== null) return exact;
    if (!this.#mayBegin(text)) return -1;
    const words = withDigits(plainWords(text));
    if (words.trim() === "") return -1;
    if (!this.digits.includes(words)) return -1;
    const signs = signsOf(undecorated(text));
    const equal = soleIndex(this.digits, (option, position) => option === words && this.signs[position] === signs);
    // "25" is the option "25 %", unless another option has the same words.
    if (equal >= 0 || signs !== "" || !/^[ \d]+$/.test(words)) return equal;
    return soleIndex(this.digits, (option, position) => option === words && this.signs[position] === "%");
  }

  private get signs(): readonly string[] {
    this.#signs ??= this.#options.map((option) => signsOf(undecorated(foldText(option))));
    return this.#signs;
  }

  /** The option with the longest text that is at the beginning of `text`; -1 if there is none or more than one. */
  beginning(text: string): number {
    if (!this.#mayBegin(text)) return -1;
    const words = plainWords(text);
    if (words === " ") return -1;
    let best: number[] = [];
    this.words.forEach((option, position) => {
      const starts = option.trim() !== "" && words.startsWith(option.trimEnd()) && endsAtWord(words, option);
      const longest = this.words[best[0] ?? -1]?.length ?? 0;
      if (!starts || option.length < longest || !opensClause(text, option) || !this.#begins(text, position)) return;
      best = option.length > longest ? [position] : [...best, position];
    });
    const [first = -1] = best;
    if (best.length < 2) return first;
    const [start, end] = this.#beginningPlace(text, first) ?? [0, text.length];
    return this.#strictest(text, start, end, best);
  }

  /** A quick check whether a text may begin with an option's words. */
  #mayBegin(text: string): boolean {
    const first = firstPlainWord(text);
    if (first === null) return true;
    this.#firstWords ??= new Set(this.words.map((words) => firstWord(words)));
    return this.#firstWords.has(first);
  }

  /** Whether a text that begins with an option's words also has the option's signs. */
  #begins(text: string, position: number): boolean {
    const place = this.#beginningPlace(text, position);
    return place === null || this.#fits(text, place[0], place[1], position);
  }

  /** Whether the part of a text that has an option's words also has its signs, and is no piece of a longer value. */
  #fits(text: string, start: number, end: number, position: number): boolean {
    const part = withSigns(text, start, end);
    return part !== null && signsOf(part) === this.signs[position];
  }

  /** Of options with the same words, the one that is in a text letter for letter; -1 if none or several are. */
  #strictest(text: string, start: number, end: number, positions: readonly number[]): number {
    return this.exact.within(text.slice(Math.max(0, start - NEAR), end + NEAR), positions);
  }

  /**
   * The position at which an option's words at the start of `text` end, ignoring leading articles; -1 if `text` does
   * not start with these words.
   */
  beginningEnd(text: string, position: number): number {
    const place = this.#beginningPlace(text, position);
    return place === null || !this.#fits(text, place[0], place[1], position) ? -1 : place[1];
  }

  /** The start and the end of an option's words at the start of a text, wherever its signs are. */
  #beginningPlace(whole: string, position: number): readonly [start: number, end: number] | null {
    const words = this.words[position]?.trimEnd() ?? "";
    const text = whole.slice(0, 2 * this.#widest + 2 * NEAR);
    // If the option's first word does not occur in the text, the text need not be split into words.
    if (words === "" || !this.#mayBegin(text) || !text.toLowerCase().includes(firstWord(words))) return null;
    const source = wordText(text);
    const at = source.text.indexOf(words);
    if (at < 0 || at > 12 || withoutArticle(`${source.text.slice(0, at + 1)}x `) !== " x ") return null;
    const end = at + words.length;
    if (source.text.charAt(end) !== " ") return null;
    return [source.sources[at + 1] ?? 0, (source.sources[end - 1] ?? 0) + 1];
  }

  /** The only option that contains `text` at word boundaries; -1 if there is none or more than one. */
  containing(text: string): number {
    const words = plainWords(text);
    if (STOP_WORDS.test(words)) return -1;
    const position = soleIndex(this.words, (option) => option.includes(words));
    return position < 0 || (this.signs[position] ?? "").includes(signsOf(undecorated(text))) ? position : -1;
  }

  /** All mentions of options, except mentions that the text denies. A mention inside a longer mention is left out. */
  mentions(text: string): Mention[] {
    const fitting = undenied(text, this.words).filter(({ start, end, position }) =>
      this.#fits(text, start, end, position),
    );
    return fitting.length < 2 ? fitting : fitting.filter((one) => this.#isStrictest(text, one, fitting));
  }

  /** Whether a mention is the strictest of the mentions at its place. If none is, all of them stay. */
  #isStrictest(text: string, { position, start, end }: Mention, all: readonly Mention[]): boolean {
    const twins = all.filter((other) => other.start === start && other.end === end);
    if (twins.length < 2) return true;
    const strictest = this.#strictest(
      text,
      start,
      end,
      twins.map((twin) => twin.position),
    );
    return strictest < 0 || strictest === position;
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
    if (signsOf(text) !== "" || /\d[:.,]\d|\d\s?%|(?:^|\s)\.\d/.test(text)) return -1;
    return soleIndex(
      this.digits,
      (option, position) =>
        /^ \d+ $/.test(option) && option !== " 1 " && this.signs[position] === "" && words.includes(option),
    );
  }

  /** The number of words in the option's text. */
  length(position: number): number {
    return countWords(this.words[position] ?? "  ");
  }

  /** Whether any option is a number, or begins with a sign, so that a minus before a claim belongs to it. */
  get signed(): boolean {
    this.#signed ??= this.numeric || this.signs.some((signs) => signs.startsWith("-"));
    return this.#signed;
  }

  /** The option's own text. */
  raw(position: number): string {
    return this.#options[position] ?? "";
  }

  /** Whether an option's text contains letters that could be labels: "Both A and B", "(i) 600, (ii) Yes". */
  get lettered(): boolean {
    this.#lettered ??= this.#options.some((option) => LETTERED.test(option));
    return this.#lettered;
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

const endsAtWord = (words: string, option: string): boolean =>
  words.startsWith(option) || UNSPACED_EDGE.test(option.slice(-2));

/** The only index whose item holds; -1 if there is none or more than one. */
function soleIndex(items: readonly string[], holds: (item: string, index: number) => boolean): number {
  const index = items.findIndex(holds);
  return index >= 0 && items.findLastIndex(holds) === index ? index : -1;
}
