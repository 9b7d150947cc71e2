import { isUncommitted } from "./governance/commitment.ts";
import { type Finding, found, type Reading } from "./reading.ts";
import { isUndecided } from "./rules/refusal.ts";
import { wordsOf } from "./word-text.ts";

const END = "(?=\\s*(?:$|[.,;:!\\n。，！、–—-]))";
/** Words for yes and no at the start of a response, in the languages that models answer in. Accents are folded. */
const YES = new RegExp(
  `^[^\\p{L}\\p{N}]{0,6}(?:(?:well|oh|hm+),? )?(?:yes|yeah|yea|yep|yup|aye|affirmative|indeed|certainly|absolutely|definitely|of course|correct|true|oui|si|ja|sim|da|да|evet|tak|是的?|对|對|有|はい|ええ|네|예)${END}|^[^\\p{L}\\p{N}]{0,6}sure, (?:it|there|he|she|they|the|a)\\b`,
  "iu",
);
const NO = new RegExp(
  `^[^\\p{L}\\p{N}]{0,6}(?:(?:well|oh|hm+),? )?(?:no|nope|nah|nay|negative|never|false|incorrect|non|nein|nao|нет|hayir|nie|nee|(?:probably|certainly|definitely|absolutely|of course|surely) not|not (?:at all|really)|不是|不|没有|沒有|否|いいえ|아니(?:요|오)?)${END}`,
  "iu",
);
/** "I'm not sure, but yes." */
const LAST = /(?:,|\bbut|\bso|\bsay)\s+(?:i(?:'d| would) say |probably )?(yes|no)\W*$/i;
/** "They do.", "It isn't": the answer repeats only the question's verb. */
const SHORT =
  /^\W{0,4}(?:it|they|he|she|there|you|this|that) (?:do|does|did|is|are|was|were|has|have|can|could|will)(n't| not|not)?(?=\s*(?:$|[.,;:!\n]))/i;
const NEGATION = /\b(?:no|not|never|without|none|neither|nobody|nothing|cannot|absent|silent)\b|n't\b/gi;
/** Words that most yes-or-no questions contain, and that therefore do not identify a question's subject. */
const COMMON = new Set(
  "is are was were do does did can could has have there a an the any in on at of to it you we i and or that this video clip audio scene picture image background hear heard see seen visible audible present one who which be being not play plays playing".split(
    " ",
  ),
);
const MOST_SENTENCES = 4;
const LONGEST = 600;

/** Reads a yes or no that is not stated as the text of an option: "Yeah", "They do.", "There is no bell." */
export function readYesNo(reading: Reading, question: string): Finding | null {
  const { text, options } = reading;
  const [yes, no] = [options.equalTo("yes"), options.equalTo("no")];
  if (yes < 0 || no < 0) return null;
  const said = polarity(text, question);
  const start = text.search(/\S/);
  return said === null ? null : found(reading, "yes-no", Math.max(0, start), text.trimEnd().length, said ? yes : no);
}

function polarity(text: string, question: string): boolean | null {
  const head = text.trimStart().slice(0, 300);
  const last = LAST.exec(text.slice(-60));
  if (last !== null) return last[1]?.toLowerCase() === "yes";
  if (isUndecided(head) && !LAST.test(text.slice(-60))) return null;
  if (/\b(?:scratch that|wait|actually|correction|i mean)\b/i.test(head)) return null;
  if (YES.test(head)) return !NO.test(head.replace(YES, ""));
  if (NO.test(head)) return false;
  const short = SHORT.exec(head);
  if (short !== null) return short[1] === undefined;
  return agreed(sentences(text).map((sentence) => assertion(sentence, question)));
}

const sentences = (text: string): string[] =>
  text
    .slice(0, LONGEST)
    .split(/(?<=[.!?;:])\s+|\n+/)
    .filter((sentence) => sentence.trim() !== "")
    .slice(0, MOST_SENTENCES);

/** The answer that the sentences agree on; null if they disagree or give none. */
function agreed(said: readonly (boolean | null)[]): boolean | null {
  const firm = said.filter((one) => one !== null);
  const [first = null] = firm;
  return firm.every((one) => one === first) ? first : null;
}

/**
 * The answer that a sentence implies: true for yes, false for no, null for neither. An assertion must repeat all words
 * of the question that identify its subject, and a denial at least half of them.
 */
function assertion(sentence: string, question: string): boolean | null {
  if (sentence.includes("?") || isUncommitted(sentence, { start: sentence.length, end: sentence.length })) return null;
  const asked = content(question);
  // If the question is unknown, "There is no sound" may be a yes or a no.
  if (asked.length === 0) return null;
  const words = content(sentence);
  const shared = asked.filter((word) => words.some((other) => sameStem(word, other))).length;
  const negations = sentence.match(NEGATION)?.length ?? 0;
  if (negations > 1 || /\b(?:whether|if|not only|no doubt|no (?:way|idea|information|access))\b/i.test(sentence))
    return null;
  if (negations === 1)
    return shared * 2 >= asked.length && /\bnot (?:sure|clear|certain)\b/i.test(sentence) === false
      ? isAskedNegatively(question)
      : null;
  return shared === asked.length ? !isAskedNegatively(question) : null;
}

const isAskedNegatively = (question: string): boolean => /\b(?:not|no|never|without)\b|n't\b/i.test(question);

const content = (text: string): string[] =>
  wordsOf(text)
    .trim()
    .split(" ")
    .filter((word) => word.length > 1 && !COMMON.has(word));

function sameStem(one: string, other: string): boolean {
  const stem = (word: string) =>
    word.length > 4 ? word.replace(/(?:ing|ed|es|s)$/, "") : word.replace(/(?<=..)s$/, "");
  const [a, b] = [stem(one), stem(other)];
  return a.startsWith(b) || b.startsWith(a);
}
