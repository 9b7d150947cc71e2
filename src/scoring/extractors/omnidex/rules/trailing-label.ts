import { readLabel, skipFillers } from "../claim.ts";
import { labelAt } from "../label-token.ts";
import { type Finding, type Reading, within } from "../reading.ts";
import { readLeadingLabel } from "./leading-label.ts";

const LONGEST_LINE = 400;

/** The last line, or the last sentence, is a label: "…\n\nC", "…\n**C. Green**", "A or B? B." */
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

/** Whether the previous line also begins with a label, so that the last line is part of a list. */
function isListItem(text: string, start: number): boolean {
  const before = text.slice(0, start).trimEnd();
  const previous = before.slice(before.lastIndexOf("\n") + 1);
  return /^[\s*(#-]{0,8}[A-Za-z](?:[.):*]|$)/.test(previous);
}

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
  return label === null ? null : readLabel(reading, "trailing-label", label, end);
}
