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
const subjectWords = (text: string): string[] => contentWords(text).filter((word) => !EVENT.has(word));

/** Whether two words are forms of the same word, or one is derived from the other: "rings", "ringing" and "ringer". */
export function sameStem(one: string, other: string): boolean {
  const [a, b] = [stemOf(one), stemOf(other)];
  return a.startsWith(b) || b.startsWith(a);
}

/** Whether two words are forms of the same word: "rings" and "ringing", but not "ringer". */
const sameWord = (one: string, other: string): boolean =>
  stemOf(one).replace(/e$/, "") === stemOf(other).replace(/e$/, "");

const stemOf = (word: string): string =>
  word.length > 4 ? word.replace(/(?:ing|ed|es|s)$/, "") : word.replace(/(?<=..)s$/, "");

/** What comes first, and what second, in a question or a sentence. */
interface Order {
  readonly first: string;
  readonly second: string;
}

const EARLIER = "(?:before|prior to|earlier than|ahead of|precedes?|preceded|preceding)";
const LATER = "(?:after|later than|following|follows?|followed(?! by))";
const CONNECTIVE = new RegExp(`\\b(?:(${EARLIER})|(${LATER}))\\b`, "i");
const LEADING_CONNECTIVE = new RegExp(
  `^\\W{0,4}(?:only |right |just |shortly |immediately |long |soon ){0,2}(?:(${EARLIER})|(${LATER}))\\b`,
  "i",
);
/** The comma, or the verb of an inverted main clause, after which the main clause continues. */
const MAIN = /,|\b(?:can|could|does|do|did|is|are|was|were|will)\b/i;
const FOLLOWED = /^(.{1,200}?)(?:\bfirst,? )?(?:\b(?:is|are|was|were) )?\b(?:followed by|and then|then)\b(.{1,200})$/i;
const COMES_FIRST = /\b(?:first|earlier|earliest)\W*$/i;
const COMES_LAST = /\b(?:last|second|later|afterwards?)\W*$/i;
const AT_ONCE = /\b(?:at (?:exactly )?the same (?:time|moment)|simultaneous(?:ly)?|together|at once)\b/i;
const COMPARATIVE = /\b((?:more|less) [a-z]{2,20}|[a-z]{2,20}er|more|less|better|worse) than\b/i;
const PHASE = /\b(?:stop|end|finish|ceas|fad)(?:s|es|ed|ing|ping|ped)?\b|\bover\b/i;
const NEGATION = /\b(?:not|never|cannot)\b|n't\b/gi;
/** The number of words of another subject that a part of a sentence may have. */
const MOST_OTHER = 2;

/** The answer that a sentence gives by the order of its parts; null if it gives none. */
type OrderReader = (sentence: string) => boolean | null;

/**
 * A reader for questions about the order of two things: "Does the engine start before the rain?", "Is the man taller
 * than the woman?". Returns null for other questions.
 */
export function orderReader(question: string): OrderReader | null {
  const comparative = COMPARATIVE.exec(question);
  if (comparative !== null) return comparison(question, comparative);
  const connective = CONNECTIVE.exec(question);
  if (connective === null) return null;
  const asked = ordered(question, connective);
  const sides = sidesOf(asked);
  if (sides === null) return null;
  return (sentence) => {
    if (PHASE.test(sentence) !== PHASE.test(question)) return null;
    const negations = sentence.match(NEGATION)?.length ?? 0;
    if (AT_ONCE.test(sentence)) return negations === 0 && isBoth(sentence, sides) ? false : null;
    const order = orderIn(sentence);
    const straight = order === null ? comesFirst(sentence, sides) : isStraight(order, sides);
    if (straight === null || negations > 1) return null;
    // If the rain does not come before the engine, both may start at once.
    return negations === 0 ? straight : straight ? false : null;
  };
}

function comparison(question: string, { index, 0: than, 1: word = "" }: RegExpExecArray): OrderReader | null {
  const sides = sidesOf({ first: question.slice(0, index), second: question.slice(index + than.length) });
  // "Are there more than three people?" compares no two things.
  if (sides === null) return null;
  return (sentence) => {
    const found = COMPARATIVE.exec(sentence);
    if (found === null || found[1]?.toLowerCase() !== word.toLowerCase()) return null;
    const straight = isStraight(
      { first: sentence.slice(0, found.index), second: sentence.slice(found.index + found[0].length) },
      sides,
    );
    const negations = sentence.match(NEGATION)?.length ?? 0;
    if (straight === null || negations > 1) return null;
    return negations === 0 ? straight : straight ? false : null;
  };
}

function ordered(text: string, { index, 0: word, 1: earlier }: RegExpExecArray): Order {
  const [left, right] = [text.slice(0, index), text.slice(index + word.length)];
  return earlier === undefined ? { first: right, second: left } : { first: left, second: right };
}

function orderIn(sentence: string): Order | null {
  const leading = LEADING_CONNECTIVE.exec(sentence);
  if (leading !== null) {
    const rest = sentence.slice(leading[0].length);
    const main = MAIN.exec(rest);
    if (main === null) return null;
    const [side, other] = [rest.slice(0, main.index), rest.slice(main.index + 1)];
    return leading[1] === undefined ? { first: side, second: other } : { first: other, second: side };
  }
  const connective = CONNECTIVE.exec(sentence);
  if (connective !== null) return ordered(sentence, connective);
  const followed = FOLLOWED.exec(sentence);
  return followed === null ? null : { first: followed[1] ?? "", second: followed[2] ?? "" };
}

interface Sides {
  readonly first: readonly string[];
  readonly second: readonly string[];
}

/** The words that only one of the two parts has. */
function sidesOf({ first, second }: Order): Sides | null {
  const [one, other] = [subjectWords(first), subjectWords(second)];
  const own = (words: readonly string[], others: readonly string[]): string[] =>
    words.filter((word) => !others.some((also) => sameWord(word, also)));
  const sides = { first: own(one, other), second: own(other, one) };
  return sides.first.length === 0 || sides.second.length === 0 ? null : sides;
}

const has = (words: readonly string[], side: readonly string[]): boolean =>
  words.some((word) => side.some((own) => sameWord(word, own)));

/** Whether the parts are in the question's order; null if either is about something else. */
function isStraight({ first, second }: Order, sides: Sides): boolean | null {
  const parts = [subjectWords(first), subjectWords(second)] as const;
  const known = [...sides.first, ...sides.second];
  const isOwn = (words: readonly string[]): boolean =>
    words.filter((word) => !has([word], known)).length <= MOST_OTHER &&
    has(words, sides.first) !== has(words, sides.second);
  if (!parts.every(isOwn)) return null;
  const [straight, crossed] = [
    has(parts[0], sides.first) && has(parts[1], sides.second),
    has(parts[0], sides.second) && has(parts[1], sides.first),
  ];
  return straight === crossed ? null : straight;
}

/** "The rain comes first." */
function comesFirst(sentence: string, sides: Sides): boolean | null {
  const words = subjectWords(sentence);
  const [one, other] = [has(words, sides.first), has(words, sides.second)];
  if (one === other) return null;
  if (COMES_FIRST.test(sentence)) return one;
  return COMES_LAST.test(sentence) ? other : null;
}

const isBoth = (sentence: string, sides: Sides): boolean => {
  const words = subjectWords(sentence);
  return has(words, sides.first) && has(words, sides.second);
};
