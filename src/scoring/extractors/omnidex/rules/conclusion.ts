import { allMatches } from "../all-matches.ts";
import { readLabel } from "../claim.ts";
import { labelAt, listEnd } from "../label-token.ts";
import { type Finding, found, type Reading } from "../reading.ts";
import { readClosedLabel } from "./correction.ts";
import { isConditional } from "./hypothetical.ts";
import { isolatedLetters } from "./label-predicate.ts";

/** Words that lead to a conclusion; weaker than "the answer is", so they count only where nothing definite was said. */
const LEAD =
  /(?:\b(?:it's|it is|it must be|it should be|it could be|that's|that is|this is|must be|should be|so|thus|therefore|hence|definitely|probably|likely|clearly|certainly|finally|in conclusion|conclusion|guess|say|points? to|suggests?|indicates?|matches|corresponds to|leads to)\b[,:]?\s{1,3}|(?:→|->|=>|⇒|(?<!(?<!最有?)可能)是|[为為]|选项|選項)\s{0,3})(?:(?:it's|it is|it must be|the|option|choice|probably|definitely|likely|must be|most likely)\s{1,2}){0,3}[(*_"']{0,4}/gi;
const MOST_LEADS = 200;

/** "It's B.", "…, so C.", "Therefore, (D)". The last one counts. */
export function readConclusion(reading: Reading): Finding | null {
  if (!reading.labels) return null;
  const leads = allMatches(reading.text, LEAD).slice(-MOST_LEADS).reverse();
  for (const lead of leads) {
    const at = lead.index + lead[0].length;
    if (isConditional(reading.text, lead.index, at)) continue;
    const finding = readList(reading, at) ?? readClosedLabel(reading, "conclusion", at);
    if (finding !== null) return finding;
  }
  return readClosingLabel(reading);
}

/** "… belongs to the bus (C).", where no other label stands in brackets. */
function readClosingLabel(reading: Reading): Finding | null {
  const { text } = reading;
  const tail = text.slice(-8);
  const last = /[([][A-Za-z][)\]][.!]?$/.exec(tail);
  if (last === null) return null;
  const at = text.length - tail.length + last.index + 1;
  const others = isolatedLetters(text).filter(({ start }) => /[([]/.test(text.charAt(start - 1)));
  const letter = text.charAt(at).toUpperCase();
  if (others.some(({ start }) => text.charAt(start).toUpperCase() !== letter)) return null;
  const label = labelAt(text, at);
  return label === null ? null : readLabel(reading, "conclusion", label, text.length);
}

function readList(reading: Reading, at: number): Finding | null {
  const label = labelAt(reading.text, at);
  const end = label === null ? null : listEnd(reading.text, label, reading.options.count);
  return label === null || end === null ? null : found(reading, "conclusion", label.start, end, "several-answers");
}
