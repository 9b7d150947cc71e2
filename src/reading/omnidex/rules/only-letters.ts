import { type Finding, found, type Reading } from "../reading.ts";
import { isLatinLetter } from "../word-text.ts";

const MARKS = " \t\r\n.,;:()[]*_\"'`!";

/** Reads a response that is only letters: one letter again and again ("B B B", "BBB"), or several ("A. B. C."). */
export function readOnlyLetters(reading: Reading): Finding | null {
  const { text, options, labels } = reading;
  if (!labels) return null;
  let [first, letters, different, joined] = [-1, 0, false, false];
  for (let at = 0; at < text.length; at++) {
    const unit = text.charAt(at);
    if (MARKS.includes(unit)) continue;
    if (unit < "A" || unit > "Z") return null;
    if (first < 0) first = at;
    letters += 1;
    different ||= unit !== text.charAt(first);
    joined ||= isLatinLetter(text.charAt(at + 1));
    if (different && joined) return null;
  }
  if (letters < 2 || (!different && isWordOfOption(reading))) return null;
  if (different) return found(reading, "leading-label", first, text.trimEnd().length, "several-answers");
  const position = text.charCodeAt(first) - 65;
  return found(reading, "leading-label", first, first + 1, position < options.count ? position : "no-such-option");
}

/** Whether repeated letters are a word of an option's text: "AA" for "AA battery". */
function isWordOfOption({ text, options }: Reading): boolean {
  const word = /[A-Z]{2,}/.exec(text)?.[0];
  if (word === undefined) return false;
  const own = new RegExp(`(?<![A-Za-z])${word}(?![A-Za-z])`, "i");
  return Array.from({ length: options.count }, (_, position) => options.raw(position)).some((option) =>
    own.test(option),
  );
}
