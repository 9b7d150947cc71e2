import { ImportError } from "../../domain/import-error.ts";
import { asBuffer, ByteReader, piecesFrom, sourceOf, textStart } from "./byte-source.ts";
import type { ByteSource } from "./importer.ts";
import { quoteLongIntegers } from "./long-integers.ts";
import { pathOf } from "./record-path.ts";

/** More bytes than the twelve characters of an excerpt can occupy in UTF-8. */
const SHOWN_BYTES = 64;

/** The error at a position of a JSON text, with its line and its column in UTF-16 units, both from 1. */
function jsonFailure(source: ByteSource, fileName: string, position: number, expected: string): ImportError {
  const end = Math.min(position + SHOWN_BYTES, source.size);
  const rest = asBuffer(source.read(position, end)).toString("utf8").slice(0, 12).split("\n")[0] ?? "";
  const found = position >= source.size ? "the end of the file" : `'${rest}'`;
  const { line, column } = placeOf(source, position);
  return new ImportError(`${fileName}: line ${line}, column ${column}`, expected, found);
}

function placeOf(source: ByteSource, position: number): { line: number; column: number } {
  const place = { line: 1, column: 1 };
  let left = position - textStart(source);
  for (const piece of piecesFrom(source, position - left)) {
    for (let index = 0; index < piece.length && left > 0; index++, left--) step(place, piece[index] ?? 0);
    if (left === 0) break;
  }
  return place;
}

/** Advances by one byte. A character counts at its first byte, and twice if it is a surrogate pair in UTF-16. */
function step(place: { line: number; column: number }, byte: number): void {
  if (byte === 0x0a) {
    place.line += 1;
    place.column = 1;
  } else if ((byte & 0xc0) !== 0x80) {
    place.column += byte >= 0xf0 ? 2 : 1;
  }
}

/** The deepest nesting. It exceeds that of any benchmark, and keeps a hostile file from exhausting the stack. */
export const MAX_DEPTH = 100;

/** Alternating starts and ends, `[start of 0, end of 0, start of 1, …]`, as byte offsets in the file. */
export type Ranges = readonly number[];

/** A field of the outermost object. */
export interface JsonMember {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** The ranges of the elements, if the value is an array. */
  readonly elements: Ranges | null;
}

/** The positions of a JSON text's records: the elements of its outermost array, or its outermost object's fields. */
export interface JsonIndex {
  readonly kind: "array" | "object" | "scalar";
  readonly start: number;
  readonly end: number;
  readonly elements: Ranges;
  readonly members: readonly JsonMember[];
}

/**
 * Validates a JSON text (RFC 8259) and indexes its records. Memory use grows only with the number of records.
 * `JSON.parse` alone would not do: it silently keeps the last of two fields with the same name (a video would vanish),
 * and its messages do not always state the position of an error.
 * @throws {ImportError} with line and column, or with the path of a repeated field.
 */
export const scanJson = (source: ByteSource, fileName: string): JsonIndex =>
  new JsonScanner(source, fileName).document();

/**
 * Validates and parses a whole JSON text. Integers that JavaScript may round become texts.
 * @throws {ImportError} like `scanJson`
 */
export function parseJson(text: string, fileName: string): unknown {
  scanJson(sourceOf({ bytes: Buffer.from(text) }), fileName);
  return JSON.parse(quoteLongIntegers(text.replace(/^\ufeff/, "")));
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const LITERALS = ["true", "false", "null"].map((word) => Buffer.from(word));
const ESCAPABLE = new Set(Buffer.from('"\\/bfnrtu'));

const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39;
const isHex = (byte: number): boolean => isDigit(byte) || ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x66);

class JsonScanner {
  readonly #reader: ByteReader;
  /** The name or index at each depth on the path to the current position. */
  readonly #way: (string | number)[] = [];
  readonly #elements: number[] = [];
  readonly #members: JsonMember[] = [];

  constructor(
    readonly source: ByteSource,
    readonly fileName: string,
  ) {
    this.#reader = new ByteReader(source, textStart(source));
  }

  document(): JsonIndex {
    this.#reader.skipSpace();
    const start = this.#reader.position;
    const first = this.#reader.peek();
    this.#value(0, this.#elements, this.#members);
    const end = this.#reader.position;
    this.#reader.skipSpace();
    if (this.#reader.peek() !== -1) this.#fail("the end of the file");
    const kind = first === OPEN_ARRAY ? "array" : first === OPEN_OBJECT ? "object" : "scalar";
    return { kind, start, end, elements: this.#elements, members: this.#members };
  }

  /** @param elements receives the ranges of an array's elements; `members` receives the fields of an object */
  #value(depth: number, elements: number[] | null, members: JsonMember[] | null): void {
    if (depth > MAX_DEPTH) this.#fail(`at most ${MAX_DEPTH} levels of nesting`);
    const byte = this.#reader.peek();
    if (byte === QUOTE) this.#string();
    else if (byte === OPEN_OBJECT) this.#object(depth, members);
    else if (byte === OPEN_ARRAY) this.#array(depth, elements);
    else if (byte === 0x2d || isDigit(byte)) this.#number();
    else this.#literal();
  }

  #array(depth: number, ranges: number[] | null): void {
    if (this.#opens(CLOSE_ARRAY)) return;
    for (let index = 0; ; index++) {
      this.#way[depth] = index;
      const start = this.#reader.position;
      this.#value(depth + 1, null, null);
      ranges?.push(start, this.#reader.position);
      if (this.#closes(CLOSE_ARRAY, "]")) return;
    }
  }

  #object(depth: number, members: JsonMember[] | null): void {
    if (this.#opens(CLOSE_OBJECT)) return;
    const names = new Set<string>();
    do {
      const name = this.#name(depth);
      if (names.size === names.add(name).size)
        throw new ImportError(this.#path(depth), "one field of this name", "a second one");
      this.#reader.skipSpace();
      if (!this.#reader.take(0x3a)) this.#fail("':'");
      this.#reader.skipSpace();
      const start = this.#reader.position;
      const elements: number[] | null = members !== null && this.#reader.peek() === OPEN_ARRAY ? [] : null;
      this.#value(depth + 1, elements, null);
      members?.push({ name, start, end: this.#reader.position, elements });
    } while (!this.#closes(CLOSE_OBJECT, "}"));
  }

  #name(depth: number): string {
    if (this.#reader.peek() !== QUOTE) this.#fail("a field name in double quotes");
    const start = this.#reader.position;
    const plain = this.#string();
    const written = this.#reader.textFrom(start);
    const name = plain ? written.slice(1, -1) : String(JSON.parse(written));
    this.#way[depth] = name;
    return name;
  }

  /** Moves past the opening bracket to the first element. Returns whether there is no element. */
  #opens(close: number): boolean {
    this.#reader.next();
    this.#reader.skipSpace();
    return this.#reader.take(close);
  }

  /** Moves past an element to the next one. Returns whether that element was the last. */
  #closes(close: number, written: string): boolean {
    this.#reader.skipSpace();
    if (this.#reader.take(close)) return true;
    if (!this.#reader.take(0x2c)) this.#fail(`',' or '${written}'`);
    this.#reader.skipSpace();
    return false;
  }

  /** Moves past a string. Returns whether it has no escapes. */
  #string(): boolean {
    const start = this.#reader.position;
    let escapes = false;
    let broken = false;
    // The number of hexadecimal digits of a \u escape that are still missing.
    let digits = 0;
    this.#reader.next();
    for (let byte = this.#reader.next(); byte !== QUOTE || digits > 0; byte = this.#reader.next()) {
      if (byte === -1) this.#failAt(start, "the end of this string");
      if (digits > 0 && isHex(byte)) digits -= 1;
      else if (digits > 0) {
        broken = true;
        digits = 0;
        if (byte === QUOTE) break;
      }
      if (byte === BACKSLASH) {
        const escaped = this.#reader.next();
        if (escaped === -1) this.#failAt(start, "the end of this string");
        escapes = true;
        if (!ESCAPABLE.has(escaped)) broken = true;
        if (escaped === 0x75) digits = 4;
      } else if (byte < 0x20) broken = true;
    }
    if (broken) this.#failAt(start, "a string without raw control characters or unknown escapes");
    return !escapes;
  }

  /** Moves past the longest valid number. In `01` this is only the 0, so that the 1 is an error. */
  #number(): void {
    const start = this.#reader.position;
    this.#reader.take(0x2d);
    if (!this.#reader.take(0x30) && this.#digits() === 0) this.#failAt(start, "a JSON value");
    const whole = this.#reader.position;
    if (this.#reader.take(0x2e) && this.#digits() === 0) {
      this.#reader.seek(whole);
      return;
    }
    const base = this.#reader.position;
    if ((this.#reader.peek() | 0x20) !== 0x65) return;
    this.#reader.next();
    if (!this.#reader.take(0x2b)) this.#reader.take(0x2d);
    if (this.#digits() === 0) this.#reader.seek(base);
  }

  #digits(): number {
    let count = 0;
    for (; isDigit(this.#reader.peek()); count++) this.#reader.next();
    return count;
  }

  #literal(): void {
    const start = this.#reader.position;
    const word = LITERALS.find(([first]) => first === this.#reader.peek());
    if (word?.every((byte) => this.#reader.take(byte)) !== true) this.#failAt(start, "a JSON value");
  }

  #path(depth: number): string {
    return pathOf(this.#way.slice(0, depth + 1), `${this.fileName}: $`);
  }

  #fail(expected: string): never {
    return this.#failAt(this.#reader.position, expected);
  }

  #failAt(position: number, expected: string): never {
    throw jsonFailure(this.source, this.fileName, position, expected);
  }
}
