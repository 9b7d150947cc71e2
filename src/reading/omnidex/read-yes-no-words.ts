import type { Span } from "../extraction.ts";
import { isUncommitted } from "./governance/commitment.ts";
import { isDenied } from "./governance/denial.ts";
import { allMatches } from "./matches.ts";
import { type Finding, found, type Reading } from "./reading.ts";
import { isUndecided } from "./rules/refusal.ts";
import { isClause } from "./word-text.ts";

const WORD = /\b(?:yes|no)\b/gi;
const TRUE_OR_FALSE =
  /(?<![\p{L}\p{N}-])(?<!\b(?:not|or|either|if|whether|and) )(?<!n't )(?:true|false)(?=["'*_)\]}]{0,4}\s{0,3}(?:$|[\n,}<.;!`\ufdd0-\ufdd2]))/giu;

/** The text with "true" as "yes " and "false" as "no   ", where they are a statement of their own. */
export const withBooleans = (text: string): string =>
  /true|false/i.test(text)
    ? text.replace(TRUE_OR_FALSE, (word, at: number) =>
        OTHER_FIELD.test(text.slice(Math.max(0, at - REACH), at)) ? word : /^t/i.test(word) ? "yes " : "no   ",
      )
    : text;

/** A field of JSON that is not the answer: `{"has_audio": true}`. */
const OTHER_FIELD = /(?<!answer|choice|option|prediction|response|label)["']\s{0,4}:\s{0,4}\[?$/i;

const MARKS = "[\\s,.:;!…–—-]{1,5}";
/** "No, wait, yes", "Yes. Sorry, I meant no". */
const CORRECTED = new RegExp(
  `\\b(?:wait|hold on|actually|scratch that|i (?:mean|meant)|correction|sorry|oops|rather|make that|on (?:second thoughts?|reflection|reconsideration)|hmm,? no)${MARKS}(?:(?:oh|no|wait|hmm|actually|sorry|it's|it is|it should be|the (?:correct )?answer is|i (?:mean|meant)|make that|should be|that's)${MARKS}){0,3}(yes|no)(?=[*_"']{0,3}\\s{0,3}(?:$|[.,;:!\\n…–—-]))`,
  "gi",
);
/** Words that begin a sentence or a clause and take back what precedes them. */
const TAKEN_BACK =
  /(?:^|[.!?…,;\n–—-])\s{0,3}(?:(?:oh|hmm|no|but),? )?(?:wait|hold on|scratch that|strike that|i take (?:that|it) back|let me (?:re\w+|listen|check|look|think))\b/gi;

/** "I'm not going to say yes", "It isn't clear that the answer is no". */
const UNSAID =
  /(?:\b(?:can(?:not|'t| not)|could(?:n't| not)|would(?:n't| not)|won't|will not|do(?:n't| not)|did(?:n't| not)|never|unable to|(?:not|n't) (?:\w+ )?(?:going|able|willing|ready|prepared|want(?:ing)?) to|refus\w+ to|hesitat\w+ to|reluctant to|wrong to|(?:one|you|they|people|some) (?:\w+ )?(?:could|might|may|would|can)|neither|nor|rather than|without|instead of)(?: \w+){0,2}?(?: (?:say|saying|answer|answering|claim|claiming|choose|conclude|confirm|commit to|go with|call it))?|\b(?:isn't|is not|not|wasn't) (?:\w+ )?(?:clear|certain|sure|obvious|evident|known|proven)(?: that| if| whether)[^.!?\n]{0,40}|\bif\b[^.!?\n]{1,120}, (?:then )?(?:the |my )?(?:correct )?answer (?:is|would be|will be|should be)|\b(?:isn't|is not|it's not|not) an?)\s["'*_]{0,3}$/i;
/** "No no, yes": two answers, and no words that correct the first. */
const OPPOSED =
  /^\W{0,6}(yes|no)\b(?:[ ,.!]{1,3}\1\b)?(?! (?:doubt|question|problem|matter|worries)\b)[\s\S]{0,200}?,\s{1,3}(yes|no)\W{0,4}$/i;
const REACH = 180;
/** The number of words that are examined from the start and from the end of the text. */
const MOST = 12;

/**
 * Reads a yes or no that corrects an earlier one. Abstains if all of them are taken back, or if the text only says that
 * it does not say them: "I can't say yes."
 */
export function readYesNoWords(reading: Reading): Finding | null {
  const { text, options } = reading;
  if (reading.labels) return null;
  const [yes, no] = [options.equalTo("yes"), options.equalTo("no")];
  if (yes < 0 || no < 0) return null;
  const target = (word: string): number => (/^y/i.test(word) ? yes : no);
  const corrected = allMatches(text, CORRECTED).at(-1);
  const end = corrected === undefined ? 0 : corrected.index + corrected[0].length;
  const back = allMatches(text, TAKEN_BACK).at(-1);
  const words = wordsIn(text);
  if (back !== undefined && back.index >= end && words.some((word) => word.start < back.index))
    return words.some(({ start }) => start >= back.index + back[0].length) ? null : unsaid(reading);
  if (corrected?.[1] !== undefined && !words.some(({ start }) => start >= end))
    return isUnsaid(text, { start: end - corrected[1].length, end }) || isUndecided(text.slice(end))
      ? unsaid(reading)
      : found(reading, "correction", end - corrected[1].length, end, target(corrected[1]));
  const opposed = text.length > 250 ? null : OPPOSED.exec(text);
  if (opposed !== null && opposed[1]?.toLowerCase() !== opposed[2]?.toLowerCase()) return unsaid(reading);
  const committed = words.filter((word) => !isUnsaid(text, word));
  const [first] = committed;
  if (committed.length === words.length) return null;
  if (first === undefined) return unsaid(reading);
  const targets = new Set(committed.map(({ start, end: to }) => target(text.slice(start, to))));
  return targets.size > 1
    ? null
    : found(reading, "yes-no", first.start, first.end, target(text.slice(first.start, first.end)));
}

/** Reads a yes or no that takes back the answer before this text. */
export function readYesNoCorrection(after: Reading): Finding | null {
  const finding = readYesNoWords(after);
  return finding?.rule === "correction" ? finding : null;
}

/** Whether the words around a yes or no show that the model does not say it. */
export const isUnsaid = (text: string, word: Span): boolean =>
  isDenied(text, word) ||
  isUncommitted(text, word) ||
  UNSAID.test(text.slice(Math.max(0, word.start - REACH), word.start));

/** Each "yes" and "no" that is a clause of its own or the last word. */
function wordsIn(text: string): Span[] {
  const all = allMatches(text, WORD).map(({ index, 0: word }): Span => ({ start: index, end: index + word.length }));
  const examined = all.length <= 2 * MOST ? all : [...all.slice(0, MOST), ...all.slice(-MOST)];
  return examined.filter((word) => isClause(text, word) || isLast(text, word));
}

const isLast = (text: string, { start, end }: Span): boolean =>
  /^\W{0,6}$/.test(text.slice(end, end + 8)) &&
  !/\b(?:and|or|neither|nor) $/i.test(text.slice(Math.max(0, start - 8), start));

const unsaid = ({ offset, text }: Reading): Finding => ({
  rule: "refusal",
  start: offset,
  end: offset + text.length,
  target: "no-answer",
  ambiguous: false,
});
