import { type Extraction, type UnparsedRule, unparsed } from "../extraction.ts";
import { isUncommitted } from "./governance/commitment.ts";
import { isDenied } from "./governance/denial.ts";
import { allMatches } from "./matches.ts";
import { type Asked, type Role, roleOf, type Written } from "./number-role.ts";
import {
  COUNTERS,
  DIGIT_FORM,
  decimal,
  HAN,
  NOT_BEFORE_NUMERAL,
  numericValue,
  SIGN,
  UNSPACED_LETTER,
  WORD_FORM,
} from "./number-text.ts";
import type { Reading } from "./reading.ts";
import { refusalEnd } from "./rules/refusal.ts";

/** Words between a statement and its number. */
const ABOUT =
  "(?:(?:a total of|a count of|about|around|exactly|precisely|approximately|approx\\.|only|roughly|just|probably|likely|rather) )?";
const NUMBER = `${SIGN}(?:${DIGIT_FORM}|${WORD_FORM})`;
const MARKS = "[\\s*_$\"'({\\\\]{0,6}(?:boxed\\{)?";
/** "The answer is 5", "Total: 5", "the total number of rings is 5". */
const DECLARED = new RegExp(
  `(?:\\banswer\\b[^.;\\d\\n]{0,40}?|\\b(?:total|count|number|sum)\\b(?:\\s(?:number|count)\\b[^.;\\d\\n]{0,30}?)?[\\s*_]{0,4})(?:\\b(?:is|are|comes? to|amounts? to|equals?)\\b|[:=])${MARKS}${ABOUT}(${NUMBER})`,
  "giu",
);
/** The number must not be a time: "so 30 seconds later". */
const NOT_TIME = "(?!\\s?(?:s|secs?|seconds?|mins?|minutes?) (?:later|earlier|in|into|after|before)\\b)";
/** The sign after a sum: "2 + 3 =", "2 barks + 3 barks =", "2 men and 3 women =". */
const EQUALS =
  "(?:=(?<=(?:\\d|[+×][^=.;\\n]{0,30}|\\band \\d{1,4} \\p{L}{1,20})\\s?=)|(?:→|⇒|=>)(?<=[+×][^=.;\\n]{0,30}(?:→|⇒|=>)))";
/** "So three people", "2 + 3 = 5", "答案是5". */
const CONCLUDED = new RegExp(
  `(?:\\b(?:so|thus|therefore|hence)[, ](?:that(?:'s| is| makes)?|it(?:'s| is)|there (?:is|are|was|were)|(?:we|i) (?:have|count|see|hear|get)|in total[,]?|the total is)?|${EQUALS}|等[于於]|(?:所以|因此)[是有]|(?:答案|正解|答え|回答|정답|답)(?:应该|應該)?[是为為はが은는이:]{0,2})\\s{0,3}${ABOUT}(${NUMBER})${NOT_TIME}`,
  "giu",
);
/** "In total 5", "that makes 5", "for a total of 5", "一共5". */
const TALLIED = new RegExp(
  `(?:\\b(?:(?:that|this|which) (?:makes|gives|leaves)(?: us| me)?|(?:in total|in all|altogether|overall)[,:]?|(?:for|to|with|of|is) a total of|(?:add(?:ing|s)?|sum(?:s|ming)?) up(?: to|, (?:we|i) get)|total to)|共有?|总数は|総数は|合計で?)\\s{0,3}${ABOUT}(${NUMBER})`,
  "giu",
);
const TALLY = /\s(?:in total|in all|altogether|all together|overall|combined|total)\b/gi;
/** "5 in all", "5 rings in total": the text before the words of `TALLY`. */
const TOTAL = new RegExp(`(?<![\\p{L}\\p{N}_.,:-])(${NUMBER})((?:\\s[\\p{L}-]{1,20}){0,3}?)$`, "iu");
/** Words that every match of `SUMMED` contains. */
const SUMS = /\b(?:plus|minus|times|take away|makes?|gives?|equals?|leaves?)\b/i;
/** "2 plus 3 is 5", "2 and 3 make 5". */
const SUMMED = new RegExp(
  `(?:\\b(?:plus|minus|times|take away)\\b[^.;=\\n]{0,30}? (?:is|are)|\\b(?:plus|minus|times|take away|and|of|with|to|from) (?:${DIGIT_FORM}|${WORD_FORM})(?: \\p{L}{1,12}){0,2}?,? (?:which )?(?:makes?|gives?|equals?|leaves?)(?: us| me)?) ${ABOUT}(${NUMBER})`,
  "giu",
);
/** "5 = 2 + 3", "5 (2 + 3)". */
const BEFORE_SUM = new RegExp(
  `(?<![\\p{L}\\p{N}_.,:+×*=-])(?<![+×*=] )(${NUMBER})(?=(?: [\\p{L}-]{1,20})?\\s?[=(]\\s?${NUMBER}(?: [\\p{L}-]{1,20})?\\s?[+×])`,
  "giu",
);
/** "The answer is 5", "答案是5", with no other words between "answer" and the number. */
const ANSWERED = new RegExp(
  `(?:\\banswer[\\s*_]{0,4}(?:\\bis\\b|[:=])|(?:答案|正解|答え|정답)(?:应该|應該)?[是为為はが은는이:]{0,2})${MARKS}${ABOUT}(${NUMBER})`,
  "giu",
);
/** "The number of rings is 5", "There are 5 rings in the 30-second clip", "I hear three people". */
const OBSERVED = new RegExp(
  `(?:\\b(?:answer|total|count|number)\\b[^.;\\d\\n]{0,40}?(?:\\bis\\b|\\bare\\b|[:=])${MARKS}|\\b(?:there (?:is|are|was|were|must be|seem to be)|(?:i|we|you) (?:can )?(?:see|count|counted|hear|heard|saw|notice)|it(?:'s| is)(?= ${NUMBER}(?: \\p{L}{1,20})?[*_]{0,2}(?:[.,;!\\n]|$))|makes|sum of|=):?\\s{0,3}${ABOUT})(${NUMBER})`,
  "giu",
);
/** "There are 5 people, but only 3 of them speak": which number is asked for is unclear. */
const RESTRICTED = new RegExp(`\\bbut (?:only |just )(${NUMBER})`, "giu");
/** "No, 5.", "Actually, there are 5 rings". */
const CORRECTED = new RegExp(
  `\\b(?:wait|no|actually|rather|correction|scratch that|sorry|i mean|i meant|make that|oops|hmm|recount|but)[,:;.!… ]{1,4}(?:(?:no|wait|it's|it is|make that|the answer is|should be)[,:]? ){0,3}(?:(${NUMBER})(?=[*_]{0,2}\\s*(?:$|[.,;!\\n]))|(?:there (?:is|are|was|were)|(?:i|we) (?:now )?(?:see|count|hear)) ${ABOUT}(${NUMBER}))`,
  "giu",
);
/** "Not 3 but 5", "It isn't 3, it's 5". */
const CONTRASTED = new RegExp(
  `(?:\\bnot|n't) ${NUMBER}(?: \\p{L}{1,15})?[,;]? (?:but|rather|it's|it is|instead)(?: rather| it's| it is)? (${NUMBER})`,
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
const DIGITS = new RegExp(`(?<!第|(?!${UNSPACED_LETTER})[\\p{L}\\p{N}_.,:/^-])${SIGN}${DIGIT_FORM}`, "giu");
const WORDS = new RegExp(
  `(?<![\\p{L}\\p{N}_])${SIGN}${WORD_FORM}|(?<=(?!${NOT_BEFORE_NUMERAL})${UNSPACED_LETTER})(?:[二两兩三四五六七八九]|${HAN}{2,12})(?=(?:${COUNTERS}))`,
  "giu",
);
/** The number of code units after a total that are searched for its terms: "5 = 2 + 3". */
const LONGEST_SUM = 60;
const STILL_ANSWERS = /\b(?:but|however|guess|estimate|probably|approximately|roughly)\b/i;

/** The number of matches that are examined from the start and from the end of the text. */
const MOST_FIRST = 6;
const MOST_LAST = 24;

interface Found extends Written {
  readonly role: Role;
}

/**
 * Reads the last number that is declared as the answer, concludes the text or corrects an earlier answer. Without such a
 * number, reads the last number that is observed ("there are 3 dogs"), and without that the only number in the text. The
 * answer is given in digits.
 * @param asked what the question asks for; quantities of another kind are ignored
 */
export function readNumber(part: Reading, asked: Asked | null): Extraction {
  const { text } = part;
  const bare = BARE.exec(text);
  if (bare !== null) return numberAt(part, { ...bareNumber(bare), role: "value" }, false);
  const own = unreported(text, asked);
  const find = (pattern: RegExp): Found[] => numbers(text, pattern, asked, own);
  const sums = /[+×]/.test(text) ? find(BEFORE_SUM) : [];
  const isTerm = ({ role, start }: Found): boolean =>
    role === "part" && sums.some((sum) => start >= sum.end && start < sum.end + LONGEST_SUM);
  const declared = inOrder([
    ...sums,
    ...[DECLARED, CONCLUDED, CORRECTED, CONTRASTED].flatMap(find),
    ...(SUMS.test(text) ? find(SUMMED) : []),
    ...tallied(text, find, (one) => kept(text, own, asked, one)),
    ...alone(text, asked),
  ]).filter((one) => !isTerm(one));
  const last = declared.at(-1);
  if (last !== undefined) return numberAt(part, counted(text, last), isDisputed(text, declared, true));
  const observed = find(OBSERVED);
  const refused = observed.length > 0 ? null : refusalEnd(part);
  if (refused !== null && !STILL_ANSWERS.test(text.slice(refused, refused + 200))) return unparsed("refusal");
  const restricted = observed.length > 0 ? find(RESTRICTED) : [];
  if (restricted.length > 0 && agreed([...observed, ...restricted]) === null) return unparsed("several-answers");
  const digits = find(DIGITS);
  const all = digits.length > MOST_FIRST ? digits : inOrder([...digits, ...find(WORDS)]);
  if (all.some(({ role }) => role === "part")) return unparsed("several-answers");
  const sole = observed.length > 0 ? lastObserved(text, observed, asked) : soleNumber(text, all);
  if (typeof sole === "string") return unparsed(sole);
  return observed.length > 0
    ? numberAt(part, counted(text, sole), isDisputed(text, observed, false))
    : numberAt(part, sole, false);
}

/** The most common response: digits and nothing else. */
const BARE = /^([\s*_"'(]{0,8})(-?\d{1,15}(?:\.\d{1,15})?)[\s*_"').]{0,8}$/;

const bareNumber = ([, marks = "", text = ""]: RegExpExecArray): Written => ({
  text,
  start: marks.length,
  end: marks.length + text.length,
});

/** Reads corrections of an answer that a container gives: "<answer>3</answer> Wait, no: 5." */
export function readCorrectedNumber(after: Reading, asked: Asked | null): Extraction | null {
  const last = numbers(after.text, CORRECTED, asked).at(-1);
  return last === undefined ? null : numberAt(after, last, true);
}

const inOrder = (found: readonly Found[]): Found[] => found.toSorted((one, other) => one.start - other.start);

/**
 * The totals ("in total 7"). A total in a sentence after the declared answer is left out if it does not revise the
 * answer: "The answer is 5. In total, 7 are shown."
 */
function tallied(
  text: string,
  find: (pattern: RegExp) => Found[],
  keep: (found: readonly Written[]) => Found[],
): Found[] {
  const totals = keep(totalsIn(text));
  // "5 in all: 2 early and 3 late."
  const isTerm = ({ start }: Found): boolean =>
    totals.some((total) => start > total.end && start < total.end + LONGEST_SUM);
  const all = [...find(TALLIED).filter((one) => !isTerm(one)), ...totals];
  const end = all.length === 0 ? undefined : find(ANSWERED)[0]?.end;
  if (end === undefined) return all;
  const isLater = (between: string): boolean => /[.!?。！？\n]/.test(between) && !REVISES.test(between);
  return all.filter(({ start }) => start < end || !isLater(text.slice(end, start)));
}

/** The numbers before "in total". */
function totalsIn(text: string): Written[] {
  return edges(allMatches(text, TALLY)).flatMap(({ index }) => {
    const before = text.slice(Math.max(0, index - 80), index);
    const match = TOTAL.exec(before);
    if (match === null) return [];
    const [, number = "", words = ""] = match;
    const end = index - words.length;
    return [{ text: number, start: end - number.length, end }];
  });
}

const REVISES = /\b(?:wait|no|actually|rather|correction|sorry|oops|hmm|so)\b|不对|不對|等等|所以|更正/i;

/** The numbers that stand alone: on the first or the last line, or before an explanation. */
function alone(text: string, asked: Asked | null): Found[] {
  const body = text.trimEnd();
  const opening = text.length - text.trimStart().length;
  const [first, last] = [body.indexOf("\n", opening), body.lastIndexOf("\n")];
  const find = (pattern: RegExp, from: number, to: number): Found[] =>
    written(body.slice(from, to), pattern, from)
      .map((one) => ({ ...one, role: roleOf(text, one, asked) }))
      .filter(isAnswer);
  const lines = first < 0 ? [] : [...find(ALONE, 0, first), ...find(ALONE, last + 1, body.length)];
  if (lines.length === 0) return NUMBERED.test(body) ? [] : find(OPENING, 0, body.length);
  // "1\n2\n3" lists numbers.
  return lines.length > 1 && !/\p{L}/u.test(body.slice(first, last)) ? [] : lines;
}

/** A line of a numbered list, after the first line. */
const NUMBERED = /\n[\s*_(]{0,6}\d{1,2}[.)] /;

/** The number that a pattern finds, as a list of at most one. */
function written(text: string, pattern: RegExp, offset: number): Written[] {
  const match = pattern.exec(text);
  const number = match?.[1] ?? match?.[2];
  if (match === null || number === undefined) return [];
  const start = match[0].indexOf(number) + offset;
  return [{ text: number, start, end: start + number.length }];
}

/** The last number of a count that goes up by one, as in "I count 1, 2, 3"; otherwise the number itself. */
function counted(text: string, first: Found): Found {
  let last = first;
  for (let next = nextCounted(text, last); next !== null; next = nextCounted(text, last))
    last = { ...next, role: "value" };
  return last;
}

const NEXT_NUMBER = new RegExp(`,? (?:and )?(${NUMBER})(?! of\\b)`, "iuy");

function nextCounted(text: string, { text: number, end }: Written): Written | null {
  NEXT_NUMBER.lastIndex = end;
  const next = NEXT_NUMBER.exec(text)?.[1];
  if (next === undefined || numericValue(next) !== numericValue(number) + 1) return null;
  return { text: next, start: NEXT_NUMBER.lastIndex - next.length, end: NEXT_NUMBER.lastIndex };
}

/** The last observed number; if several are observed, the one of the things that the question asks for. */
function lastObserved(text: string, observed: readonly Found[], asked: Asked | null): Found | UnparsedRule {
  const last = observed.at(-1);
  if (last === undefined) return "no-answer";
  if (asked === null || !isDisputed(text, observed, false)) return last;
  const own = observed.filter(({ end }) => isOfThese(text.slice(end, end + 60), asked.nouns));
  return agreed(own) ?? "several-answers";
}

/** Whether one of the next three words is a noun of the question. */
function isOfThese(after: string, nouns: readonly string[]): boolean {
  const words = /^\s?((?:[\p{L}'-]{1,20}\s?){1,3})/u.exec(after)?.[1]?.toLowerCase().trim().split(/\s/) ?? [];
  return words.some((word) => nouns.some((noun) => noun.length > 2 && stemOf(noun) === stemOf(word)));
}

const stemOf = (word: string): string => word.replace(/(?<=...)(?:e?s)$/, "");

/** The number that all of them have as their value; null if they have none or differ. */
function agreed(all: readonly Found[]): Found | null {
  const [first] = all;
  if (first === undefined) return null;
  return all.every((one) => numericValue(one.text) === numericValue(first.text)) ? first : null;
}

function soleNumber(text: string, all: readonly Found[]): Found | UnparsedRule {
  const [first, second] = all;
  if (first === undefined) return readNone(text) ?? "no-answer";
  // "2 at the start and 2 at the end" are four.
  if (second !== undefined && ADDED.test(text.slice(first.end, second.start))) return "several-answers";
  return agreed(all) ?? "several-answers";
}

const ADDED = /^[^.!?\n]{0,80}?(?:\b(?:and|then|plus)\b|[,;])/i;

/** Reads zero from a denial: "It never rings", "There are no people". */
function readNone(text: string): Found | null {
  const match =
    /^\W*(?:never|none|nothing|zero)\b|^\W*(?:it|he|she|they|there|the) (?:\w+ ){0,4}never \w+|\bthere (?:is|are|was|were) no (?!way\b|information\b|answer\b)\w+|^\W*no (?!way\b|idea\b|answer\b|information\b|clue\b|access\b)\w+ (?:is|are|was|were|can be) (?:\w+ )?(?:heard|seen|visible|present|shown|audible)/i.exec(
      text,
    );
  if (match === null || /[?]|\b(?:determine|tell|whether)\b/i.test(text)) return null;
  return { text: "0", start: match.index, end: match.index + match[0].length, role: "value" };
}

/**
 * The matches of a pattern that the text neither denies nor leaves open. The number is the pattern's group, or the
 * whole match if there is no group.
 */
function numbers(text: string, pattern: RegExp, asked: Asked | null, own = unreported(text, asked)): Found[] {
  const all = edges(allMatches(text, pattern)).map((match) => {
    const number = match[1] ?? match[2] ?? match[0];
    const end = match.index + match[0].length;
    return { text: number, start: end - number.length, end };
  });
  return kept(text, own, asked, all);
}

/** The first and the last matches, which are examined. */
const edges = (all: readonly RegExpExecArray[]): readonly RegExpExecArray[] =>
  all.length <= MOST_FIRST + MOST_LAST ? all : [...all.slice(0, MOST_FIRST), ...all.slice(-MOST_LAST)];

/**
 * The numbers that the text neither denies nor leaves open, with their roles. A quantity of another kind than the
 * question asks for is left out.
 * @param own the text without words that only attribute a number to somebody
 */
const kept = (text: string, own: string, asked: Asked | null, all: readonly Written[]): Found[] =>
  all
    .filter((span) => !isDenied(text, span) && !isUncommitted(own, span))
    .map((one) => ({ ...one, role: roleOf(text, one, asked) }))
    .filter(isAnswer);

const isAnswer = ({ role }: Found): boolean => role !== "other";

/**
 * The text without the words that attribute a number to somebody, if the question asks for what is said, or if a device
 * or a notice says it: "The forecast says 22".
 */
const unreported = (text: string, asked: Asked | null): string =>
  text.replace(asked?.said === true ? REPORTING : NOTICE, (words) => " ".repeat(words.length));

const VERBS =
  "(?:says?|said|states?|stated|reads?|mentions?|mentioned|names|named|predicts?|announces?|announced|claims?|claimed|reports?|reported|tells?|told|asks? for|asked for|according to)";
const REPORTING = new RegExp(`\\b${VERBS}\\b`, "gi");
const NOTICE = new RegExp(
  `\\b(?:forecast|display|screen|sign|clock|thermometer|scoreboard|meter|scale|label|timer|counter|monitor|it)(?: [\\w:.]{1,12}){0,4}? ${VERBS}\\b`,
  "gi",
);

/** "There are 2 dogs and 1 cat": the statement has two numbers. */
const ANOTHER = new RegExp(`^[^.!?\\n,;:]{0,40}?\\band (?:${NUMBER})(?! of\\b)`, "iu");

/** Whether statements of the same rank have different numbers. The last one is the answer. */
function isDisputed(text: string, statements: readonly Written[], declared: boolean): boolean {
  const values = new Set(statements.map((one) => numericValue(one.text)));
  const end = statements.at(-1)?.end ?? 0;
  return values.size > 1 || (!declared && ANOTHER.test(text.slice(end, end + 80)));
}

/** "5 degrees below zero". */
const BELOW_ZERO = /^\s?(?:°\s?[cf]?|degrees?(?: (?:celsius|centigrade|fahrenheit))?)?\s?below zero\b/i;

function numberAt(part: Reading, { text, start, end, role }: Found, ambiguous: boolean): Extraction {
  const value = numericValue(text);
  const answer = decimal(BELOW_ZERO.test(part.text.slice(end, end + 40)) ? 0 - value : value);
  if (role !== "value" || answer === null) return unparsed("several-answers");
  const span = { start: part.offset + start, end: part.offset + end };
  return { kind: "answer", answer, rule: "number", span, ambiguous };
}
