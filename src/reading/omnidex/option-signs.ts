import { isLatinLetter, isWordUnit, joinsWord } from "./word-text.ts";

/**
 * The symbols of a text that tell values and names apart: "-5" from "5", "C++" from "C", "x ≤ 3" from "x < 3". Hyphens,
 * punctuation and emphasis are not among them.
 */
export function signsOf(text: string): string {
  if (!MAY_SIGN.test(text)) return "";
  let signs = "";
  SIGN.lastIndex = 0;
  for (let match = SIGN.exec(text); match !== null; match = SIGN.exec(text)) signs += PLAIN[match[0]] ?? match[0];
  return signs;
}

const MAY_SIGN = /[^\p{L}\p{N}\s.,;:!?'"*_()[\]]|per ?cent/iu;
const PLAIN: Readonly<Record<string, string>> = {
  "−": "-",
  "–": "-",
  "‐": "-",
  "♯": "#",
  percent: "%",
  "per cent": "%",
};
const MINUS = "[-−–‐]";
const SIGN = new RegExp(
  [
    "[=<>≤≥≠≈±×÷√∀∃∧∨⊃⊂⊆∪∩¬~∞→↔←∑∏∫♭]",
    // "C++", "C#", "A+", "Na+", "2 + 3"; not the sign of "+5".
    "(?<=[\\p{L}\\p{N})\\]]\\s?)[+^]|(?<=[\\p{L}\\p{N}+])[+#♯]",
    // "2/3", "1/x".
    "(?<=\\p{N}\\s?)\\/|\\/(?=\\s?\\p{N})",
    // A sign before a value: "-5", "-$5", "- x"; an operator beside a number: "2x - 1", "3-4".
    `(?<![\\p{L}\\p{N})\\]]\\s?)${MINUS}(?=\\s?[$€£(\\\\.]?[\\p{L}\\p{N}])`,
    `(?<=\\p{N}\\s?)${MINUS}(?=\\s?\\p{N})|(?<=[\\p{L}\\p{N})\\]]\\s)${MINUS}(?=\\s?\\p{N})|${MINUS}(?=$)`,
    "(?<=\\d\\s?)(?:%|percent(?![a-z])|per cent(?![a-z]))",
  ].join("|"),
  "gu",
);

const VALUE_BEFORE = /(?:^|[\s([{"'*_=:<>~,;/])[-−–‐]\s?[$€£(\\]{0,2}$/;
/** A bullet before the first word of a line. */
const BULLET_BEFORE = /(?:^|\n)\s*[-–*•]\s+$/;
const NUMBER_GOES_ON = /^[.,:/^]\d/;
const NUMBER_BEFORE = /\d[.,:/^]0*$|[1-9]0*$|(?:^|[\s([=-])\.0*$/;
const SIGN_AFTER = /^(?:[+#♯]{1,3}|\s?(?:%|percent|per cent))(?![\p{L}\p{N}])/u;

/**
 * The part of a text from `start` to `end` with the signs that belong to it: "-5" for the 5 of "is -5.", "C++" for the C of
 * "in C++". Null if the part is only a piece of a longer word or number: the 2 of "2.5", the 10 of "10m".
 */
export function withSigns(text: string, start: number, end: number): string | null {
  if (isPiece(text, start, end)) return null;
  if (/\d/.test(text.charAt(end - 1)) && NUMBER_GOES_ON.test(text.slice(end, end + 2))) return null;
  const before = text.slice(Math.max(0, start - 6), start);
  if (/\d/.test(text.charAt(start)) && NUMBER_BEFORE.test(before)) return null;
  const signed = !BULLET_BEFORE.test(before) && VALUE_BEFORE.test(before);
  const from = signed ? start - (/[-−–‐]\s?[$€£(\\]{0,2}$/.exec(before)?.[0].length ?? 0) : start;
  // The "#" after "#yes" closes it.
  const isSigned = isWordUnit(text.charAt(end - 1)) && text.charAt(start - 1) !== "#";
  const after = isSigned ? (SIGN_AFTER.exec(text.slice(end, end + 12))?.[0].length ?? 0) : 0;
  return text.slice(from, end + after);
}

/** Whether a letter directly after a number, or a digit before a letter, shows that the part is a piece of a word. */
const isPiece = (text: string, start: number, end: number): boolean =>
  (isLatinLetter(text.charAt(end)) && joinsWord(text.charAt(end - 1))) ||
  (isLatinLetter(text.charAt(start)) && joinsWord(text.charAt(start - 1)));
