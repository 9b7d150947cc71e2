import { type Extraction, type UnparsedRule, unparsed } from "../../extraction.ts";
import { allMatches } from "./all-matches.ts";
import { isUncommitted } from "./governance/commitment.ts";
import { isDenied } from "./governance/denial.ts";
import { DIGIT_FORM, numericValue, SIGN, WORD_FORM } from "./number-text.ts";
import type { Reading } from "./reading.ts";
import { refusalEnd } from "./rules/refusal.ts";

const NUMBER = `${SIGN}(?:${DIGIT_FORM}|${WORD_FORM})`;
const DECLARED = new RegExp(
  `\\b(?:answer|total|count|number)\\b[^.;\\d\\n]{0,40}?(?:\\bis\\b|\\bare\\b|[:=])[\\s*_$"'({\\\\]{0,6}(?:boxed\\{)?(${NUMBER})`,
  "giu",
);
/** "There are 5 rings in the 30-second clip", "so three people in total", "2 + 3 = 5". */
const STATED = new RegExp(
  `(?:\\b(?:there (?:is|are|was|were|must be|seem to be)|(?:i|we|you) (?:can )?(?:see|count|counted|hear|heard|saw|notice)|(?:so|thus|therefore|hence)[, ](?:that(?:'s| is| makes)?|it(?:'s| is)|there are|we have)?|makes|sum of)|=|答案[是为：:]|共|总共|一共)\\s{0,3}(?:(?:a total of|about|around|exactly|approximately|only|roughly|just|probably) )?(${NUMBER})`,
  "giu",
);
const CORRECTED = new RegExp(
  `\\b(?:wait|no|actually|rather|correction|scratch that|sorry|i mean|make that|oops|hmm)[,:;.!… ]{1,4}(?:(?:no|wait|it's|it is|make that|the answer is|should be)[,:]? ){0,3}(${NUMBER})(?=\\s*(?:$|[.,;!\\n]))`,
  "giu",
);
const DIGITS = new RegExp(`(?<![\\p{L}\\p{N}_.,:-])${SIGN}${DIGIT_FORM}`, "giu");
const WORDS = new RegExp(`(?<![\\p{L}\\p{N}_])${SIGN}${WORD_FORM}`, "giu");
/** "3-4", "5 to 6": neither end of a range is the answer. */
const RANGE_AFTER = new RegExp(`^\\s?(?:[-–—~]|\\bto\\b|\\bor\\b)\\s?(?:\\d|${WORD_FORM})`, "iu");
const STILL_ANSWERS = /\b(?:but|however|guess|estimate|probably|approximately|roughly)\b/i;

/** How many numbers are examined from the start and from the end. */
const MOST_FIRST = 6;
const MOST_LAST = 24;

interface Found {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/**
 * The last number that is declared as the answer, or that corrects one; otherwise the only number in the text. As
 * digits.
 */
export function readNumber(part: Reading): Extraction {
  const declared = [DECLARED, STATED, CORRECTED].flatMap((pattern) => numbers(part.text, pattern));
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
  if (first === undefined) return readNone(text) ?? "no-answer";
  return all.some((other) => numericValue(other.text) !== numericValue(first.text)) ? "several-answers" : first;
}

/** "It never rings", "There are no people": zero. */
function readNone(text: string): Found | null {
  const match =
    /^\W*(?:never|none|nothing|zero)\b|^\W*(?:it|he|she|they|there|the) (?:\w+ ){0,4}never \w+|\bthere (?:is|are|was|were) no (?!way\b|information\b|answer\b)\w+|^\W*no (?!way\b|idea\b|answer\b|information\b|clue\b|access\b)\w+ (?:is|are|was|were|can be) (?:\w+ )?(?:heard|seen|visible|present|shown|audible)/i.exec(
      text,
    );
  if (match === null || /[?]|\b(?:determine|tell|whether)\b/i.test(text)) return null;
  return { text: "0", start: match.index, end: match.index + match[0].length };
}

/** The matches of a pattern that the text does not deny. The number is the pattern's group, or the whole match. */
function numbers(text: string, pattern: RegExp): Found[] {
  const all = allMatches(text, pattern);
  return (all.length <= MOST_FIRST + MOST_LAST ? all : [...all.slice(0, MOST_FIRST), ...all.slice(-MOST_LAST)])
    .map((match) => {
      const number = match[1] ?? match[0];
      const end = match.index + match[0].length;
      return { text: number, start: end - number.length, end };
    })
    .filter((span) => !isDenied(text, span) && !isUncommitted(text, span));
}

function numberAt(part: Reading, { text, start, end }: Found): Extraction {
  if (RANGE_AFTER.test(part.text.slice(end, end + 20))) return unparsed("several-answers");
  const span = { start: part.offset + start, end: part.offset + end };
  return { kind: "answer", answer: String(numericValue(text)), rule: "number", span, ambiguous: false };
}
