import { isDenied } from "./governance/denial.ts";
import { isClause, wordsOf, wordText } from "./word-text.ts";

/** An occurrence of an option's text in a text. */
export interface Mention {
  readonly position: number;
  readonly start: number;
  readonly end: number;
}

/** The first and the last letter of a text in a script without spaces between words. */
export const UNSPACED_EDGE = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0e00-\u0e7f]/;

/**
 * The mentions of texts in a text, except those that the text denies. A mention inside a longer mention is left out.
 * @param needles words between spaces, by position
 */
export function undenied(text: string, needles: readonly string[]): Mention[] {
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
