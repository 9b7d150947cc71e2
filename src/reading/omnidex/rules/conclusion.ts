import { readLabel } from "../claim.ts";
import { isConditional } from "../governance/commitment.ts";
import { isDenied } from "../governance/denial.ts";
import { isolatedLetters, type LabelToken, labelAt, listEnd, optionLetters } from "../label-token.ts";
import { allMatches } from "../matches.ts";
import { asMention, type Finding, found, type Reading } from "../reading.ts";
import { wordBefore } from "../word-text.ts";

/** Words by which a model withdraws an answer. The label after them is a definite statement. */
const TAKEN_BACK =
  /\b(?:wait|actually|rather|instead|correction|scratch that|i meant?|make that|on second thought|on reflection|hmm|no|oops|sorry)\b[,:;.!…]{0,3}\s{1,3}(?:(?:no|wait|it's|it is|it should be|should be|make that|the answer is|option|rather)[,:]?\s{1,2}){0,3}[(*_"']{0,3}$/i;
/** "not A but C", "不是A，而是B". */
const CONTRAST =
  /(?:\bnot|n't|(?<![а-яё])не|不是|并非|\bnicht|\bno es|\bnon e|n'est pas|\bnao e)\s{0,2}(?:option )?[(*"']{0,2}[A-Za-z][)*"']{0,2}[,;，]?\s{0,2}(?:but(?: rather)?|rather|sondern|sino|mais|mas|ma|а|e|es|c'est|它?而是|应该是|是)\s{0,2}(?:option )?[(*"']{0,2}$/i;
/** The last words of both patterns above, except those in other scripts. */
const LAST_WORDS = new Set(
  "wait actually rather instead correction that mean meant thought reflection hmm no oops sorry s is be option but sondern sino mais mas ma e es est , : ; . !".split(
    " ",
  ),
);
/** Text that must follow the label. It shows that the label is not the first word of a longer phrase. */
const CLOSED =
  /^[)\]}*_"'$]{0,4}(?:\s*$|\s*[.,:;!?。，\n)(]|\s+(?:because|since|as|given|instead|is|rather than|over|instead of|and not|to me|for me|in my (?:view|opinion)|here|overall|then|here|[-–—])(?![A-Za-z]))/i;
const NOWHERE: ReadonlySet<number> = new Set();
/** The number of code units before a label that are searched for words that withdraw another label. */
const CORRECTION_REACH = 60;

/**
 * Reads a label that corrects an earlier answer: "A. Wait, no: C."
 * @param known the positions of labels that are already declared as the answer
 */
export function readCorrections(reading: Reading, known: ReadonlySet<number> = NOWHERE): Finding[] {
  if (!reading.labels) return [];
  const { text } = reading;
  return optionLetters(reading)
    .filter(({ start }) => {
      if (known.has(start)) return false;
      const word = wordBefore(text, start);
      if (word < "\x80" && !LAST_WORDS.has(word)) return false;
      const before = text.slice(Math.max(0, start - CORRECTION_REACH), start);
      return TAKEN_BACK.test(before) || CONTRAST.test(before);
    })
    .map(({ start }) => readClosedLabel(reading, "correction", start))
    .filter((finding) => finding !== null);
}

/** Reads a label that ends its clause. */
function readClosedLabel(reading: Reading, rule: string, at: number): Finding | null {
  const { text, options } = reading;
  const label = labelAt(text, at);
  if (label === null || isDenied(text, label) || !CLOSED.test(text.slice(label.end, label.end + 16))) return null;
  const target = label.position < options.count ? label.position : "no-such-option";
  return found(reading, rule, label.start, label.end, target);
}

/** Words that introduce a conclusion. Weaker than "the answer is", they count only without a definite answer. */
const LEAD =
  /(?:\b(?:it's|it is|it must be|it should be|it could be|it might be|it may be|it would be|it can only be|it has to be|has to be|(?:has )?got(?:ta| to) be|would have to be|my money is on|(?:we are|we're|i am|i'm|leaves (?:us|me)) (?:left )?with|of (?:the|these|all)(?: \w+){1,2}(?=,)|(?:order|sequence|described|listed|given|shown|stated) in(?= (?:option|choice))|that's|that is|which is|which means|which would be|this is|must be|should be|so|thus|therefore|hence|definitely|probably|likely|clearly|certainly|surely|obviously|undoubtedly|evidently|presumably|perhaps|maybe|possibly|finally|ultimately|accordingly|overall|wahrscheinlich|vermutlich|daher|also|probablemente|donc|quindi|allora|logo|portanto|por tanto|por lo tanto|in conclusion|conclusion|guess|say|points? to|suggests?|indicates?|matches|corresponds to|leads to|leads us to|leaves|leaving|aligns with|consistent with|best described by|(?:looks|sounds|seems|feels) like|confident in|in favou?r of|fits|satisfied by|represented by|given by|supports?)\b[,:]?\s{1,3}|(?:(?<!(?<![A-Za-z])[A-Za-z][)\]]?[ \t]?)(?:→|->|=>|⇒)|➡️?|👉|[✅☑✓✔]|因此|所以|故|综上|于是|(?<!(?<!最有?)可能|还|還)是|[为為]|选项|選項)\s{0,3})(?:(?:it's|it is|it must be|it has to be|i'd say|i would say|the|option|choice|answer|answer is|is|letter|probably|definitely|likely|must be|most likely|only)\s{1,2}){0,3}[(*_"'`$[]{0,4}$/i;
/** "The answer is A since the sound supports B less": a reason is not a conclusion. */
const SUBORDINATE = /\b(?:since|because|although|though|while|whereas|unlike)\b[^,.;:!?\n]*$/i;
/** "Tentatively B." */
const ADVERB = /(?:^|[.!?\n])\s{0,3}\w{3,20}ly,?\s{1,3}[(*_"']{0,4}$/;
/** The number of code units before a label that may introduce it. */
const CONCLUSION_REACH = 60;

/** Reads the last conclusion: "It's B.", "…, so C.", "Therefore, (D)". */
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
  const before = text.slice(Math.max(0, start - CONCLUSION_REACH), start);
  const lead = LEAD.exec(before) ?? ADVERB.exec(before);
  if (lead === null || SUBORDINATE.test(text.slice(Math.max(0, start - 120), start))) return null;
  if (isConditional(text, start - lead[0].length, start)) return null;
  return readList(reading, start) ?? readClosedLabel(reading, "conclusion", start);
}

/**
 * Reads a conclusion that ends the response. It is as definite as "the answer is …", unless it only describes something
 * that has a label: "the distractor is the dog, which is B", "… belongs to the dog (B)".
 * @param known the positions of labels that are already declared as the answer
 */
export function readClosingConclusion(reading: Reading, known: ReadonlySet<number>): Finding | null {
  const { text } = reading;
  // In "That's D, not A", the denied label at the end does not separate the conclusion from the end of the response.
  const last = reading.labels
    ? isolatedLetters(text)
        .slice(-MOST_DENIED)
        .findLast(({ start, end }) => CLOSING.test(text.slice(end, end + 60)) && !isDenied(text, { start, end }))
    : undefined;
  if (last === undefined || known.has(last.start)) return null;
  const conclusion = conclusionAt(reading, last.start);
  const finding = conclusion ?? readApposition(reading, last) ?? readClosingLabel(reading);
  return finding !== null && isDescription(text, last.start, conclusion !== null) ? asMention(finding) : finding;
}

/** A relative clause, which may describe an option that is not the answer. */
const DESCRIBES =
  /\bwhich (?:is|was|would be|matches|corresponds to|fits|is in|is given by)[,:]?\s{1,3}(?:(?:the|option|choice|letter) ){0,3}[(*_"'`$[]{0,4}$/i;
/** Words that make a sentence a conclusion. */
const CONCLUDES =
  /(?:^|[.!?;,:\n]|\b(?:and|oh|wait|no))\s{0,3}(?:so|thus|therefore|hence|wait|actually|no(?=[,:.])|rather(?! than)|finally|in conclusion)\b[^.!?\n]*$/i;

/** Whether the words before a label only describe something that has the label. */
function isDescription(text: string, start: number, introduced: boolean): boolean {
  const before = text.slice(Math.max(0, start - CONCLUSION_REACH), start);
  return (!introduced || DESCRIBES.test(before)) && !CONCLUDES.test(before);
}

/** Reads a label after its option's text: "Definitely a nightjar, C." */
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

/** Reads a label in brackets at the end, if no other label is in brackets: "… belongs to the bus (C)." */
function readClosingLabel(reading: Reading): Finding | null {
  const { text } = reading;
  const tail = text.slice(-8);
  const last = /[([][A-Za-z][)\]][.!]?$/.exec(tail);
  if (last === null) return null;
  const at = text.length - tail.length + last.index + 1;
  const others = isolatedLetters(text).filter(({ start }) => /[([]/.test(text.charAt(start - 1)));
  const letter = text.charAt(at).toUpperCase();
  if (others.some(({ start }) => text.charAt(start).toUpperCase() !== letter)) return null;
  if (isExcluded(text, at)) return null;
  const label = labelAt(text, at);
  return label === null ? null : readLabel(reading, "conclusion", label, text.length);
}

/** Words by which a clause excludes what it is about: "there is no dog (B)", "I ruled out the dog (B)". */
const EXCLUDES =
  /\b(?:no|not|never|neither|nor|nobody|nothing|without|absent|cannot|rul(?:e|es|ed|ing) out|leav(?:e|es|ing) out|eliminat(?:e|es|ed|ing)|exclud(?:e|es|ed|ing)|reject(?:s|ed|ing)?|discard(?:s|ed|ing)?|dismiss(?:es|ed|ing)?|instead of|rather than|unlike|distractors?|decoys?)\b|n't\b/i;
/** Words and marks that end a clause with such an exclusion: "not the dog but the violin (D)". */
const TURNS = /\b(?:but|other than|except|so|therefore|thus|hence|because|since|leaves|leaving)\b|[,;:]|[.!?]\s|\n/gi;

/** A verb directly before the label: in "the one that does not fit is (E)", the label is not excluded. */
const IDENTIFIES = /\b(?:is|are|was|were|be|by|as)[:\s]{1,3}[(*_"'[]{0,4}$/i;

/** Whether the clause before a label in brackets excludes what the label names. */
function isExcluded(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - CONCLUSION_REACH), at);
  if (IDENTIFIES.test(before)) return false;
  const turn = allMatches(before, TURNS).at(-1);
  return EXCLUDES.test(turn === undefined ? before : before.slice(turn.index + turn[0].length));
}

function readList(reading: Reading, at: number): Finding | null {
  const label = labelAt(reading.text, at);
  const end = label === null ? null : listEnd(reading.text, label, reading.options.count);
  return label === null || end === null ? null : found(reading, "conclusion", label.start, end, "several-answers");
}
