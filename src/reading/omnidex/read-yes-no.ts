import type { Span } from "../extraction.ts";
import { isUncommitted } from "./governance/commitment.ts";
import { contentWords, orderReader, sameStem } from "./read-order.ts";
import { isUnsaid } from "./read-yes-no-words.ts";
import { type Finding, found, type Reading } from "./reading.ts";
import { isUndecided } from "./rules/refusal.ts";

const END = "(?=\\s*(?:$|[.,;:!\\n。，！、–—-]))";
/** Words for yes and no at the start of a response, in the languages that models answer in. Accents are folded. */
const YES = new RegExp(
  `^[^\\p{L}\\p{N}]{0,6}(?:(?:well|oh|hm+),? )?(?:yes|yeah|yea|yep|yup|aye|affirmative|indeed|certainly|absolutely|definitely|of course|correct|true|i (?:believe|think|guess|suppose) so|(?:that(?:'s| is)|the (?:statement|claim|description) is) (?:right|correct|true|accurate)|oui|si|ja|sim|da|да|evet|tak|是的?|对|對|有|はい|ええ|네|예)${END}|^[^\\p{L}\\p{N}]{0,6}sure, (?:it|there|he|she|they|the|a)\\b`,
  "iu",
);
const NO = new RegExp(
  `^[^\\p{L}\\p{N}]{0,6}(?:(?:well|oh|hm+),? )?(?:no|nope|nah|nay|negative|never|false|incorrect|non|nein|nao|нет|hayir|nie|nee|(?:probably|certainly|definitely|absolutely|of course|surely) not|not (?:at all|really|that i (?:can )?(?:hear|see|notice|know of))|i (?:don't|do not) (?:believe|think) so|(?:that(?:'s| is)|that isn't|the (?:statement|claim|description) is) (?:incorrect|wrong|untrue|inaccurate|(?<=isn't )(?:right|correct|true)|not (?:right|correct|true|accurate))|不是|不|没有|沒有|否|いいえ|아니(?:요|오)?)${END}`,
  "iu",
);
/** "I'm not sure, but yes." */
const LAST = /(?:,|\bbut|\bso|\bsay)\s+(?:i(?:'d| would) say |probably )?(yes|no)\W*$/i;
/** "They do.", "It isn't": the answer repeats only the question's verb. */
const SHORT =
  /^\W{0,4}(?:it|they|he|she|there|you|this|that) (?:do|does|did|is|are|was|were|has|have|can|could|will)(n't| not|not)?(?=\s*(?:$|[.,;:!\n]))/i;
const NEGATION = /\b(?:no|not|never|without|none|neither|nobody|nothing|cannot|absent|silent)\b|n't\b/gi;
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
  if (last !== null) return isUnsaid(text, lastWord(text)) ? null : last[1]?.toLowerCase() === "yes";
  if (isUndecided(head)) return null;
  if (/\b(?:scratch that|wait|actually|correction|i mean)\b/i.test(head)) return null;
  if (YES.test(head)) return !NO.test(head.replace(YES, ""));
  if (NO.test(head)) return false;
  const short = SHORT.exec(head);
  if (short !== null) return short[1] === undefined;
  return agreed(sentences(text).map((sentence) => assertion(sentence, question)));
}

/** The position of the last word. */
function lastWord(text: string): Span {
  const end = text.length - (/\W*$/.exec(text.slice(-60))?.[0].length ?? 0);
  return { start: end - (/\w+$/.exec(text.slice(Math.max(0, end - 10), end))?.[0].length ?? 0), end };
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
  const asked = contentWords(question);
  // If the question is unknown, "There is no sound" may be a yes or a no.
  if (asked.length === 0) return null;
  const words = contentWords(sentence);
  const shared = asked.filter((word) => words.some((other) => sameStem(word, other))).length;
  const negations = sentence.match(NEGATION)?.length ?? 0;
  if (negations > 1 || /\b(?:whether|if|not only|no doubt|no (?:way|idea|information|access))\b/i.test(sentence))
    return null;
  const order = orderReader(question);
  if (order !== null && (negations === 0 || ORDERS.test(sentence))) return order(sentence);
  if (negations === 1)
    return shared * 2 >= asked.length && /\bnot (?:sure|clear|certain)\b/i.test(sentence) === false
      ? isAskedNegatively(question)
      : null;
  return shared === asked.length && isInOrder(asked, words) ? !isAskedNegatively(question) : null;
}

const ORDERS = /\b(?:before|after|than|first|last|then|prior|ahead|preced\w*|follow\w*)\b/i;

/** Whether the words occur in the question's order. "The cat chases the dog" is not what "Does the dog chase the cat?" asks. */
function isInOrder(asked: readonly string[], words: readonly string[]): boolean {
  let at = 0;
  for (const word of words) if (at < asked.length && sameStem(word, asked[at] ?? "")) at += 1;
  return at === asked.length;
}

const isAskedNegatively = (question: string): boolean => /\b(?:not|no|never|without)\b|n't\b/i.test(question);
