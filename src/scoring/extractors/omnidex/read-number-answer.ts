import { type Extraction, type UnparsedRule, unparsed } from "../../extraction.ts";
import { allMatches } from "./all-matches.ts";
import { isUncommitted } from "./governance/commitment.ts";
import { isDenied } from "./governance/denial.ts";
import {
  COUNTERS,
  DIGIT_FORM,
  NOT_BEFORE_NUMERAL,
  numericValue,
  SIGN,
  UNSPACED_LETTER,
  WORD_FORM,
} from "./number-text.ts";
import type { Reading } from "./reading.ts";
import { refusalEnd } from "./rules/refusal.ts";

/** Words between a statement and its number. */
const ABOUT = "(?:(?:a total of|about|around|exactly|approximately|only|roughly|just|probably) )?";
const NUMBER = `${SIGN}(?:${DIGIT_FORM}|${WORD_FORM})`;
/** "The answer is 5", "Total: 5", "the total number of rings is 5". */
const DECLARED = new RegExp(
  `(?:\\banswer\\b[^.;\\d\\n]{0,40}?|\\b(?:total|count|number|sum)\\b(?:\\s(?:number|count)\\b[^.;\\d\\n]{0,30}?)?[\\s*_]{0,4})(?:\\bis\\b|\\bare\\b|[:=])[\\s*_$"'({\\\\]{0,6}(?:boxed\\{)?(${NUMBER})`,
  "giu",
);
/** The number must not be a time: "so 30 seconds later". */
const NOT_TIME = "(?!\\s?(?:s|secs?|seconds?|mins?|minutes?) (?:later|earlier|in|into|after|before)\\b)";
/** The sign after a sum: "2 + 3 =", "2 barks + 3 barks =", "2 men and 3 women =". */
const EQUALS = "=(?<=(?:\\d|[+×][^=.;\\n]{0,30}|\\band \\d{1,4} \\p{L}{1,20})\\s?=)";
/** "So three people", "2 + 3 = 5", "答案是5". */
const CONCLUDED = new RegExp(
  `(?:\\b(?:so|thus|therefore|hence)[, ](?:that(?:'s| is| makes)?|it(?:'s| is)|there (?:is|are|was|were)|(?:we|i) (?:have|count|see|hear)|in total[,]?|the total is)?|${EQUALS}|等[于於]|(?:所以|因此)[是有]|(?:答案|正解|答え|回答|정답|답)(?:应该|應該)?[是为為はが은는이:]{0,2})\\s{0,3}${ABOUT}(${NUMBER})${NOT_TIME}`,
  "giu",
);
/** "In total 5", "that makes 5", "一共5". */
const TALLIED = new RegExp(
  `(?:\\b(?:that|this|which) makes|\\bin total[,:]?|共有?|総数は|合計で?)\\s{0,3}${ABOUT}(${NUMBER})`,
  "giu",
);
/** "The answer is 5", "答案是5", with no other words between "answer" and the number. */
const ANSWERED = new RegExp(
  `(?:\\banswer[\\s*_]{0,4}(?:\\bis\\b|[:=])|(?:答案|正解|答え|정답)(?:应该|應該)?[是为為はが은는이:]{0,2})[\\s*_$"'({\\\\]{0,6}(?:boxed\\{)?${ABOUT}(${NUMBER})`,
  "giu",
);
/** "The number of rings is 5", "There are 5 rings in the 30-second clip", "I hear three people". */
const OBSERVED = new RegExp(
  `(?:\\b(?:answer|total|count|number)\\b[^.;\\d\\n]{0,40}?(?:\\bis\\b|\\bare\\b|[:=])[\\s*_$"'({\\\\]{0,6}|\\b(?:there (?:is|are|was|were|must be|seem to be)|(?:i|we|you) (?:can )?(?:see|count|counted|hear|heard|saw|notice)|makes|sum of|=):?\\s{0,3}${ABOUT})(${NUMBER})`,
  "giu",
);
/** "No, 5.", "Actually, there are 5 rings". */
const CORRECTED = new RegExp(
  `\\b(?:wait|no|actually|rather|correction|scratch that|sorry|i mean|make that|oops|hmm)[,:;.!… ]{1,4}(?:(?:no|wait|it's|it is|make that|the answer is|should be)[,:]? ){0,3}(?:(${NUMBER})(?=\\s*(?:$|[.,;!\\n]))|(?:there (?:is|are|was|were)|(?:i|we) (?:now )?(?:see|count|hear)) ${ABOUT}(${NUMBER}))`,
  "giu",
);
/** A line that is only a number: "**3**", "**3 rings**". */
const ALONE = new RegExp(
  `^[\\s*_#>$"'(]{0,8}(?:\\\\boxed\\{)?(${NUMBER})[\\s*_$"')}.!。]{0,8}$|^\\s{0,3}\\*\\*(${NUMBER})(?: [\\p{L}-]{1,20}){1,3}[.!]?\\*\\*[.!]?\\s{0,3}$`,
  "iu",
);
/** A number at the start of the response that a reason or its own explanation follows: "3, because …", "3. There are …". */
const OPENING = new RegExp(
  `^[\\s*_"'(]{0,8}(${NUMBER})[*_"')]{0,4}(?:,? (?:because|since|as|given)\\b|[.:!] (?=[\\p{L}])|\\s?[–—] ?(?=[\\p{L}]))`,
  "iu",
);
const DIGITS = new RegExp(`(?<!第|(?!${UNSPACED_LETTER})[\\p{L}\\p{N}_.,:-])${SIGN}${DIGIT_FORM}`, "giu");
const WORDS = new RegExp(
  `(?<![\\p{L}\\p{N}_])${SIGN}${WORD_FORM}|(?<=(?!${NOT_BEFORE_NUMERAL})${UNSPACED_LETTER})[二两兩三四五六七八九](?=(?:${COUNTERS}))`,
  "giu",
);
/** "3-4", "5 to 6": neither end of a range is the answer. */
const RANGE_AFTER = new RegExp(`^\\s?(?:[-–—~]|\\bto\\b|\\bor\\b)\\s?(?:\\d|${WORD_FORM})`, "iu");
const STILL_ANSWERS = /\b(?:but|however|guess|estimate|probably|approximately|roughly)\b/i;

/** The number of matches that are examined from the start and from the end of the text. */
const MOST_FIRST = 6;
const MOST_LAST = 24;

interface Found {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Reads the last number that is declared as the answer, concludes the text or corrects an earlier answer. Without such a
 * number, reads the last number that is observed ("there are 3 dogs"), and without that the only number in the text. The
 * answer is given in digits.
 */
export function readNumber(part: Reading): Extraction {
  const { text } = part;
  const declared = inOrder([
    ...numbers(text, DECLARED),
    ...numbers(text, CONCLUDED),
    ...tallied(text),
    ...numbers(text, CORRECTED),
    ...alone(text),
  ]);
  const statements = declared.length > 0 ? declared : inOrder(numbers(text, OBSERVED));
  const last = statements.at(-1);
  if (last !== undefined) return numberAt(part, counted(text, last), isDisputed(text, statements, declared.length > 0));
  const refused = refusalEnd(part);
  if (refused !== null && !STILL_ANSWERS.test(text.slice(refused, refused + 200))) return unparsed("refusal");
  const sole = soleNumber(text);
  return typeof sole === "string" ? unparsed(sole) : numberAt(part, sole, false);
}

const inOrder = (found: readonly Found[]): Found[] => found.toSorted((one, other) => one.start - other.start);

/**
 * The totals ("in total 7"). A total in a sentence after the declared answer is left out if it does not revise the
 * answer: "The answer is 5. In total, 7 are shown."
 */
function tallied(text: string): Found[] {
  const all = numbers(text, TALLIED);
  const end = all.length === 0 ? undefined : numbers(text, ANSWERED)[0]?.end;
  if (end === undefined) return all;
  const isLater = (between: string): boolean => /[.!?。！？\n]/.test(between) && !REVISES.test(between);
  return all.filter(({ start }) => start < end || !isLater(text.slice(end, start)));
}

const REVISES = /\b(?:wait|no|actually|rather|correction|sorry|oops|hmm|so)\b|不对|不對|等等|所以|更正/i;

/** The numbers that stand alone: on the first or the last line, or before an explanation. */
function alone(text: string): Found[] {
  const body = text.trimEnd();
  const opening = text.length - text.trimStart().length;
  const [first, last] = [body.indexOf("\n", opening), body.lastIndexOf("\n")];
  const lines =
    first < 0 ? [] : [...found(body.slice(0, first), ALONE, 0), ...found(body.slice(last + 1), ALONE, last + 1)];
  if (lines.length === 0) return NUMBERED.test(body) ? [] : found(body, OPENING, 0);
  // "1\n2\n3" lists numbers.
  return lines.length > 1 && !/\p{L}/u.test(body.slice(first, last)) ? [] : lines;
}

/** A line of a numbered list, after the first line. */
const NUMBERED = /\n[\s*_(]{0,6}\d{1,2}[.)] /;

/** The number that a pattern finds, as a list of at most one. */
function found(text: string, pattern: RegExp, offset: number): Found[] {
  const match = pattern.exec(text);
  const number = match?.[1] ?? match?.[2];
  if (match === null || number === undefined) return [];
  const start = match[0].indexOf(number) + offset;
  return [{ text: number, start, end: start + number.length }];
}

/** The last number of a count that goes up by one, as in "I count 1, 2, 3"; otherwise the number itself. */
function counted(text: string, first: Found): Found {
  let last = first;
  for (let next = nextCounted(text, last); next !== null; next = nextCounted(text, last)) last = next;
  return last;
}

const NEXT_NUMBER = new RegExp(`,? (?:and )?(${NUMBER})(?! of\\b)`, "iuy");

function nextCounted(text: string, { text: number, end }: Found): Found | null {
  NEXT_NUMBER.lastIndex = end;
  const next = NEXT_NUMBER.exec(text)?.[1];
  if (next === undefined || numericValue(next) !== numericValue(number) + 1) return null;
  return { text: next, start: NEXT_NUMBER.lastIndex - next.length, end: NEXT_NUMBER.lastIndex };
}

function soleNumber(text: string): Found | UnparsedRule {
  const digits = allMatches(text, DIGITS).length > 0;
  const all = numbers(text, digits ? DIGITS : WORDS);
  const first = all[0];
  if (first === undefined) return readNone(text) ?? "no-answer";
  return all.some((other) => numericValue(other.text) !== numericValue(first.text)) ? "several-answers" : first;
}

/** Reads zero from a denial: "It never rings", "There are no people". */
function readNone(text: string): Found | null {
  const match =
    /^\W*(?:never|none|nothing|zero)\b|^\W*(?:it|he|she|they|there|the) (?:\w+ ){0,4}never \w+|\bthere (?:is|are|was|were) no (?!way\b|information\b|answer\b)\w+|^\W*no (?!way\b|idea\b|answer\b|information\b|clue\b|access\b)\w+ (?:is|are|was|were|can be) (?:\w+ )?(?:heard|seen|visible|present|shown|audible)/i.exec(
      text,
    );
  if (match === null || /[?]|\b(?:determine|tell|whether)\b/i.test(text)) return null;
  return { text: "0", start: match.index, end: match.index + match[0].length };
}

/**
 * The matches of a pattern that the text neither denies nor leaves open. The number is the pattern's group, or the
 * whole match if there is no group.
 */
function numbers(text: string, pattern: RegExp): Found[] {
  const all = allMatches(text, pattern);
  return (all.length <= MOST_FIRST + MOST_LAST ? all : [...all.slice(0, MOST_FIRST), ...all.slice(-MOST_LAST)])
    .map((match) => {
      const number = match[1] ?? match[2] ?? match[0];
      const end = match.index + match[0].length;
      return { text: number, start: end - number.length, end };
    })
    .filter((span) => !isDenied(text, span) && !isUncommitted(text, span));
}

/** "There are 2 dogs and 1 cat": the statement has two numbers. */
const ANOTHER = new RegExp(`^[^.!?\\n,;:]{0,40}?\\band (?:${NUMBER})(?! of\\b)`, "iu");

/** Whether statements of the same rank have different numbers. The last one is the answer. */
function isDisputed(text: string, statements: readonly Found[], declared: boolean): boolean {
  const values = new Set(statements.map((one) => numericValue(one.text)));
  const end = statements.at(-1)?.end ?? 0;
  return values.size > 1 || (!declared && ANOTHER.test(text.slice(end, end + 80)));
}

function numberAt(part: Reading, { text, start, end }: Found, ambiguous: boolean): Extraction {
  if (RANGE_AFTER.test(part.text.slice(end, end + 20))) return unparsed("several-answers");
  const span = { start: part.offset + start, end: part.offset + end };
  return { kind: "answer", answer: String(numericValue(text)), rule: "number", span, ambiguous };
}
