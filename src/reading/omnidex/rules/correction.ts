import { isDenied } from "../governance/denial.ts";
import { optionLetters } from "../isolated-letters.ts";
import { labelAt } from "../label-token.ts";
import { type Finding, found, type Reading } from "../reading.ts";
import { wordBefore } from "../words-beside.ts";

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
const REACH = 60;

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
      const before = text.slice(Math.max(0, start - REACH), start);
      return TAKEN_BACK.test(before) || CONTRAST.test(before);
    })
    .map(({ start }) => readClosedLabel(reading, "correction", start))
    .filter((finding) => finding !== null);
}

/** Reads a label that ends its clause. */
export function readClosedLabel(reading: Reading, rule: string, at: number): Finding | null {
  const { text, options } = reading;
  const label = labelAt(text, at);
  if (label === null || isDenied(text, label) || !CLOSED.test(text.slice(label.end, label.end + 16))) return null;
  const target = label.position < options.count ? label.position : "no-such-option";
  return found(reading, rule, label.start, label.end, target);
}
