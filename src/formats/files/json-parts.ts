import { ImportError } from "../../domain/import-error.ts";
import { LONGEST_RECORD } from "./utf8-decoder.ts";

/** Which byte may come next, between values. */
type Expected =
  | "document"
  | "first element"
  | "element"
  | "first name"
  | "name"
  | "colon"
  | "member"
  | "comma"
  | "nothing";

/** The expectation to report if another byte follows. */
const EXPECTATIONS: Readonly<Record<Expected, string>> = {
  document: "a JSON array or object",
  "first element": "a JSON value",
  element: "a JSON value",
  "first name": "a field name in double quotes",
  name: "a field name in double quotes",
  colon: "':'",
  member: "a JSON value",
  comma: "',' or the end of the list",
  nothing: "the end of the file",
};

/** The expectation to report for a file with several objects in sequence, such as indented ones. */
const ONE_VALUE = "the end of the file; write several objects as a list, or each on a line of its own";

const [QUOTE, BACKSLASH, NEWLINE, COMMA, COLON] = [0x22, 0x5c, 0x0a, 0x2c, 0x3a];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
const [SLASH, STAR] = [0x2f, 0x2a];
const isSpace = (byte: number): boolean => byte === 0x20 || byte === NEWLINE || byte === 0x09 || byte === 0x0d;
/** The three bytes of a byte order mark. */
const isMark = (byte: number): boolean => byte === 0xef || byte === 0xbb || byte === 0xbf;

/** The bytes of one value, and where the value is in the file. */
export interface JsonPart {
  /** The name of the innermost member that is, or contains, the value; null if the file is an array. */
  readonly member: string | null;
  /** The value's index in its array; null if the value is a member itself. */
  readonly index: number | null;
  readonly bytes: Uint8Array;
  /** The position where it begins; line and column count from 1. */
  readonly line: number;
  readonly column: number;
}

/** A list or object whose members are split. */
interface Level {
  readonly close: number;
  /** How many levels of nested objects are split as well. */
  readonly enters: number;
  /** The names of an object's members so far. */
  readonly names: Set<string>;
  /** The index of the next element. */
  index: number;
}

/**
 * Splits a JSON document into the elements of its array, or the members of its object. An object that `entered` names
 * is split into its members as well. An array that `lists` names is split into its elements. The scanner holds one
 * value at a time and does not parse it: it only tracks strings, brackets and comments, so that each value can be parsed
 * separately. A streaming parser is not used because it would reject NaN, which pandas and Inspect write, and would
 * report the byte of an error instead of the line. Comments and a comma before a closing bracket are allowed, because
 * files that people edit have them, such as Video-MME's template of a submission.
 */
export class JsonPartScanner {
  #expected: Expected = "document";
  readonly #levels: Level[] = [];
  #member: string | null = null;
  #capture: "value" | "name" | null = null;
  #depth = 0;
  #inString = false;
  #escaped = false;
  /** The second byte of the comment that is being read, and its last byte; null outside comments. */
  #comment: readonly [kind: number, last: number] | null = null;
  /** Whether the last byte was a slash, which may begin a comment. */
  #slash = false;
  #parts: Uint8Array[] = [];
  #length = 0;
  #start = { line: 1, column: 1 };
  #line = 1;
  #lineStart = 0;
  /** The offset of the current piece in the file. */
  #offset = 0;

  constructor(
    readonly file: string,
    /** The names of the members whose arrays are split. */
    readonly lists: ReadonlySet<string>,
    /**
     * The names of the outermost object's members whose objects are split, each with the number of levels of nested
     * objects that are split as well.
     */
    readonly entered: ReadonlyMap<string, number> = new Map(),
  ) {}

  /**
   * The values that end in the next piece of the file.
   * @throws {ImportError} with line and column, if a bracket, comma or name is misplaced
   */
  *add(piece: Uint8Array): Generator<JsonPart> {
    let from = 0;
    for (let at = 0; at < piece.length; at++) {
      const byte = piece[at] ?? 0;
      if (byte === NEWLINE) this.#newLine(at);
      if (this.#isComment(byte, at)) continue;
      if (this.#capture !== null) {
        const end = this.#follow(byte);
        if (end === "no") continue;
        this.#keep(piece.subarray(from, end === "after" ? at + 1 : at));
        const part = this.#finish();
        if (part !== null) yield part;
        if (end === "after") continue;
      }
      if (isSpace(byte) || (this.#expected === "document" && isMark(byte))) continue;
      this.#step(byte, at);
      from = at;
    }
    // A copy, because the caller may reuse the buffer.
    if (this.#capture !== null) this.#keep(piece.slice(from));
    this.#offset += piece.length;
  }

  /** @throws {ImportError} if the document is incomplete */
  end(): void {
    if (this.#expected === "nothing") return;
    const inside = this.#capture === null ? "" : `, inside what begins on line ${this.#start.line}`;
    this.#fail(0, this.#capture === null ? EXPECTATIONS[this.#expected] : "the rest", `the end of the file${inside}`);
  }

  /** Whether a byte belongs to a comment. The slash that begins one is followed by another slash or a star. */
  #isComment(byte: number, at: number): boolean {
    if (this.#comment !== null) {
      const [isBlock, last] = [this.#comment[0] === STAR, this.#comment[1]];
      const isEnd = isBlock ? last === STAR && byte === SLASH : byte === NEWLINE;
      this.#comment = isEnd ? null : [this.#comment[0], byte];
      return true;
    }
    if (this.#inString) return false;
    const begins = this.#slash && (byte === SLASH || byte === STAR);
    if (this.#slash && !begins && this.#capture === null) this.#fail(at - 1, EXPECTATIONS[this.#expected], "'/'");
    this.#slash = byte === SLASH && !begins;
    if (begins) this.#comment = [byte, 0];
    return begins || this.#slash;
  }

  #newLine(at: number): void {
    this.#line += 1;
    this.#lineStart = this.#offset + at + 1;
  }

  /** Whether a value ends before this byte, with this byte ("after"), or does not end here. */
  #follow(byte: number): "no" | "before" | "after" {
    if (this.#inString) return this.#followString(byte);
    if (byte === QUOTE) this.#inString = true;
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) this.#depth += 1;
    else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
      if (this.#depth === 0) return "before";
      this.#depth -= 1;
      return this.#depth === 0 ? "after" : "no";
    } else if (this.#depth === 0 && (byte === COMMA || isSpace(byte))) return "before";
    return "no";
  }

  #followString(byte: number): "no" | "after" {
    if (this.#escaped) this.#escaped = false;
    else if (byte === BACKSLASH) this.#escaped = true;
    else if (byte === QUOTE) {
      this.#inString = false;
      return this.#depth === 0 ? "after" : "no";
    }
    return "no";
  }

  #keep(part: Uint8Array): void {
    this.#parts.push(part);
    this.#length += part.length;
    if (this.#length <= LONGEST_RECORD) return;
    const place = `${this.file}: line ${this.#start.line}, column ${this.#start.column}`;
    throw new ImportError(place, `a value of at most ${LONGEST_RECORD} bytes`, "a longer one");
  }

  /** The value that is now complete; null for a name. */
  #finish(): JsonPart | null {
    const bytes = this.#parts.length === 1 ? (this.#parts[0] ?? new Uint8Array()) : Buffer.concat(this.#parts);
    const wasName = this.#capture === "name";
    this.#parts = [];
    this.#length = 0;
    this.#capture = null;
    this.#expected = wasName ? "colon" : "comma";
    const level = this.#levels.at(-1);
    if (wasName) {
      this.#member = this.#name(bytes, level?.names ?? new Set());
      return null;
    }
    const index = level?.close === CLOSE_LIST ? level.index++ : null;
    return { member: this.#member, index, bytes, ...this.#start };
  }

  /** Reads a name and adds it to those of its object. */
  #name(bytes: Uint8Array, names: Set<string>): string {
    const place = `${this.file}: line ${this.#start.line}, column ${this.#start.column}`;
    const name = nameIn(bytes);
    if (name === null) throw new ImportError(place, "a field name that is a JSON string", "another text");
    if (names.has(name)) throw new ImportError(place, "one field of this name", `a second '${name.slice(0, 80)}'`);
    names.add(name);
    return name;
  }

  #step(byte: number, at: number): void {
    if (this.#accepts(byte, at)) return;
    if (this.#expected === "nothing" && byte === OPEN_OBJECT) this.#fail(at, ONE_VALUE, "a second object");
    this.#fail(at, EXPECTATIONS[this.#expected], `'${String.fromCharCode(byte)}'`);
  }

  /** Advances to the next state. Returns false if the byte is misplaced. */
  #accepts(byte: number, at: number): boolean {
    const closes = byte === this.#levels.at(-1)?.close;
    if (closes && /^first|comma|^element|^name/.test(this.#expected)) return this.#close();
    switch (this.#expected) {
      case "document":
        if (byte === OPEN_LIST) return this.#open(CLOSE_LIST, "first element");
        return byte === OPEN_OBJECT && this.#open(CLOSE_OBJECT, "first name");
      case "first name":
      case "name":
        return byte === QUOTE && this.#begin("name", byte, at);
      case "colon":
        return byte === COLON && this.#expect("member");
      case "comma":
        return byte === COMMA && this.#expect(this.#levels.at(-1)?.close === CLOSE_LIST ? "element" : "name");
      case "nothing":
        return false;
      default:
        if (this.#isList(byte)) return this.#open(CLOSE_LIST, "first element");
        if (this.#enters(byte) !== null) return this.#open(CLOSE_OBJECT, "first name", this.#enters(byte) ?? 0);
        return ![COMMA, COLON, CLOSE_LIST, CLOSE_OBJECT].includes(byte) && this.#begin("value", byte, at);
    }
  }

  #expect(next: Expected): true {
    this.#expected = next;
    return true;
  }

  /** Whether the byte starts a list that is to be split into its elements. */
  #isList(byte: number): boolean {
    return this.#expected === "member" && byte === OPEN_LIST && this.lists.has(this.#member ?? "");
  }

  /** The number of levels to split within the object that begins here; null if the object is a single value. */
  #enters(byte: number): number | null {
    if (this.#expected !== "member" || byte !== OPEN_OBJECT) return null;
    if (this.#levels.length === 1) return this.entered.get(this.#member ?? "") ?? null;
    const { enters = 0 } = this.#levels.at(-1) ?? {};
    return enters > 0 ? enters - 1 : null;
  }

  #open(close: number, next: Expected, enters = 0): true {
    this.#levels.push({ close, enters, names: new Set(), index: 0 });
    return this.#expect(next);
  }

  #close(): true {
    this.#levels.pop();
    return this.#expect(this.#levels.length === 0 ? "nothing" : "comma");
  }

  #begin(capture: "value" | "name", byte: number, at: number): true {
    this.#capture = capture;
    this.#start = { line: this.#line, column: this.#offset + at - this.#lineStart + 1 };
    this.#depth = 0;
    this.#inString = false;
    this.#escaped = false;
    this.#follow(byte);
    return true;
  }

  #fail(at: number, expected: string, found: string): never {
    const column = this.#offset + at - this.#lineStart + 1;
    throw new ImportError(`${this.file}: line ${this.#line}, column ${column}`, expected, found);
  }
}

/** The name in a JSON string; null if it has an escape that JSON does not know, or a raw control character. */
function nameIn(bytes: Uint8Array): string | null {
  try {
    return String(JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    return null;
  }
}
