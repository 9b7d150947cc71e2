import type { Mention } from "../option-texts.ts";
import { type Finding, found, type Reading } from "../reading.ts";
import { countWords, wordsOf } from "../word-text.ts";
import { isUndecided } from "./refusal.ts";

/** A response of more words is not searched for options' texts: it is a chain of thought, and mentions many things. */
const MOST_WORDS = 60;
/** A single word is found in a longer text by chance too easily. */
const MOST_WORDS_FOR_ONE = 25;
const MOST_WORDS_FOR_NUMBER = 8;
const LONGEST = 1000;
/** Words before an option's text that add nothing to it. */
const LEAD_IN =
  /^\W*(?:(?:the )?(?:correct |right |best )?(?:answer|option|choice)(?: is|:)?|it(?:'s| is| was| would be)|they are|this is|that is|because|to|i think|i believe|probably|most likely)\s+/i;

/** The response is an option's text, or begins with it. */
export function readWholeText(reading: Reading): Finding | null {
  const span = trimmed(reading);
  if (span === null) return null;
  const equal = reading.options.equalTo(span.text);
  if (equal >= 0) return found(reading, "option-text", span.start, span.end, equal);
  return readBeginning(reading, span);
}

/** An option's text at the beginning, where no other option is mentioned after it. */
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

/** The one option whose text is mentioned in a short response, or the one option that the response is a part of. */
export function readMentionedText(reading: Reading): Finding | null {
  const span = trimmed(reading);
  if (span === null) return null;
  const words = countWords(wordsOf(span.text));
  if (words > MOST_WORDS) return null;
  const mentions = reading.options.mentions(span.text);
  const first = mentions[0];
  if (first === undefined) return readPart(reading, span);
  if (mentions.some((other) => other.position !== first.position))
    return found(reading, "option-text", span.start, span.end, "several-answers");
  if (isHedged(reading, span, first)) return null;
  if (reading.options.length(first.position) < 2 && words > MOST_WORDS_FOR_ONE) return null;
  return found(reading, "option-mention", span.start + first.start, span.start + first.end, first.position);
}

/** "a violin or a viola", "at 0:47 and 2:05": another thing is named with it, though it is no option in full. */
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

/** "the mistake in an earlier episode", "five times". */
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
