import { isolatedLetters } from "../isolated-letters.ts";
import { type Finding, found, once, type Reading } from "../reading.ts";
import { inlineMarks, type ListMark, lineMarks } from "../structure/list-marks.ts";

/**
 * Reads a line that consists of one option's label and text and is not part of a list: "…:\n\nF. Individual
 * counselling\n\n…".
 */
export const readLabelledLines = once((reading: Reading): Finding[] => {
  if (!reading.labels) return [];
  const { text } = reading;
  return [...lineMarks(text), ...lastSentenceMarks(text)]
    .filter((mark) => isWhole(reading, mark))
    .map(({ labelAt, position }) => found(reading, "label-with-text", labelAt, labelAt + 1, position));
});

/** Whether only the option's own text follows the label on its line. */
function isWhole({ text, options }: Reading, { position, textStart }: ListMark): boolean {
  if (position >= options.count) return false;
  const line = text.slice(textStart, lineEnd(text, textStart));
  const end = options.beginningEnd(line, position);
  return end > 0 && /^[\s.*_"'`)]*$/.test(line.slice(end));
}

/** Labels that begin a sentence of the last line: "… speaks against it. (A) Red." */
function lastSentenceMarks(text: string): ListMark[] {
  const from = Math.max(text.trimEnd().lastIndexOf("\n") + 1, text.length - LAST_SENTENCES);
  return [...inlineMarks(text), ...appositions(text, from)].filter(
    ({ start, style }) =>
      start > from &&
      (style === APPOSITION || /[.!?:,;]["')*]{0,2}\s*$/.test(text.slice(Math.max(from, start - 8), start))),
  );
}

/** The number of code units at the end that are searched for sentences. */
const LAST_SENTENCES = 600;
const IDENTIFIED = /(?:\bis|\bfrom|\bbe|\bby|\bchoose|\bpick|\bsay|[:→])\s?(?:option )?[(*]{0,3}$/i;
const APPOSITION = "apposition";

/** Labels in the middle of a sentence, before their option's text: "The call is from G, the great tit." */
const appositions = (text: string, from: number): ListMark[] =>
  isolatedLetters(text)
    .filter(
      ({ start, end }) =>
        start > from &&
        text.charAt(start) < "a" &&
        /^(?:,| [-–—(])/.test(text.slice(end, end + 2)) &&
        IDENTIFIED.test(text.slice(Math.max(0, start - 20), start)),
    )
    .map(({ position, start, end }) => ({
      position,
      start,
      labelAt: start,
      textStart: end + 2,
      tick: "",
      style: APPOSITION,
    }));

function lineEnd(text: string, start: number): number {
  const at = text.indexOf("\n", start);
  return at < 0 ? text.length : at;
}
