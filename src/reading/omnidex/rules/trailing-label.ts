import { readLabel, skipFillers } from "../claim.ts";
import { labelAt } from "../label-token.ts";
import { asMention, type Finding, type Reading, within } from "../reading.ts";
import { readLeadingLabel } from "./leading-label.ts";

const LONGEST_LINE = 400;

/** Reads a last line or a last sentence that is a label: "…\n\nC", "…\n**C. Green**", "A or B? B." */
export function readTrailingLabel(reading: Reading): Finding | null {
  if (!reading.labels) return null;
  const { text } = reading;
  const end = text.trimEnd().length;
  const start = text.lastIndexOf("\n", end - 1) + 1;
  // "A.\nB.\nC." lists labels; its last label is not a separate sentence.
  if (start > 0 && end - start < 8 && isListItem(text, start)) return null;
  return readLastLine(reading, end) ?? readLastSentence(reading, end);
}

function readLastLine(reading: Reading, end: number): Finding | null {
  const { text } = reading;
  const start = text.lastIndexOf("\n", end - 1) + 1;
  if (start === 0 || end - start > LONGEST_LINE || isListItem(text, start)) return null;
  const line = within(reading, start, end);
  const finding = readLeadingLabel(line);
  if (finding === null) return null;
  return { ...finding, rule: "trailing-label" };
}

/** Whether the previous line also begins with a label or a numbered label, so that the last line is part of a list. */
function isListItem(text: string, start: number): boolean {
  const before = text.slice(0, start).trimEnd();
  const previous = before.slice(before.lastIndexOf("\n") + 1);
  if (
    text.slice(before.length, start).split("\n").length > 2 &&
    VERDICT.test(previous) &&
    ALONE.test(text.slice(start))
  )
    return false;
  return /^[\s*(#-]{0,8}(?:\d{1,2}[.):]\s{0,3}[*_(]{0,3})?[A-Za-z](?:[.):*]|$)/.test(previous);
}

/**
 * A line of a list: a label with a number or a text. If a blank line and a line with only a label (`ALONE`) follow such
 * a list, that label concludes it.
 */
const VERDICT = /^[\s*(#-]{0,8}(?:\d{1,2}[.):]\s{0,3}[*_(]{0,3}[A-Za-z]\b|[A-Za-z][.):*]{1,4} ?[^\s.):*])/;
const ALONE = /^[\s*_(]{0,6}[A-Za-z][)*_.]{0,4}\s*$/;

function readLastSentence(reading: Reading, end: number): Finding | null {
  const { text } = reading;
  const tail = text.slice(Math.max(0, end - 40), end);
  const last =
    /(?:[!?…]|(?<!\b(?:alternative(?:ly)?|second(?: best| choice)?|runner-up|wrong|incorrect|eliminated|except|not))\s?:|(?<!\bvs)\.)[\s*_"']{1,6}(?:option |choice )?[(*_"']{0,4}([A-Za-z])[)*_"']{0,4}[.!]?[)*_"']{0,3}$/i.exec(
      tail,
    );
  if (last === null) return null;
  const from = Math.max(0, end - 40) + last.index + 1;
  const label = labelAt(text, skipFillers(text, from));
  if (label === null) return null;
  const finding = readLabel(reading, "trailing-label", label, end);
  const heading = /^\s?:/.test(last[0]) ? text.slice(Math.max(0, from - 60), from).trimEnd() : null;
  return heading === null || ANNOUNCES.test(heading) ? finding : asMention(finding);
}

/** Headings that announce the answer. A label after another heading ("Background noise: A") is only mentioned. */
const ANNOUNCES =
  /\b(?:answers?|ans|best|correct|right|final|choices?|options?|pick|guess|selection|response|result|verdict|conclusion|decision|solution|so|therefore|thus|hence|wait|no|now|actually|rather|correct(?:ion|ed)|revis(?:ion|ed)|updated?|second look|re-?(?:watch|check|consider)(?:ing|ed)?|overall|leav(?:es|ing)|is|be|say|choose|select|go with|likely|letter)\b[^.!?\n:]{0,30}:?$/i;
