import { stands } from "./governance/stands.ts";
import { readStatements } from "./read-statements.ts";
import type { Finding, Reading, Rule } from "./reading.ts";
import { readLeadingLabel } from "./rules/leading-label.ts";
import { readOptionNumber } from "./rules/option-number.ts";
import { readMentionedText, readWholeText } from "./rules/option-text.ts";
import { readRefusal } from "./rules/refusal.ts";

const RULES: readonly Rule[] = [
  readEqualText,
  readLeadingLabel,
  (reading) => readStatements(reading),
  readOptionNumber,
  readWholeText,
  readRefusal,
  readMentionedText,
];

/** Reads the content of a container meant only for the answer: a tag, a box, a JSON value. */
export function readPart(reading: Reading): Finding | null {
  for (const rule of RULES) {
    const finding = rule(reading);
    if (finding !== null && stands(reading, finding)) return finding;
  }
  return null;
}

/** "A minor" is the option "A minor", not the label A. A text of a single letter is a label. */
function readEqualText(reading: Reading): Finding | null {
  const finding = readWholeText(reading);
  const single = reading.labels && /^\W*[A-Za-z]\W*$/.test(reading.text);
  return finding === null || single ? null : finding;
}
