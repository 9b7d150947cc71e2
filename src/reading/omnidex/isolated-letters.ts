import { allMatches } from "./all-matches.ts";
import { type LabelToken, labelAt } from "./label-token.ts";
import type { Reading } from "./reading.ts";
import { remembering } from "./recent.ts";

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
