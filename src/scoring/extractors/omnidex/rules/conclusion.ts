import { readLabel } from "../claim.ts";
import { isDenied } from "../governance/denial.ts";
import { isConditional } from "../governance/hypothetical.ts";
import { isolatedLetters, optionLetters } from "../isolated-letters.ts";
import { type LabelToken, labelAt, listEnd } from "../label-token.ts";
import { type Finding, found, type Reading } from "../reading.ts";
import { readClosedLabel } from "./correction.ts";

/**
 * Words that introduce a conclusion. They are weaker than "the answer is", so they count only without a definite
 * answer.
 */
const LEAD =
  /(?:\b(?:it's|it is|it must be|it should be|it could be|it might be|it may be|it would be|it can only be|it has to be|has to be|(?:has )?got(?:ta| to) be|would have to be|my money is on|(?:we are|we're|i am|i'm|leaves (?:us|me)) (?:left )?with|of (?:the|these|all)(?: \w+){1,2}(?=,)|(?:order|sequence|described|listed|given|shown|stated) in(?= (?:option|choice))|that's|that is|which is|which means|which would be|this is|must be|should be|so|thus|therefore|hence|definitely|probably|likely|clearly|certainly|surely|obviously|undoubtedly|evidently|presumably|perhaps|maybe|possibly|finally|ultimately|accordingly|overall|wahrscheinlich|vermutlich|daher|also|probablemente|donc|quindi|allora|logo|portanto|por tanto|por lo tanto|in conclusion|conclusion|guess|say|points? to|suggests?|indicates?|matches|corresponds to|leads to|leads us to|leaves|leaving|aligns with|consistent with|best described by|(?:looks|sounds|seems|feels) like|confident in|in favou?r of|fits|satisfied by|represented by|given by|supports?)\b[,:]?\s{1,3}|(?:(?<!(?<![A-Za-z])[A-Za-z][)\]]?[ \t]?)(?:→|->|=>|⇒)|➡️?|👉|[✅☑✓✔]|因此|所以|故|综上|于是|(?<!(?<!最有?)可能|还|還)是|[为為]|选项|選項)\s{0,3})(?:(?:it's|it is|it must be|it has to be|i'd say|i would say|the|option|choice|answer|answer is|is|letter|probably|definitely|likely|must be|most likely|only)\s{1,2}){0,3}[(*_"'`$[]{0,4}$/i;
/** "The answer is A since the sound supports B less": a reason is not a conclusion. */
const SUBORDINATE = /\b(?:since|because|although|though|while|whereas|unlike)\b[^,.;:!?\n]*$/i;
/** "Tentatively B." */
const ADVERB = /(?:^|[.!?\n])\s{0,3}\w{3,20}ly,?\s{1,3}[(*_"']{0,4}$/;
/** How much of the text before a label may introduce it, in code units. */
const REACH = 60;

/** "It's B.", "…, so C.", "Therefore, (D)". The last one counts. */
export function readConclusion(reading: Reading): Finding | null {
  if (!reading.labels) return null;
  for (const { start } of optionLetters(reading).toReversed()) {
    const finding = conclusionAt(reading, start);
    if (finding !== null) return finding;
  }
  return readClosingLabel(reading);
}

function conclusionAt(reading: Reading, start: number): Finding | null {
  const { text } = reading;
  const before = text.slice(Math.max(0, start - REACH), start);
  const lead = LEAD.exec(before) ?? ADVERB.exec(before);
  if (lead === null || SUBORDINATE.test(text.slice(Math.max(0, start - 120), start))) return null;
  if (isConditional(text, start - lead[0].length, start)) return null;
  return readList(reading, start) ?? readClosedLabel(reading, "conclusion", start);
}

/**
 * A conclusion that ends the response is as definite as "the answer is …".
 * @param known the positions of labels that are already declared as the answer
 */
export function readClosingConclusion(reading: Reading, known: ReadonlySet<number>): Finding | null {
  const { text } = reading;
  // "That's D, not A": a denied label at the end does not count as being in between.
  const last = reading.labels
    ? isolatedLetters(text)
        .slice(-MOST_DENIED)
        .findLast(({ start, end }) => CLOSING.test(text.slice(end, end + 60)) && !isDenied(text, { start, end }))
    : undefined;
  if (last === undefined || known.has(last.start)) return null;
  return conclusionAt(reading, last.start) ?? readApposition(reading, last) ?? readClosingLabel(reading);
}

/** "Definitely a nightjar, C.": the label after its own option's text. */
function readApposition(reading: Reading, label: LabelToken): Finding | null {
  const { text, options } = reading;
  const before = text.slice(Math.max(0, label.start - 120), label.start);
  if (label.position >= options.count || !/[\p{L}\p{N}]["')]?(?:,| [-–—]) ?[(*"']{0,3}$/u.test(before)) return null;
  const sentence = before.slice(Math.max(...[". ", "? ", "! ", "\n"].map((mark) => before.lastIndexOf(mark))) + 1);
  const mentions = options.mentions(sentence);
  const own = mentions.every(({ position }) => position === label.position);
  // Without the option's text, only a single letter after a comma at the very end is equally clear.
  const lone =
    /[^)\]A-Z],\s?[(*]{0,3}$/.test(before) && text.charAt(label.start) < "a" && CLOSING.test(text.slice(label.end));
  return own && (mentions.length > 0 || lone)
    ? found(reading, "conclusion", label.start, label.end, label.position)
    : null;
}

const MOST_DENIED = 3;
const CLOSING =
  /^[)\]}*_"'$`.!。\s]{0,12}$|^[)\]*_"']{0,3},? (?:and )?(?:not|rather than|instead of) (?:option |choice )?[(*"']{0,3}[A-Z][)*"']{0,3}[.!\s]{0,4}$/;

/** "… belongs to the bus (C).", if no other label is in brackets. */
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
