import { type Extraction, type UnparsedRule, unparsed } from "../../extraction.ts";
import { allMatches } from "./all-matches.ts";
import { isDenied } from "./denial.ts";
import type { Reading } from "./reading.ts";
import { refusalEnd } from "./rules/refusal.ts";
import { NUMBER_WORDS } from "./word-text.ts";

const SIGN = "(?:-|(?:minus|negative) )?";
const DIGIT_FORM = "(?:\\d{1,3}(?:,\\d{3}){1,5}|\\d{1,15})(?:\\.\\d{1,15})?(?![\\p{L}\\p{N}_]|[.,:]\\d)";
const WORD_FORM = `(?:${NUMBER_WORDS.join("|")})\\b`;
const NUMBER = `${SIGN}(?:${DIGIT_FORM}|${WORD_FORM})`;
const DECLARED = new RegExp(
  `\\b(?:answer|total|count|number)\\b[^.;\\d\\n]{0,40}?(?:\\bis\\b|\\bare\\b|[:=])[\\s*_$"'({\\\\]{0,6}(?:boxed\\{)?(${NUMBER})`,
  "giu",
);
const CORRECTED = new RegExp(
  `\\b(?:wait|no|actually|rather|correction|scratch that|sorry|i mean|make that|oops|hmm)[,:;.!… ]{1,4}(?:(?:no|wait|it's|it is|make that|the answer is|should be)[,:]? ){0,3}(${NUMBER})(?=\\s*(?:$|[.,;!\\n]))`,
  "giu",
);
const DIGITS = new RegExp(`(?<![\\p{L}\\p{N}_.,:-])${SIGN}${DIGIT_FORM}`, "giu");
const WORDS = new RegExp(`\\b${SIGN}${WORD_FORM}`, "giu");
/** "3-4", "5 to 6": a range has no number that is the answer. */
const RANGE_AFTER = new RegExp(`^\\s?(?:[-–—~]|\\bto\\b|\\bor\\b)\\s?(?:\\d|${WORD_FORM})`, "iu");
const STILL_ANSWERS = /\b(?:but|however|guess|estimate|probably|approximately|roughly)\b/i;

interface Found {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** The last number that is declared to be the answer, or that corrects one, else the only one there is; as digits. */
export function readNumber(part: Reading): Extraction {
  const declared = [...numbers(part.text, DECLARED), ...numbers(part.text, CORRECTED)];
  const last = declared.reduce<Found | null>(
    (best, next) => (best !== null && best.start > next.start ? best : next),
    null,
  );
  if (last !== null) return numberAt(part, last);
  const refused = refusalEnd(part);
  if (refused !== null && !STILL_ANSWERS.test(part.text.slice(refused, refused + 200))) return unparsed("refusal");
  const sole = soleNumber(part.text);
  return typeof sole === "string" ? unparsed(sole) : numberAt(part, sole);
}

function soleNumber(text: string): Found | UnparsedRule {
  const digits = allMatches(text, DIGITS).length > 0;
  const all = numbers(text, digits ? DIGITS : WORDS);
  const first = all[0];
  if (first === undefined) return "no-answer";
  return all.some((other) => numericValue(other.text) !== numericValue(first.text)) ? "several-answers" : first;
}

/** What a pattern finds and the text does not deny; the number is its group, or all of it. */
function numbers(text: string, pattern: RegExp): Found[] {
  return allMatches(text, pattern)
    .map((match) => {
      const number = match[1] ?? match[0];
      const end = match.index + match[0].length;
      return { text: number, start: end - number.length, end };
    })
    .filter((span) => !isDenied(text, span));
}

function numericValue(text: string): number {
  const [, sign, rest = ""] = /^(-|minus |negative )?(.*)$/is.exec(text) ?? [];
  const word = NUMBER_WORDS.indexOf(rest.toLowerCase());
  const value = word < 0 ? Number(rest.replaceAll(",", "")) : word;
  return sign === undefined ? value : 0 - value;
}

function numberAt(part: Reading, { text, start, end }: Found): Extraction {
  if (RANGE_AFTER.test(part.text.slice(end, end + 20))) return unparsed("several-answers");
  const span = { start: part.offset + start, end: part.offset + end };
  return { kind: "answer", answer: String(numericValue(text)), rule: "number", span, ambiguous: false };
}
