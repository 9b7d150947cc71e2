import { foldText } from "./structure/fold-text.ts";

/** Marks before and after a text that are no part of it: quotation marks, emphasis, brackets, the dollars of LaTeX. */
const MARKS_BEFORE = " \t\r\n*_\"'`«»“”「」『』$([{:：→";
const MARKS_AFTER = " \t\r\n*_\"'`«»“”「」『』$)]}.!…。,;:";
/** The form that AVI-Bench asks for: "#yes#". */
const HASHED = /^\s{0,4}#{1,3}([^#]{1,300})#{1,3}[\s.]{0,4}$/;
const MINUS = /[−–‐‑]/g;

function startOf(text: string): number {
  let at = 0;
  while (at < text.length && MARKS_BEFORE.includes(text.charAt(at))) at += 1;
  return at;
}

function endOf(text: string): number {
  let at = text.length;
  while (at > 0 && MARKS_AFTER.includes(text.charAt(at - 1))) at -= 1;
  return at;
}

/** A text without the marks around it. */
export function undecorated(text: string): string {
  const inner = HASHED.exec(text)?.[1] ?? text;
  return inner.slice(startOf(inner), Math.max(startOf(inner), endOf(inner)));
}

/** Without white space, and with one kind of minus. */
const dense = (text: string): string => undecorated(text).replace(/\s+/g, "").replace(MINUS, "-");

/** The forms in which an option's text and a part of a response are compared letter for letter, the strictest first. */
const FORMS: readonly ((text: string) => string)[] = [
  (text) => text.trim().replace(/\.$/, ""),
  dense,
  (text) => dense(text).toLowerCase(),
];
const LOOSEST = FORMS.length - 1;

/** The number of code units around an option's words in which its first and last symbols are looked for. */
export const NEAR = 24;
/** How many last characters show of most texts that they are no option. */
const ENDING = 3;
/** Marks after which a sentence or a line ends, or a reason follows. */
const CLAUSE_END =
  /^[*_"'`)\]}$»”」]{0,4}(?:\s*$|[.!?;](?:[*_"'`)\]}$»”」]{0,4}(?:\s|$))|\s*[\n。！？]|,? (?:because|since|as)\b)/;

/** The options' texts as they are written. They are compared letter for letter, in forms from strict to loose. */
export class ExactTexts {
  readonly #options: readonly string[];
  readonly #longest: number;
  readonly #forms: (readonly string[] | undefined)[] = [];
  #firsts?: ReadonlySet<string>;
  #endings?: ReadonlySet<string>;
  #openings?: ReadonlyMap<string, readonly number[]>;

  /** @param longest the length of the longest option */
  constructor(options: readonly string[], longest: number) {
    this.#options = options;
    this.#longest = longest;
  }

  /**
   * The option whose text is `text`, except for decoration, spaces and case. Returns -1 if several options are equal in the
   * first form in which any is, and null if no option is equal.
   */
  equalTo(text: string): number | null {
    if (text.length > this.#longest + NEAR || !this.#firstCharacters.has(firstOf(text))) return null;
    // Texts that are equal in any form are equal in the loosest one.
    const loosest = FORMS[LOOSEST]?.(text) ?? "";
    if (loosest === "" || !this.#in(LOOSEST).includes(loosest)) return null;
    for (const [index, form] of FORMS.entries()) {
      const own = form(text);
      const forms = this.#in(index);
      if (forms.includes(own)) return forms.lastIndexOf(own) === forms.indexOf(own) ? forms.indexOf(own) : -1;
    }
    return null;
  }

  /**
   * The option whose text is at a position of a text, letter for letter, and ends a clause there. Of several such options,
   * the longest counts.
   */
  at(text: string, start: number): { readonly position: number; readonly end: number } | null {
    this.#openings ??= byOpening(this.#in(0));
    let best: { position: number; end: number } | null = null;
    for (const position of this.#openings.get(text.charAt(start)) ?? NO_POSITIONS) {
      const option = this.#in(0)[position] ?? "";
      const end = start + option.length;
      if (option === "" || end <= (best?.end ?? start) || !text.startsWith(option, start)) continue;
      if (CLAUSE_END.test(text.slice(end, end + 16))) best = { position, end };
    }
    return best;
  }

  /** Whether a text ends with an option's text, except for decoration, spaces and case. */
  end(text: string): boolean {
    this.#endings ??= new Set(this.#in(LOOSEST).map((option) => option.slice(-ENDING)));
    const ending = lastOf(text, ENDING).toLowerCase();
    if (![ENDING, 2, 1].some((length) => this.#endings?.has(ending.slice(-length)) === true)) return false;
    const tail = FORMS[LOOSEST]?.(text.slice(-this.#longest - NEAR)) ?? "";
    return this.#in(LOOSEST).some((option) => option !== "" && tail.endsWith(option));
  }

  /** Of some options, the one that a text contains letter for letter; -1 if it contains none or several equally long ones. */
  within(text: string, positions: readonly number[]): number {
    for (const [index, form] of FORMS.entries()) {
      const forms = this.#in(index);
      const own = form(text);
      const held = positions.filter((position) => own.includes(forms[position] ?? ""));
      const longest = Math.max(...held.map((position) => forms[position]?.length ?? 0));
      const widest = held.filter((position) => forms[position]?.length === longest);
      if (widest.length > 0) return widest.length === 1 ? (widest[0] ?? -1) : -1;
    }
    return -1;
  }

  get #firstCharacters(): ReadonlySet<string> {
    this.#firsts ??= new Set(
      this.#options
        .map((option) => firstOf(foldText(option)))
        .flatMap((unit) => [unit, unit.toLowerCase(), unit.toUpperCase()]),
    );
    return this.#firsts;
  }

  /** The options in one of the forms. */
  #in(index: number): readonly string[] {
    const known = this.#forms[index];
    if (known !== undefined) return known;
    const form = FORMS[index] ?? ((text: string) => text);
    const forms = this.#options.map((option) => form(foldText(option)));
    this.#forms[index] = forms;
    return forms;
  }
}

const NO_POSITIONS: readonly number[] = [];

/** The positions of the options by their first characters. */
function byOpening(options: readonly string[]): Map<string, number[]> {
  const positions = new Map<string, number[]>();
  for (const [position, option] of options.entries())
    positions.set(option.charAt(0), [...(positions.get(option.charAt(0)) ?? []), position]);
  return positions;
}

const plain = (unit: string): string => unit.replace(MINUS, "-");

/** The first character of a text that is not decoration; empty for a text of decoration only. */
const firstOf = (text: string): string => plain(text.charAt(startOf(text)));

/** The last characters of a text before its decoration, without white space. */
function lastOf(text: string, count: number): string {
  let units = "";
  for (let at = endOf(text) - 1; at >= 0 && units.length < count; at--)
    if (text.charAt(at).trim() !== "") units = plain(text.charAt(at)) + units;
  return units;
}
