import { wordsOf } from "./word-text.ts";

/** Words that most yes-or-no questions contain, and that therefore do not identify a question's subject. */
const COMMON = new Set(
  "is are was were do does did can could has have there a an the any in on at of to it you we i and or that this video clip audio scene picture image background hear heard see seen visible audible present one who which be being not play plays playing".split(
    " ",
  ),
);
/** Verbs and adverbs that say when something happens, and not what. */
const EVENT = new Set(
  "start starts started starting begin begins began come comes came go goes happen happens happened occur occurs occurred appear appears appeared sound sounds sounded enter enters entered first then only just right shortly immediately long soon much well noticed think believe clearly".split(
    " ",
  ),
);

/** The words of a text that identify its subject. */
export const contentWords = (text: string): string[] =>
  wordsOf(text)
    .trim()
    .split(" ")
    .filter((word) => word.length > 1 && !COMMON.has(word));

/** The words of a text that identify a thing, without the verbs of its occurrence. */
export const subjectWords = (text: string): string[] => contentWords(text).filter((word) => !EVENT.has(word));

/** Whether two words are forms of the same word, or one is derived from the other: "rings", "ringing" and "ringer". */
export function sameStem(one: string, other: string): boolean {
  const [a, b] = [stemOf(one), stemOf(other)];
  return a.startsWith(b) || b.startsWith(a);
}

/** Whether two words are forms of the same word: "rings" and "ringing", but not "ringer". */
export const sameWord = (one: string, other: string): boolean =>
  stemOf(one).replace(/e$/, "") === stemOf(other).replace(/e$/, "");

const stemOf = (word: string): string =>
  word.length > 4 ? word.replace(/(?:ing|ed|es|s)$/, "") : word.replace(/(?<=..)s$/, "");
