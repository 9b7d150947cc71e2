import { capitalLabels, type LabelToken, optionLetters } from "../label-token.ts";
import { allMatches } from "../matches.ts";
import { type Finding, found, type Reading } from "../reading.ts";
import { commentVerdict } from "../structure/list-verdicts.ts";

/** The longest response that is read as a row, and the longest comment on one label. */
const VERDICT_ROW_LONGEST = 800;
const LONGEST_COMMENT = 200;
/** Words that may introduce a row: "Verdicts:", "My confidence for each option:". */
const VERDICT_ROW_HEAD = /^(?:[^\n]{0,80}[:\n])?[\s*_>"'({[|✅❌☑☒✓✔✗✘❎-]*(?:option |choice )?[\s*_"'([]*$/i;
/** Where the first letters of a row are at the latest, after the words that introduce it. */
const LATEST = 140;
/** A quick check whether the words before the first letter may introduce a row: a mark, or the name of a score. */
const INTRODUCED = /^[^\p{L}\p{N}]*$|[:\n]|prob|conf|score|likel|option|choice|\bP\(/iu;
const LETTER = /(?<![A-Za-z0-9])[A-Za-z](?![A-Za-z0-9])/;
const TICK_BEFORE = /[☑✅✓✔☒✗✘❌❎]\s?(?:option )?[*_"'([]{0,2}$/i;
const TICK_RIGHT = /[☑✅✓✔]/;
const MARKS_BEFORE = /^(?:[\s*_"'`)\]}:=→>|,;]|[.–—-](?!\.?\d))+/;
const MARKS_AFTER = /[\s*_"'`([{}\].:,;|–—-]+(?:(?:and|&) )?(?:option |choice )?[\s*_"'([{]*$/i;
const SCORE =
  /^\(?(?:about |around |~)?(-?(?:\d{1,3}(?:\.\d{1,6})?|\.\d{1,6}))\s?(%|percent|\/\s?\d{1,3}|points?)?\)?$/i;

/** A checkbox after a label: "A [x]". A cross means "wrong" if another box has a tick. */
const BOX = /^[\s:.)]{0,3}\[([ xX✓✔]?)\][\s,;|]*$/;
const TICKED_BOX = /\[[✓✔]\]/;

/** Words that name what a score is. */
const MEASURE =
  /\b(?:(?:the )?(?:probabilit(?:y|ies)|prob|confidence|likelihood|score|logit|logprob|weight|share)s?(?: of| is| are| for)?|my|has|have|is|of|with|a|p\(|at|option|choice|label|answer|value)(?![A-Za-z])|\bP(?=\()/gi;

type Comment = boolean | number | null;

/**
 * Reads a response that consists of labels with a verdict or a score for each, in a row or in lines: "A) false B) true C)
 * false", "A: 20 %, B: 70 %", `{"A": false, "B": true}`. One option that is called right, or the only highest score, is the
 * answer. If all options but one are called wrong, the remaining one is.
 */
export function readVerdictRow(reading: Reading): Finding | null {
  const { text, options, labels } = reading;
  if (!labels || text.length > VERDICT_ROW_LONGEST) return null;
  const shares = text.includes("%") || text.includes("percent") ? readShares(reading) : null;
  if (shares !== null) return shares;
  const opening = text.slice(0, LATEST).search(LETTER);
  if (opening < 0 || (opening > 0 && !INTRODUCED.test(text.slice(0, opening)))) return null;
  if (!VERDICT_ROW_HEAD.test(text.slice(0, opening).replace(MEASURE, " "))) return null;
  const capitals = capitalLabels(reading);
  const letters = capitals.length > 1 ? capitals : optionLetters(reading).filter(isEntry(text));
  const [first] = letters;
  if (
    first === undefined ||
    letters.length < 2 ||
    !VERDICT_ROW_HEAD.test(text.slice(0, first.start).replace(MEASURE, " "))
  )
    return null;
  if (new Set(letters.map(({ position }) => position)).size < letters.length) return null;
  const ahead = TICK_BEFORE.test(text.slice(Math.max(0, first.start - 10), first.start));
  const comments = letters.map((letter, index) => commentOn(reading, letter, letters[index + 1], ahead));
  if (comments.some((comment) => comment === undefined)) return null;
  const position = decide(text, letters, comments as readonly Comment[], options.count);
  if (position === null) return null;
  const end = text.trimEnd().length;
  if (typeof position === "string") return found(reading, "verdict-list", first.start, end, position);
  const own = letters.find((letter) => letter.position === position);
  return found(reading, "verdict-list", own?.start ?? first.start, own?.end ?? end, position);
}

/** Whether a lower-case letter may begin an entry: it is in brackets or quotation marks, or before a bracket. */
const isEntry =
  (text: string) =>
  ({ start, end }: LabelToken): boolean =>
    /["'([]/.test(text.charAt(start - 1)) || text.charAt(end) === ")";

/**
 * The verdict or score of a label; undefined if the text after it is something else.
 * @param ahead whether ticks come before their labels
 */
function commentOn(
  reading: Reading,
  letter: LabelToken,
  next: LabelToken | undefined,
  ahead: boolean,
): Comment | undefined {
  const { text, options } = reading;
  if (ahead) {
    const tick = TICK_BEFORE.exec(text.slice(Math.max(0, letter.start - 10), letter.start));
    return tick === null ? undefined : TICK_RIGHT.test(tick[0]);
  }
  const whole = text.slice(letter.end, next?.start ?? text.length);
  if (whole.length > LONGEST_COMMENT) return undefined;
  const own = options.beginningEnd(whole, letter.position);
  const said = plain(whole.slice(Math.max(0, own)));
  const score = SCORE.exec(said);
  if (score !== null)
    return options.numeric && score[2] === undefined && !score[1]?.includes(".") ? undefined : Number(score[1]);
  const box = BOX.exec(whole.slice(Math.max(0, own)));
  if (box !== null) return (TICKED_BOX.test(text) ? /[✓✔]/ : /\S/).test(box[1] ?? "");
  if (/^[tfyn]$/i.test(said)) return /^[ty]$/i.test(said);
  return said === "" ? undefined : (commentVerdict(said) ?? undefined);
}

/** A comment without marks and without the words that name what a number is: "probability", "confidence". */
const plain = (comment: string): string =>
  comment.replace(MEASURE, " ").replace(MARKS_BEFORE, "").replace(MARKS_AFTER, "").trim();

/** "I am 90 % confident that the answer is A and 10 % that it is B." */
const SHARE_BEFORE = /(\d{1,3}(?:\.\d+)?)\s?(?:%|percent)[^.%\n]{0,50}?(?<![\p{L}\p{N}])([A-Z])(?![\p{L}\p{N}'])/gu;

const NAMES_SHARE = /\b(?:confiden\w*|sure|certain\w*|likel\w*|probab\w*|chance|that|for|on)\b/i;
/** Without such a word in the text, a percentage may as well be read off a chart. */
const NAMES_CONFIDENCE =
  /\b(?:confiden\w*|sure|certain\w*|(?:un)?likel\w*|probab\w*|chances?|odds|belie\w*|I'd|I would)\b/i;
const DENIES = /\b(?:not|never)\b|n't\b/i;

function readShares(reading: Reading): Finding | null {
  const { text, options } = reading;
  const shares = allMatches(text, SHARE_BEFORE).filter(
    ({ 2: letter = "" }) => letter.charCodeAt(0) - 65 < options.count,
  );
  const letters = new Set(shares.map((share) => share[2]));
  if (letters.size < 2 || letters.size < shares.length) return null;
  const others = capitalLabels(reading).filter(({ start }) => !/^I [a-z]/.test(text.slice(start, start + 3)));
  if (others.some(({ position }) => !letters.has(String.fromCharCode(65 + position)))) return null;
  const isShare = shares.every((share) => NAMES_SHARE.test(share[0]) && !DENIES.test(share[0]));
  if (!isShare || shares.reduce((sum, share) => sum + Number(share[1]), 0) > 101) return null;
  if (!NAMES_CONFIDENCE.test(text)) return null;
  const best = Math.max(...shares.map((share) => Number(share[1])));
  const [first, second] = shares.filter((share) => Number(share[1]) === best);
  if (first === undefined) return null;
  const end = first.index + first[0].length;
  const position = second === undefined ? (first[2] ?? "").charCodeAt(0) - 65 : ("several-answers" as const);
  return found(reading, "verdict-list", end - 1, end, position);
}

function decide(
  text: string,
  letters: readonly LabelToken[],
  comments: readonly Comment[],
  count: number,
): number | "several-answers" | "no-answer" | null {
  if (comments.every((comment) => typeof comment === "number"))
    return areScores(text, comments) ? highest(letters, comments, count) : null;
  if (comments.some((comment) => typeof comment === "number")) return null;
  const right = letters.filter((_, index) => comments[index] === true);
  if (right.length > 1) return "several-answers";
  if (right.length === 1) return right[0]?.position ?? null;
  if (letters.length !== count - 1) return "no-answer";
  return (
    Array.from({ length: count }, (_, position) => position).find(
      (position) => !letters.some((letter) => letter.position === position),
    ) ?? null
  );
}

/** Words and units that say that numbers are scores. */
const NAMES_SCORE =
  /%|percent|\/\s?\d|\bpoints?\b|prob(?:abilit|s?\b)|confiden|likel|certain|scor|\blog(?:it|prob)|weight|\bP\(/i;

/**
 * Whether the numbers beside labels are scores and not quantities ("A: 12, B: 3"): they are called so, or they are shares
 * of one or of a hundred, or logarithms of shares.
 */
function areScores(text: string, numbers: readonly number[]): boolean {
  if (NAMES_SCORE.test(text)) return true;
  const sum = numbers.reduce((total, number) => total + number, 0);
  const areShares = numbers.every((number) => number >= 0 && number <= 1) || Math.abs(sum - 100) <= 1;
  return areShares || (numbers.every((number) => number <= 0) && numbers.some((number) => !Number.isInteger(number)));
}

/** The label with the only highest score. The scores of at least all options but one are needed. */
function highest(
  letters: readonly LabelToken[],
  scores: readonly number[],
  count: number,
): number | "several-answers" | null {
  const best = Math.max(...scores);
  // Of some options only, a share of more than a half is enough.
  const isMost = best > 50 ? best <= 100 : best > 0.5 && best <= 1;
  if (letters.length < count - 1 && !isMost) return null;
  const held = letters.filter((_, index) => scores[index] === best);
  return held.length === 1 ? (held[0]?.position ?? null) : "several-answers";
}

const SEVERAL_QUESTIONS_LONGEST = 2_000;
/** The answer to a numbered question: "Question 2: B", "Q3 - (C)", "the answer to the second question is B". */
const ANSWERED =
  /(?:\b(?:question|problem|item|part|q)\s?\.?#?(\d{1,3})|\b(first|second|third|fourth|fifth|last|next) (?:question|one|problem|part))(?:[\s*_:.)–—=-]|the|correct|answer|is|option|->|→){1,12}[(["'*_]{0,3}([A-Z])(?![\p{L}\p{N}'])/giu;

const OPENING =
  /^\W{0,20}(?:here are|the (?:correct )?answers? (?:to|for)|answers?\W{1,6}(?:question|problem|item|q)|(?:question|problem|item|part|q)\s?\.?#?\d|(?:for the |the )?first (?:question|one|problem|part)|1\s?[:.)])/i;

/** Words that may precede the first answer: "The answer to the". */
const SEVERAL_QUESTIONS_HEAD =
  /^\W*(?:here are (?:the|my) answers|answers?|the (?:correct )?answers? (?:to|for) (?:the )?)?\W*$/i;

/** "1: A, 2: B, 3: A", and nothing else. */
const SERIES =
  /^[\s*_]{0,6}1\s?[:.)–-]\s{0,3}\(?[A-Z]\)?(?:[\s,;.]{1,6}\d{1,2}\s?[:.)–-]\s{0,3}\(?[A-Z]\)?){1,40}[\s,;.]{0,6}$/;

/** Answers to several numbered questions: nothing says which of them was asked here. */
export function readSeveralQuestions(reading: Reading): Finding | null {
  const { text, labels } = reading;
  if (!labels || text.length > SEVERAL_QUESTIONS_LONGEST || !OPENING.test(text)) return null;
  const series = SERIES.exec(text);
  if (series !== null && new Set(text.match(/[A-Z]/g)).size > 1)
    return found(reading, "declared-answer", 0, text.trimEnd().length, "several-answers");
  const answers = allMatches(text, ANSWERED);
  const [first] = answers;
  if (
    first === undefined ||
    answers.length < 2 ||
    /\p{L}{3}/u.test(text.slice(0, first.index).replace(SEVERAL_QUESTIONS_HEAD, ""))
  )
    return null;
  const questions = new Set(answers.map((answer) => (answer[1] ?? answer[2] ?? "").toLowerCase()));
  const letters = new Set(answers.map((answer) => answer[3]));
  if (questions.size < 2 || letters.size < 2) return null;
  return found(reading, "declared-answer", first.index, text.trimEnd().length, "several-answers");
}
