import { allMatches } from "../matches.ts";
import type { Mention } from "../option-mentions.ts";
import { type Finding, found, type Reading } from "../reading.ts";
import { countWords, wordsOf } from "../word-text.ts";
import { isUndecided } from "./refusal.ts";

/**
 * The maximum number of words of a response that is searched for options' texts. A longer response is a chain of
 * thought, which mentions many things.
 */
const MOST_WORDS = 60;
/** The limit for options of a single word, which easily occur in a longer text by chance. */
const MOST_WORDS_FOR_ONE = 25;
const MOST_WORDS_FOR_NUMBER = 8;
export const LONGEST = 1000;
/** Words before an option's text that add nothing to it. */
const LEAD_IN =
  /^\W*(?:(?:the )?(?:correct |right |best )?(?:answer|option|choice)(?: is|:)?|it(?:'s| is| was| would be)|they are|this is|that is|because|to|i think|i believe|probably|most likely)\s+/i;

/** Reads a response that is an option's text or begins with it. */
export function readWholeText(reading: Reading): Finding | null {
  const span = trimmed(reading);
  if (span === null) return null;
  const equal = reading.options.equalTo(span.text);
  if (equal >= 0) return found(reading, "option-text", span.start, span.end, equal);
  return readBeginning(reading, span);
}

/** An option's text at the beginning, if no other option is mentioned after it. */
function readBeginning(reading: Reading, span: Trimmed): Finding | null {
  const { options } = reading;
  const position = options.beginning(span.text);
  if (position < 0 || countWords(wordsOf(span.text)) > MOST_WORDS) return null;
  if (options.length(position) < 2 && reading.labels) return null;
  const mentions = options.mentions(span.text);
  if (mentions.some((other) => other.position !== position)) return null;
  const first = mentions.find((mention) => mention.position === position);
  if (first === undefined && options.isDeniedIn(span.text, position)) return null;
  if (!reading.labels && options.length(position) < 2 && isUndecided(span.text)) return null;
  const end = first === undefined ? span.end : span.start + first.end;
  return found(reading, "option-text", span.start, end, position);
}

/** Words that may precede an option's text at the end of the last sentence: "so the", "the instrument is a". */
const CLOSING_LEAD =
  /(?:\b(?:is|was|are|were|be|being|so|therefore|thus|hence|it's|that's|as|like|called|say|namely|conclude)\b[,:]?|[:：→]|=>)[\s*_"'(]{1,6}(?:the |an? |clearly |definitely |probably |most likely |likely ){0,3}[*_"'(]{0,4}$/i;

/** Text that may follow the option's text: the end of the response, or a reason. */
const CLOSED = /^[\s.!*_"')]*(?:$|,? (?:as|because|since|given|for|which is) )/i;

/**
 * Reads an option's text at the end of a response: "… So the drum kit.", "While …, the instrument that is played is a
 * flute."
 */
export function readClosingText(reading: Reading): Finding | null {
  const span = trimmed(reading);
  if (span === null) return null;
  const start = Math.max(span.text.lastIndexOf("\n"), span.text.lastIndexOf(". "), span.text.lastIndexOf("? ")) + 1;
  const last = span.text.slice(start);
  const line = readLastLine(reading, span);
  if (line !== null) return line;
  const affirmed = readAffirmation(reading, last, span.start + start);
  if (affirmed !== null) return affirmed;
  const mention = reading.options.mentions(last).at(-1);
  if (mention === undefined) return null;
  const cleft = CLEFT.test(last.slice(0, mention.start)) && /^ (?:that|who|which)\b/.test(last.slice(mention.end));
  if (!cleft && !CLOSED.test(last.slice(mention.end))) return null;
  // "so 3" may mean the third option.
  if (/^\d+$/.test(last.slice(mention.start, mention.end))) return null;
  if (!cleft && !CLOSING_LEAD.test(last.slice(0, mention.start))) return null;
  const at = span.start + start;
  const others = reading.options.mentions(span.text).some(({ position }) => position !== mention.position);
  return found(reading, "option-mention", at + mention.start, at + mention.end, mention.position, others);
}

/** "It's a cello that accompanies her." */
const CLEFT = /\bit(?:'s| is| was) (?:the |an? )?$/i;

/** Reads an option's text on the last line. */
function readLastLine(reading: Reading, span: Trimmed): Finding | null {
  const start = span.text.lastIndexOf("\n") + 1;
  const position = start === 0 ? -1 : reading.options.equalTo(span.text.slice(start));
  return position < 0 ? null : found(reading, "option-text", span.start + start, span.end, position);
}

/** Reads a yes or no that begins a concluding sentence: "So yes, they are the same person." */
function readAffirmation(reading: Reading, sentence: string, at: number): Finding | null {
  const match = /^\s*(?:so|thus|therefore|hence)[, ]+(yes|no)\b(?=[,.;! ]|$)/i.exec(sentence);
  const position = match === null ? -1 : reading.options.equalTo(match[1] ?? "");
  if (match === null || position < 0) return null;
  return found(reading, "option-mention", at + match.index, at + match.index + match[0].length, position, true);
}

/** The only option that a short response mentions, or the only option that the response is a part of. */
export function readMentionedText(reading: Reading): Finding | null {
  const span = trimmed(reading);
  if (span === null) return null;
  const words = countWords(wordsOf(span.text));
  if (words > MOST_WORDS) return null;
  const mentions = reading.options.mentions(span.text);
  const first = mentions[0];
  if (first === undefined) return readPart(reading, span);
  if (mentions.some((other) => other.position !== first.position))
    return readCorrected(reading, span, mentions) ?? readAll(reading, span, mentions);
  if (isOneOfValues(reading, span, first) || ORDERED.test(span.text.slice(0, first.start))) return null;
  if (isHedged(reading, span, first) || OPTION_SAYS.test(span.text.slice(0, first.start))) return null;
  if (reading.options.length(first.position) < 2 && words > MOST_WORDS_FOR_ONE) return null;
  return found(reading, "option-mention", span.start + first.start, span.start + first.end, first.position);
}

/** Words that take back the option before them: "Left, no, sorry, right." */
const TAKEN_BACK =
  /(?:[,.;:…—–-]|\n|\bbut)\s*(?:oh,? |but )?(?:no|wait|sorry|actually|rather|or rather|correction|scratch that|i mean|make that|hold on)\b(?!\s+(?:one|idea|doubt|way|longer|more)\b)[^.!?\n]{0,40}?[,.:;…—–-]?\s/gi;

/** Reads the option after the last words that take back what was said before them, if it is the only one there. */
function readCorrected(reading: Reading, span: Trimmed, mentions: readonly Mention[]): Finding | null {
  const taken = allMatches(span.text, TAKEN_BACK).at(-1);
  if (taken === undefined) return null;
  const after = mentions.filter(({ start }) => start >= taken.index + 2);
  const [first] = after;
  if (first === undefined || after.some(({ position }) => position !== first.position)) return null;
  return found(reading, "option-mention", span.start + first.start, span.start + first.end, first.position, true);
}

/** Several options: none of them, or the option that says "all of the above" if all others are named. */
function readAll(reading: Reading, span: Trimmed, mentions: readonly Mention[]): Finding {
  const { options } = reading;
  const named = new Set(mentions.map(({ position }) => position));
  const rest = Array.from({ length: options.count }, (_, position) => position).filter((one) => !named.has(one));
  const all = rest.length === 1 && named.size > 1 ? (rest[0] ?? -1) : -1;
  const isAll =
    all >= 0 &&
    countWords(wordsOf(span.text)) <= MOST_WORDS_FOR_ONE &&
    ALL.test(options.text(all)) &&
    !/\b(?:or|either|nor)\b/i.test(span.text);
  return found(reading, "option-text", span.start, span.end, isAll ? all : "several-answers");
}

/** The words of an option that stands for all others. */
const ALL = /^ (?:all(?: of)?|both)(?: of)?(?: the| these| those| them)?(?: above| options| answers| a and b)* $/;

/** Words by which a sentence tells what happens at another time than the one that is asked for. */
const ORDERED = /(?:(?:^|[.;,]\s)first,?\s|先|之前|まず|먼저)[^.!?。！\n]{0,40}$/i;

/** Whether an option that is a number is mentioned beside other numbers: the 5 of "10x = 5, so x = 1/2". */
function isOneOfValues({ options }: Reading, { text }: Trimmed, { position, start, end }: Mention): boolean {
  if (!/^[^\p{L}]*$/u.test(options.raw(position))) return false;
  let rest = `${text.slice(0, start)} ${text.slice(end)}`;
  for (let other = 0; other < options.count; other++) rest = rest.replaceAll(options.raw(other), " ");
  return /\d/.test(rest);
}

/** "Option A reads …": a quotation of the option, not a statement about it. */
const OPTION_SAYS =
  /\b(?:option|choice) [A-Z]\b(?: \w+)? (?:reads|says|states|mentions|refers|describes|talks|is about)\b[^.]*$/i;

/**
 * Whether the text names a second thing beside the option, even one that is not an option: "a violin or a viola", "at
 * 0:47 and 2:05".
 */
function isHedged(reading: Reading, span: Trimmed, first: Mention): boolean {
  const around =
    /\bor(?: an?| the)?\s*$/i.test(span.text.slice(0, first.start)) || /^\W*or\b/i.test(span.text.slice(first.end));
  const parts = reading.options.partMentions(span.text);
  return around || parts.some((part) => part.position !== first.position);
}

function readPart(reading: Reading, span: Trimmed): Finding | null {
  const parts = reading.options.partMentions(span.text);
  const first = parts[0];
  if (first !== undefined && countWords(wordsOf(span.text)) <= MOST_WORDS_FOR_ONE) {
    const sole = parts.every((other) => other.position === first.position);
    const target = sole ? first.position : "several-answers";
    return found(reading, "option-part", span.start + first.start, span.start + first.end, target, sole);
  }
  return readFragment(reading, span);
}

/** Reads a part of an option's text, or a number in words: "the mistake in an earlier episode", "five times". */
function readFragment(reading: Reading, span: Trimmed): Finding | null {
  const number = countWords(wordsOf(span.text)) > MOST_WORDS_FOR_NUMBER ? -1 : reading.options.numberWord(span.text);
  if (number >= 0) return found(reading, "option-part", span.start, span.end, number, true);
  const position = reading.options.containing(span.text.replace(LEAD_IN, ""));
  return position < 0 ? null : found(reading, "option-part", span.start, span.end, position, true);
}

interface Trimmed {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

function trimmed(reading: Reading): Trimmed | null {
  const text = reading.text.trim();
  if (text === "" || text.length > LONGEST) return null;
  const start = reading.text.search(/\S/);
  return { text, start, end: start + text.length };
}

/** Words and marks that declare the text after them as the answer. */
const DECLARES =
  /(?:\b(?:answers?|ans|choice|option|response|conclusion|solution|result|respuesta|opcion|resposta|reponse|risposta|antwort)\b[^.!?\n:=]{0,60}?(?:\bis\b|\bare\b|\bbe\b|\bes\b|\best\b|\be\b|\bist\b|[:=])|(?:答案|正解|答え|정답)[^。\n:：]{0,10}?[是为為は은는:：]|\b(?:it|that|this)(?:'s| is| must be| has to be)|\bi(?:'d| would| will|'ll)? (?:choose|pick|select|say|go with|answer)|(?:^|\n)(?=\S))[\s*_]{0,6}/gi;
const MOST_DECLARED = 12;
const REACH = 80;
/** A single letter, with or without marks. It is a label if the question has an option with this label. */
const LETTER = /^[\s*_"'`([{$]*([A-Za-z])[\s*_"'`)\]}$.!:]*$/;

/**
 * Reads a response that is an option's text letter for letter, or that ends with the declaration of one: "The answer is
 * (i) 600, (ii) Yes.", "Both A and B". Labels, lists and signs in the option's text are then a part of it.
 */
export function readOwnText(reading: Reading): Finding | null {
  const { text, options } = reading;
  if (!options.exact.end(text)) return null;
  const from = Math.max(0, text.length - options.longest - REACH);
  const tail = text.slice(from);
  const labelled = readLabelled(reading);
  if (labelled !== null) return labelled;
  const starts = [
    0,
    ...allMatches(tail, DECLARES)
      .slice(-MOST_DECLARED)
      .map(({ index, 0: words }) => index + words.length),
  ];
  for (const start of starts) {
    if (start === 0 && from > 0) continue;
    const rest = tail.slice(start);
    const position = options.exact.equalTo(rest) ?? -1;
    if (position < 0 || isLabel(reading, rest) || isNotDeclared(reading, tail.slice(0, start), position)) continue;
    const lead = /^[\s*_"'`]*/.exec(rest)?.[0].length ?? 0;
    return found(reading, "option-text", from + start + lead, text.trimEnd().length, position);
  }
  return null;
}

/** Words that declare a text as anything but the answer. */
const REJECTS =
  /\b(?:wrong|incorrect|false|invalid|least|less|unlikely|worst|ruled out|eliminated|excluded|rejected)\b/i;

/** Whether the words before an option's text reject it, or the line before it is another option: a list of them. */
function isNotDeclared({ options }: Reading, before: string, position: number): boolean {
  const [line = "", last = ""] = before.split("\n").slice(-2).toReversed();
  if (line.trim() !== "") return REJECTS.test(line.split(/[.!?;,:]\s/).at(-1) ?? "");
  const other = options.exact.equalTo(last);
  return other !== null && other !== position;
}

/** A label with its option's text, and nothing else: "Option A – The price". */
const LABELLED =
  /^[\s*_"'`([]{0,6}(?:(?:[Tt]he )?(?:[Cc]orrect |[Ff]inal )?(?:[Aa]nswer|[Oo]ption|[Cc]hoice)(?: is)?[\s:]{1,3})?[*_"'([]{0,3}([A-Z])(?:[.):\]*_"']{1,4}\s|\s?[–—:-]{1,2}\s|\s(?=\())/;

function readLabelled(reading: Reading): Finding | null {
  const { text, options, labels } = reading;
  if (!labels || text.length > options.longest + REACH) return null;
  const label = LABELLED.exec(text);
  const position = label === null ? -1 : (label[1] ?? "").charCodeAt(0) - 65;
  if (label === null || position < 0 || options.exact.equalTo(text.slice(label[0].length)) !== position) return null;
  const at = label[0].search(/[A-Z](?![A-Za-z])/);
  return found(reading, "label-with-text", at, at + 1, position);
}

function isLabel({ labels, options }: Reading, rest: string): boolean {
  const letter = LETTER.exec(rest)?.[1];
  return labels && letter !== undefined && letter.toUpperCase().charCodeAt(0) - 65 < options.count;
}
