import { exactInteger } from "./long-integers.ts";

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
function readPythonString(text: string, start: number): { value: string; end: number } | null {
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

/** The text is not a Python literal; `offset` is where parsing stopped. */
export class PythonLiteralError extends Error {
  constructor(
    readonly expected: string,
    readonly offset: number,
  ) {
    super(`expected ${expected} at offset ${offset}`);
  }
}

/** A dictionary of the literal has a key twice. Python would keep the last. */
export class RepeatedKeyError extends PythonLiteralError {
  constructor(
    readonly key: string,
    offset: number,
  ) {
    super("one field of this name", offset);
  }
}

/** The deepest nesting. It exceeds that of any benchmark, and keeps a hostile cell from exhausting the stack. */
const MAX_DEPTH = 50;
const NUMBER = /[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?(?![\w.])/y;
const isInteger = (digits: string): boolean => /^[-+]?\d+$/.test(digits);
const SPACE = /\s*/y;
const WORDS: readonly (readonly [word: string, value: boolean | null])[] = [
  ["None", null],
  ["True", true],
  ["False", false],
];

/**
 * Parses a Python literal as written by `repr`: strings, numbers, None, True, False, lists, tuples and dictionaries.
 * pandas writes list columns this way. numpy's `str` omits the commas (`['Speech' 'Music']`, also over several lines),
 * so commas between elements are optional. In Python source, adjacent strings would be concatenated, but `repr` never
 * writes that. Integers that JavaScript may round become texts, as in JSON. Nothing is evaluated.
 * @throws {PythonLiteralError}
 */
export function parsePythonLiteral(text: string): unknown {
  const parser = new PythonLiteralParser(text);
  return parser.document();
}

class PythonLiteralParser {
  #at = 0;

  constructor(readonly text: string) {}

  document(): unknown {
    const value = this.#value(0);
    if (this.#at < this.text.length) this.#fail("nothing more");
    return value;
  }

  #value(depth: number): unknown {
    if (depth > MAX_DEPTH) this.#fail(`at most ${MAX_DEPTH} levels of nesting`);
    this.#skipSpace();
    const value = this.#bareValue(depth);
    this.#skipSpace();
    return value;
  }

  #bareValue(depth: number): unknown {
    const next = this.text[this.#at];
    if (next === "[") return this.#sequence("]", depth);
    if (next === "(") return this.#sequence(")", depth);
    if (next === "{") return this.#dictionary(depth);
    if (next === "'" || next === '"') return this.#string();
    return this.#word();
  }

  #sequence(close: string, depth: number): unknown[] {
    const elements: unknown[] = [];
    this.#at += 1;
    this.#skipSpace();
    while (!this.#take(close)) {
      elements.push(this.#value(depth + 1));
      this.#take(",");
      this.#skipSpace();
    }
    return elements;
  }

  #dictionary(depth: number): Record<string, unknown> {
    const members = new Map<string, unknown>();
    this.#at += 1;
    this.#skipSpace();
    while (!this.#take("}")) {
      const start = this.#at;
      const name = this.#memberName();
      if (members.has(name)) throw new RepeatedKeyError(name, start);
      members.set(name, this.#value(depth + 1));
      if (!this.#take(",") && this.text[this.#at] !== "}") this.#fail("',' or '}'");
      this.#skipSpace();
    }
    return Object.fromEntries(members);
  }

  #memberName(): string {
    const start = this.#at;
    const name = this.#value(MAX_DEPTH);
    if (typeof name !== "string") throw new PythonLiteralError("a string as a key", start);
    if (!this.#take(":")) this.#fail("':'");
    return name;
  }

  #string(): string {
    const read = readPythonString(this.text, this.#at);
    if (read === null) return this.#fail("a string");
    this.#at = read.end;
    return read.value;
  }

  #word(): unknown {
    const word = WORDS.find(([candidate]) => this.text.startsWith(candidate, this.#at));
    if (word !== undefined) {
      this.#at += word[0].length;
      return word[1];
    }
    NUMBER.lastIndex = this.#at;
    const digits = NUMBER.exec(this.text)?.[0];
    if (digits === undefined) return this.#fail("a value");
    this.#at += digits.length;
    return isInteger(digits) ? exactInteger(digits) : Number(digits);
  }

  #skipSpace(): void {
    SPACE.lastIndex = this.#at;
    SPACE.test(this.text);
    this.#at = SPACE.lastIndex;
  }

  #take(character: string): boolean {
    if (this.text[this.#at] !== character) return false;
    this.#at += 1;
    return true;
  }

  #fail(expected: string): never {
    throw new PythonLiteralError(expected, this.#at);
  }
}
