import { optionLabel } from "../../../domain/option-label.ts";
import { type Finding, found, type Reading } from "../reading.ts";

/** An option whose text looks like a label. */
const LETTER = /^ ?[a-z] ?$/i;

/**
 * Reads a label with its option's text at the end of a response, if that text is a single letter. "D. B" is option D
 * with the text "B", and "D. i" does not name an option I. Returns null if the last line has several options in this
 * form.
 */
export function readLabelWithLetter(reading: Reading): Finding | null {
  if (!reading.labels) return null;
  const { text, options } = reading;
  if (!options.short) return null;
  for (let position = 0; position < options.count; position++) {
    const letter = options.text(position).trim();
    if (!LETTER.test(letter) || options.equalTo(letter) !== position) continue;
    const pair = pairAtEnd(text, optionLabel(position), letter);
    if (pair !== null) return found(reading, "label-with-text", pair, pair + 1, position);
  }
  return null;
}

/** The position of the label, in the last line only: a list of all options, one per line, is not an answer. */
function pairAtEnd(text: string, label: string, letter: string): number | null {
  const line = text.slice(Math.max(text.lastIndexOf("\n") + 1, text.length - 200));
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}])${label}\\s?[).:\\]]{1,2}\\s{0,3}["']?${letter}["']?\\s?[.!]?\\s{0,9}$`,
    "iu",
  );
  const match = pattern.exec(line);
  if (match === null || /[\p{L}\p{N}]\s?[).:\]]\s{0,3}["']?[\p{L}\p{N}]\b.*$/u.test(line.slice(0, match.index)))
    return null;
  return text.includes("\n") && /^\s*[a-z]\s?[).:\]]/im.test(text.slice(0, text.lastIndexOf("\n")))
    ? null
    : text.length - line.length + match.index;
}
