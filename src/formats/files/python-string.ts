/** Escapes of one character (Python reference, 2.4.1.1). A backslash before a line's end joins the lines. */
const SIMPLE: Readonly<Record<string, string>> = {
  "\\": "\\",
  "'": "'",
  '"': '"',
  a: "\x07",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
  "\n": "",
};
const CODE_POINT = /x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-7]{1,3})/y;

/**
 * Reads a Python string in single or double quotes that begins at `start`.
 * @returns the string and the offset after its closing quote, or `null` if it is unterminated or has an invalid escape.
 */
export function readPythonString(text: string, start: number): { value: string; end: number } | null {
  const quote = text[start];
  let value = "";
  let at = start + 1;
  while (at < text.length) {
    const character = text[at] ?? "";
    if (character === quote) return { value, end: at + 1 };
    if (character === "\n") return null;
    if (character !== "\\") {
      value += character;
      at += 1;
      continue;
    }
    const escaped = readEscape(text, at + 1);
    if (escaped === null) return null;
    value += escaped.value;
    at = escaped.end;
  }
  return null;
}

function readEscape(text: string, at: number): { value: string; end: number } | null {
  const simple = SIMPLE[text[at] ?? ""];
  if (simple !== undefined) return { value: simple, end: at + 1 };
  CODE_POINT.lastIndex = at;
  const match = CODE_POINT.exec(text);
  if (match !== null) return readCodePoint(match);
  // Python keeps the backslash of an unknown escape. But x, u, U and N begin known escapes, so here the escape is
  // malformed.
  return /[xuUN]/.test(text[at] ?? "x") ? null : { value: "\\", end: at };
}

function readCodePoint(match: RegExpExecArray): { value: string; end: number } | null {
  const hex = match[1] ?? match[2] ?? match[3];
  const codePoint = hex === undefined ? Number.parseInt(match[4] ?? "", 8) : Number.parseInt(hex, 16);
  return codePoint > 0x10ffff ? null : { value: String.fromCodePoint(codePoint), end: match.index + match[0].length };
}
