/**
 * The characters that Python's `str.strip()` and `str.split()` treat as white space: Unicode white space, but not the
 * byte order mark.
 */
const PYTHON_SPACE = "\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";
const LEADING = new RegExp(`^[${PYTHON_SPACE}]+`);
const SPACE = new RegExp(`[${PYTHON_SPACE}]`);
const SPACES = new RegExp(`[${PYTHON_SPACE}]+`, "g");

/** Python's `str.strip()`. */
export function pythonStrip(text: string): string {
  let end = text.length;
  while (end > 0 && SPACE.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end).replace(LEADING, "");
}

/** Python's `str.strip(characters)`. */
export function pythonStripOf(text: string, characters: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && characters.includes(text.charAt(start))) start += 1;
  while (end > start && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/** Python's `str.split()`. */
export const pythonSplit = (text: string): string[] => text.replace(SPACES, " ").trim().split(" ").filter(Boolean);

/** Python's `string.punctuation`. */
const PUNCTUATION = /[!"#$%&'()*+,\-./:;<=>?@[\\\]^_`{|}~]/g;

/** A text without the characters of Python's `string.punctuation`. */
export const withoutPunctuation = (text: string): string => text.replace(PUNCTUATION, "");
