import { isDeniedAfter } from "./governance/denial.ts";
import { allMatches, remembering } from "./matches.ts";
import type { Reading } from "./reading.ts";
import { isLatinLetter, joinsWord } from "./word-text.ts";

/** A letter in a text that names an option. */
export interface LabelToken {
  /** 0 for A; it may be beyond the question's options. */
  readonly position: number;
  readonly start: number;
  readonly end: number;
}

/** Cyrillic letters that look like labels. */
const LOOKALIKES: Readonly<Record<string, string>> = { А: "A", В: "B", С: "C", Е: "E", а: "a", с: "c", е: "e" };
/** After one of these, a letter is a label even if a word follows: "A because …", "a is right". */
const AFTER_LABEL =
  /[ \t]+(?:because|since|as|for|is|ist|was|are|nor|in equal|given|due|based|but|not|and|or|y|o|ou|oder|und|et|porque|weil|car|rather|seems|appears|would|best|matches|fits|would|with|makes|works|remains|wins|stands|describes|explains|as the|as my|survives|survived|holds|applies|qualifies|wins|must|has to|cannot|should be|could be|may be|might be|can be)(?![a-z])/iy;
/** As `AFTER_LABEL`, for the letter "I": without the words that also follow the pronoun. */
const AFTER_I =
  /[ \t]+(?:because|since|for|is|given|due|based|seems|appears|best|matches|fits|makes|works|remains|wins|describes|explains|are|in equal|and [A-J]|or [A-J]|(?:o|y|ou|oder|und|et)(?= )|as (?:the|my))(?![a-z])/iy;

/**
 * The label at `index`, or null. A letter within a word is not a label ("B-roll", "C++", "a.m."), nor is an article or
 * a pronoun: "A man walks", "I hear".
 */
export function labelAt(text: string, index: number): LabelToken | null {
  const unit = text.charAt(index);
  const letter = LOOKALIKES[unit] ?? unit;
  if (!isLatinLetter(letter) || touchesWord(text, index)) return null;
  if ((letter === "A" || letter === "I" || letter >= "a") && wordFollows(text, index)) return null;
  return { position: letter.toUpperCase().charCodeAt(0) - 65, start: index, end: index + 1 };
}

const isOneOf = (units: string, unit: string): boolean => unit !== "" && units.includes(unit);

function touchesWord(text: string, index: number): boolean {
  const before = text.charAt(index - 1);
  const next = text.charAt(index + 1);
  if (joinsWord(before) || before === "\\" || joinsWord(next)) return true;
  if (before === "_" && joinsWord(text.charAt(index - 2))) return true;
  if (isOneOf("'.-", before) && isLatinLetter(text.charAt(index - 2)) && !isSentenceEnd(text, index)) return true;
  const after = isOneOf("'_-+#.", next) ? text.slice(index + 1, index + 6) : "";
  return /^(?:'(?!(?:d[iu]r|t[iu]r)\b)[A-Za-z0-9]|[_-][A-Za-z0-9]|[+#]|\.[A-Za-z](?:[^A-Za-z]|$)|- ?[.,;])/.test(after);
}

/**
 * Whether the full stop before a letter ends a sentence. It does after a word ("the answer is.C"), but not after a
 * single letter ("U.S").
 */
const isSentenceEnd = (text: string, index: number): boolean =>
  text.charAt(index - 1) === "." && isLatinLetter(text.charAt(index - 3));

const WORD = /[ \t]+[*_"']*(?=[A-Za-z0-9])/y;

function wordFollows(text: string, index: number): boolean {
  WORD.lastIndex = index + 1;
  if (!WORD.test(text)) return false;
  const after = text.charAt(index) === "I" ? AFTER_I : AFTER_LABEL;
  after.lastIndex = index + 1;
  return !after.test(text);
}

const CONJUNCTION =
  /[)\].*_"'}:\s]{0,6}(?:,\s{0,3}(?:and|or|y|o|und|oder|et|ou)?|[;?]|\/|&|\+|->|=>|→|\b(?:vs|versus|contra)\b\.?|\band\b(?:\/or)?|\bor\b|\by\b|\bo\b|\bou\b|\boder\b|\bund\b|\bet\b|和|还是|還是|或者|或|与|跟|及|以及|、|と|か|또는|와|\s(?=\())\s{0,3}(?:either\s|also\s|possibly\s|maybe\s|perhaps\s)?(?:(?:option|choice|la|el|le|die|der|das|a opcao|la opcion)\s)?[(["'*_{]{0,4}/iy;

/** The end of a list of labels that begins with `first`, if another label follows it: "A or B", "A, C and D". */
export function listEnd(text: string, first: LabelToken, count: number): number | null {
  let end = first.end;
  let members = 1;
  for (let next: LabelToken | null = nextInList(text, end); next !== null; next = nextInList(text, end)) {
    if (next.position >= count && members === 1) return null;
    end = next.end;
    if (next.position !== first.position) members += 1;
  }
  return members > 1 ? end : null;
}

const PLURAL = /^[)*"'\]]{0,3}\s+(?:are|aren't|were|weren't|do|don't|have)\b/;

function nextInList(text: string, end: number): LabelToken | null {
  CONJUNCTION.lastIndex = end;
  const next = CONJUNCTION.test(text) ? labelAt(text, CONJUNCTION.lastIndex) : null;
  // "A; B is wrong" names only A, but "A and B are wrong" both.
  if (next === null || PLURAL.test(text.slice(next.end, next.end + 12))) return next;
  return isDeniedAfter(text, next.end) ? null : next;
}

/** The number of letters that are examined from the start and from the end of a text. */
const MOST_FIRST = 16;
const MOST_LAST = 48;
/** Text that may follow a lower-case label. Before other text, a lower-case letter is an article or a variable. */
const CLOSED =
  /^(?:$|[)\]}*"'.:,;!?\n]|\s+(?:is|was|because|since|as|seems|fits|matches|est|es|ist)\b|\s?$|[^ -~]| ?[=→-])/;

/** The labels that stand apart from words, in text order. */
export const isolatedLetters = remembering((text: string): readonly LabelToken[] => {
  const places = isolated(text);
  const kept =
    places.length <= MOST_FIRST + MOST_LAST ? places : [...places.slice(0, MOST_FIRST), ...places.slice(-MOST_LAST)];
  return kept.map((at) => labelAt(text, at)).filter((label) => label !== null);
});

/** The labels that name an option of the question. */
export const optionLetters = ({ text, options }: Reading): readonly LabelToken[] =>
  isolatedLetters(text).filter(({ position }) => position < options.count);

function isolated(text: string): number[] {
  const places: number[] = [];
  for (let at = 0, before = false; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const word = isWord(code);
    if (word && !before && code > 57 && !isWord(text.charCodeAt(at + 1)) && isCandidate(text, at, code))
      places.push(at);
    before = word;
  }
  return places;
}

const isCandidate = (text: string, at: number, code: number): boolean =>
  code < 97 || CLOSED.test(text.slice(at + 1, at + 12));

const isWord = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57);

const CAPITAL = /(?<![\p{L}\p{N}_'-])[A-Z](?![\p{L}\p{N}_'])/gu;

/**
 * The capital letters that stand apart and name an option, including an "A" or "I" before a word: "A no, B yes". For texts
 * that consist of labels and little else.
 */
export const capitalLabels = ({ text, options }: Reading): readonly LabelToken[] =>
  allMatches(text, CAPITAL)
    .map(({ 0: letter, index }) => ({ position: letter.charCodeAt(0) - 65, start: index, end: index + 1 }))
    .filter(({ position }) => position < options.count);
