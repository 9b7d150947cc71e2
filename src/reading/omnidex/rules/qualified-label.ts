import { readLabel } from "../claim.ts";
import { optionLetters } from "../isolated-letters.ts";
import { labelAt } from "../label-token.ts";
import { type Finding, found, type Reading } from "../reading.ts";
import { wordBefore } from "../words-beside.ts";

/** Words directly before a label: "… is (", "… would be **", "…: ". */
const LINK =
  /(?:\b(?:is|are|was|be|being|choose|remains?|leaves?|leaving|becomes?)\b:?|[:=→]|->|=>)[\s*_"'`([{$\\]{0,10}(?:(?:text|textbf|mathrm|boxed)\{)?(?:(?:the )?(?:option|choice|answer|letter|statement) )?[("'*[]{0,4}$/i;
/** The last words and marks of `LINK`, except for arrows. */
const LINKS = new Set(
  "is are was be being choose remain remains leave leaves leaving become becomes text textbf mathrm boxed option choice answer letter statement : = >".split(
    " ",
  ),
);
/** Words by which a sentence announces the answer: "the best match is", "the result:". */
const QUALIFIER =
  /\b(?:best|correct|right|closest|nearest|only|sole|final|my|(?:most|more) \w+|likely|appropriate|suitable|fitting|proper|ideal|valid|true|ans|result|verdict|decision|conclusion|solution|outcome|selection|selected|chosen|one (?:that|which) \w+|corresponding|following|answers?|guess|hence|therefore|thus)\b[^.!?;\n]{0,120}$/i;
/** A plural introduces a list, and the label after it is not an answer. */
const PLURAL = /\b(?:options|choices|answers|candidates|statements|possibilities|letters)\b[^.!?;\n]{0,30}$/i;
/** Text that ends a label's clause. */
const CLOSED =
  /^[)\]}*_"'`$]{0,5}(?:\s{0,3}$|\s{0,2}[.,:;!?。，\n)]|\s+(?:because|since|as|given|which|and|but|with|[-–—(])|\s?[-–—])/i;
const REACH = 140;

/**
 * "The best match is B", "the most likely outcome is (G). U.S. residents …", "Result: B", "that leaves C".
 * @param known the positions of labels that are already declared as the answer
 */
export function readQualifiedLabels(reading: Reading, known: ReadonlySet<number>): Finding[] {
  if (!reading.labels) return [];
  return optionLetters(reading)
    .filter(({ start }) => !known.has(start))
    .map(({ start }) => readQualified(reading, start))
    .filter((finding) => finding !== null);
}

function readQualified(reading: Reading, at: number): Finding | null {
  const { text, options } = reading;
  const word = wordBefore(text, at);
  if (word < "\x80" && !LINKS.has(word)) return null;
  const before = text.slice(Math.max(0, at - REACH), at);
  if (!LINK.test(before.slice(-40)) || !QUALIFIER.test(before) || PLURAL.test(before)) return null;
  // "A is true and so is C."
  if (/\b(?:and|as) so (?:is|does|was) [("'*]{0,2}$/i.test(before))
    return found(reading, "declared-answer", at, at + 1, "several-answers");
  const label = labelAt(text, at);
  if (label === null || (text.charAt(at) >= "a" && !/[([*"']$/.test(before))) return null;
  const rest = text.slice(label.end, label.end + 300);
  if (!reading.work.take(rest.length)) return null;
  const named = options.beginning(rest);
  if (!CLOSED.test(rest) && named !== label.position && !/[([]$/.test(before)) return null;
  const finding = readLabel(reading, "declared-answer", label, label.end + 1);
  return finding.target === "no-such-option" && text.charAt(at) >= "a" ? null : finding;
}
