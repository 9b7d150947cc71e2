import { isUncommitted } from "../governance/commitment.ts";
import { isDenied } from "../governance/denial.ts";
import { capitalLabels } from "../label-token.ts";
import { type Finding, found, type Reading } from "../reading.ts";
import { isTruncated } from "../structure/take-apart.ts";

const LONGEST = 800;
const MOST_SENTENCES = 12;
/** Words by which a sentence rejects the options that it names. */
const REJECTS =
  /\b(?:neither|nor|not|cannot|never|rul(?:e|es|ed|ing) (?:\w+ ){0,6}?out|ruled out|eliminat(?:e|es|ed|ing)|exclud(?:e|es|ed|ing)|reject(?:s|ed|ing)?|discard(?:s|ed|ing)?|dismiss(?:es|ed|ing)?|cross(?:es|ed|ing)? (?:\w+ ){0,4}?(?:out|off)|wrong|incorrect|false|impossible|invalid|out|no|fails?|contradict(?:s|ed)?|conflicts?|mismatch(?:es)?)\b|n't\b|不是|不对|错误|排除/i;
/** Words that leave open whether the options are rejected. */
const OPEN =
  /\b(?:if|whether|unless|might|may|maybe|perhaps|possibly|could|probably|likely|unlikely|unsure|sure|certain|clear|know|tell|think|believe|either(?!\W*$)|yet|necessarily|reason|evidence|why|rather|instead|hesitat\w*|lean\w*|inclin\w*|between|torn|decide|settle)\b|\?/i;
/** Words by which a sentence speaks of the options in another way than to reject them. */
const OTHERWISE = /\b(?:only|just|because)\b/i;
/** The option that a rejection leaves out: "all except C are wrong", "everything is ruled out but C". */
const EXCEPT =
  /\b(all|every(?:thing|one)?|each|any|none|nothing|no)\b[^.!?\n]{0,60}?\b(?:except|but|other than|apart from|besides|save|with the exception of)(?: for)?\s+(?:the )?(?:option |choice |answer )?[("'*]{0,3}([A-Z])(?![A-Za-z])/i;
const FITS = /\b(?:fits?|works?|matche?s|correct|right|possible|plausible|makes? sense)\b/i;

/**
 * Reads a response that only rejects options, if it rejects all of them but one: "Neither A nor B nor D." of four, "A, B
 * and D are wrong.", "All except C can be ruled out.". The remaining option is the answer.
 */
export function readElimination(reading: Reading): Finding | null {
  const { text, labels } = reading;
  if (!labels || text.length > LONGEST || !REJECTS.test(text) || isTruncated(reading)) return null;
  return readExcept(reading) ?? readRejected(reading);
}

function readExcept(reading: Reading): Finding | null {
  const { text, options } = reading;
  const all = EXCEPT.exec(text);
  if (all === null || OPEN.test(text)) return null;
  const letter = all[2] ?? "";
  const at = all.index + all[0].length - 1;
  const position = letter.charCodeAt(0) - 65;
  if (position < 0 || position >= options.count) return null;
  if (capitalLabels(reading).some((other) => other.position !== position)) return null;
  const without = /^(?:none|nothing|no|any)$/i.test(all[1] ?? "");
  return (without ? FITS : REJECTS).test(text) ? found(reading, "elimination", at, at + 1, position) : null;
}

/** The remaining option, if every sentence with an option rejects what it names. */
function readRejected(reading: Reading): Finding | null {
  const { text, options } = reading;
  const sentences = text.split(SENTENCE);
  if (options.count < 2 || sentences.length > MOST_SENTENCES || sentences.some((one) => OPEN.test(one))) return null;
  const rejected = new Set<number>();
  for (const sentence of sentences) {
    const named = rejectedIn({ ...reading, text: sentence });
    if (named === null) return null;
    for (const position of named) rejected.add(position);
  }
  if (rejected.size !== options.count - 1) return null;
  const rest = Array.from({ length: options.count }, (_, position) => position).find((one) => !rejected.has(one));
  const from = text.search(/\S/);
  return rest === undefined ? null : found(reading, "elimination", Math.max(0, from), text.trimEnd().length, rest);
}

/** The options that a sentence rejects; null if it names an option in another way. */
function rejectedIn(part: Reading): readonly number[] | null {
  const { text, options } = part;
  const letters = capitalLabels(part);
  // "A: Stop it!" is speech, and "A dog barks" no label.
  if (letters.some(({ end }) => ARTICLE.test(text.slice(end - 1, end + 12)) || SPEAKS.test(text.slice(end, end + 3))))
    return null;
  if (options.mentions(text).length > 0) return null;
  const named = [...letters.map(({ position }) => position), ...deniedTexts(part)];
  if (named.length === 0) return named;
  if (!REJECTS.test(text) || OTHERWISE.test(text)) return null;
  // With two options, a single "not" about something else would decide.
  if (options.count === 2 && !letters.every((letter) => isDenied(text, letter))) return null;
  const isDoubted = isUncommitted(text, { start: text.length, end: text.length });
  return isDoubted && !/\bneither\b/i.test(text) ? null : named;
}

const SPEAKS = /^["']?\s?:/;
/** An "A" or "I" before a word that cannot follow a label. */
const ARTICLE =
  /^[AI] (?!(?:nor|either|as|do|don|did|didn|and|or|is|isn|are|aren|was|can|could|does|has|must|also|out|no|not|wrong|false|fails)\b)[a-z]/;
const SENTENCE = /(?<=[.!?;])\s+|\n+/;

/** The options whose texts a sentence denies. Texts of one word of two options, such as "no", occur by chance. */
const deniedTexts = ({ text, options }: Reading): number[] =>
  options.count < 3
    ? []
    : Array.from({ length: options.count }, (_, position) => position).filter((position) =>
        options.isDeniedIn(text, position),
      );
