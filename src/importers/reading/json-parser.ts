import { ImportError } from "../../domain/import-error.ts";
import { memberPath } from "./record-path.ts";

/** Deeper nesting than any benchmark's; the limit keeps a hostile file from exhausting the stack. */
export const MAX_DEPTH = 100;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const SPACE = /[ \t\n\r]*/y;
const LITERALS: readonly (readonly [word: string, value: boolean | null])[] = [
  ["true", true],
  ["false", false],
  ["null", null],
];

/**
 * Parses JSON (RFC 8259). It is not `JSON.parse` because that keeps the last of two fields of one name and says nothing
 * (a video would vanish), and because its messages do not always say where the error is.
 * @throws {ImportError} with line and column, or with the path of the second field of a name.
 */
export const parseJson = (text: string, fileName: string): unknown => new JsonParser(text, fileName).document();

class JsonParser {
  #at = 0;

  constructor(
    readonly text: string,
    readonly fileName: string,
  ) {}

  document(): unknown {
    const value = this.#value("$", 0);
    if (this.#at < this.text.length) this.#fail("the end of the file");
    return value;
  }

  #value(path: string, depth: number): unknown {
    this.#skipSpace();
    const value = this.#bareValue(path, depth);
    this.#skipSpace();
    return value;
  }

  #bareValue(path: string, depth: number): unknown {
    if (depth > MAX_DEPTH) this.#fail(`at most ${MAX_DEPTH} levels of nesting`);
    const next = this.text[this.#at];
    if (next === "{") return this.#object(path, depth);
    if (next === "[") return this.#array(path, depth);
    if (next === '"') return this.#string();
    return this.#scalar();
  }

  #object(path: string, depth: number): Record<string, unknown> {
    const members = new Map<string, unknown>();
    this.#list("}", () => {
      if (this.text[this.#at] !== '"') this.#fail("a field name in double quotes");
      const name = this.#string();
      const at = memberPath(path, name);
      if (members.has(name)) throw new ImportError(`${this.fileName}: ${at}`, "one field of this name", "a second one");
      this.#skipSpace();
      if (!this.#take(":")) this.#fail("':'");
      members.set(name, this.#value(at, depth + 1));
    });
    // `Object.fromEntries` defines; an assignment would make a field named "__proto__" the prototype.
    return Object.fromEntries(members);
  }

  #array(path: string, depth: number): unknown[] {
    const elements: unknown[] = [];
    this.#list("]", () => elements.push(this.#value(`${path}[${elements.length}]`, depth + 1)));
    return elements;
  }

  /** What objects and arrays share: the brackets, the commas, no comma at the end. */
  #list(close: string, readElement: () => void): void {
    this.#at += 1;
    this.#skipSpace();
    if (this.#take(close)) return;
    for (;;) {
      readElement();
      this.#skipSpace();
      if (this.#take(close)) return;
      if (!this.#take(",")) this.#fail(`',' or '${close}'`);
      this.#skipSpace();
    }
  }

  #string(): string {
    const start = this.#at;
    let end = this.text.indexOf('"', start + 1);
    while (end !== -1 && this.#isEscaped(end)) end = this.text.indexOf('"', end + 1);
    if (end === -1) this.#fail("the end of this string");
    this.#at = end + 1;
    try {
      return String(JSON.parse(this.text.slice(start, end + 1)));
    } catch {
      this.#at = start;
      return this.#fail("a string without raw control characters or unknown escapes");
    }
  }

  /** A quote is escaped by an odd number of backslashes before it. */
  #isEscaped(quote: number): boolean {
    let start = quote;
    while (this.text[start - 1] === "\\") start -= 1;
    return (quote - start) % 2 === 1;
  }

  #scalar(): unknown {
    const literal = LITERALS.find(([word]) => this.text.startsWith(word, this.#at));
    if (literal !== undefined) {
      this.#at += literal[0].length;
      return literal[1];
    }
    NUMBER.lastIndex = this.#at;
    const digits = NUMBER.exec(this.text)?.[0];
    if (digits === undefined) return this.#fail("a JSON value");
    this.#at += digits.length;
    return Number(digits);
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
    const before = this.text.slice(0, this.#at);
    const line = before.split("\n").length;
    const column = this.#at - before.lastIndexOf("\n");
    const rest = this.text.slice(this.#at, this.#at + 12).split("\n")[0] ?? "";
    const found = this.#at >= this.text.length ? "the end of the file" : `'${rest}'`;
    throw new ImportError(`${this.fileName}: line ${line}, column ${column}`, expected, found);
  }
}
