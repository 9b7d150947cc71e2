import { ImportError } from "../../domain/import-error.ts";
import { isWebAddress, WEB_ADDRESS } from "../../domain/web-address.ts";
import { describeValue, memberPath, requireStorable } from "./record-path.ts";

/** How a file writes its numbers: as numbers, or possibly as text, as tables do. */
export type NumberStyle = "number" | "number-or-text";

/** Typed access to one value of a parsed file. It knows the path of the value, which every error states. */
export class RecordReader {
  readonly #value: unknown;
  /** Why there is no value. */
  readonly #broken: ImportError | null;

  private constructor(
    value: unknown,
    /** `data.json: $[3].questions[0].options` */
    readonly path: string,
    readonly numbers: NumberStyle,
    broken: ImportError | null = null,
  ) {
    this.#value = value;
    this.#broken = broken;
  }

  /** @throws {ImportError} for a record that cannot be read */
  get value(): unknown {
    if (this.#broken !== null) throw this.#broken;
    return this.#value;
  }

  /** Whether the record could be read. */
  get isReadable(): boolean {
    return this.#broken === null;
  }

  /**
   * A reader over a whole document. Checks all its values once.
   * @throws {ImportError} for a value that the database cannot store.
   */
  static over(value: unknown, path: string, numbers: NumberStyle = "number-or-text"): RecordReader {
    requireStorable(value, path);
    return new RecordReader(value, path, numbers);
  }

  /**
   * A reader over one of many records. It is also returned for a record that is broken or has a value that the database
   * cannot store. It then throws only when its value is used, so that the records after it can be read.
   */
  static overRecord(read: () => unknown, path: string, numbers: NumberStyle = "number-or-text"): RecordReader {
    try {
      return RecordReader.over(read(), path, numbers);
    } catch (error) {
      if (!(error instanceof ImportError)) throw error;
      return new RecordReader(undefined, path, numbers, error);
    }
  }

  fail(expected: string, found: string = describeValue(this.value)): never {
    throw new ImportError(this.path, expected, found);
  }

  get isObject(): boolean {
    return isObject(this.value);
  }

  get isList(): boolean {
    return Array.isArray(this.value);
  }

  /** Whether the value is an object with a field of this name, which may be null. */
  has(name: string): boolean {
    return isObject(this.value) && Object.hasOwn(this.value, name);
  }

  /** A required field; null counts as missing. */
  field(name: string): RecordReader {
    return this.optional(name) ?? this.member(name).fail("a value");
  }

  /** A field that may be absent or null. */
  optional(name: string): RecordReader | null {
    const member = this.member(name);
    return member.value === undefined || member.value === null ? null : member;
  }

  /** The first of several alternative fields that is present. */
  firstOf(names: readonly string[]): RecordReader | null {
    for (const name of names) {
      const member = this.optional(name);
      if (member !== null) return member;
    }
    return null;
  }

  member(name: string): RecordReader {
    const object = this.object();
    const value = Object.hasOwn(object, name) ? object[name] : undefined;
    return new RecordReader(value, memberPath(this.path, name), this.numbers);
  }

  object(): Readonly<Record<string, unknown>> {
    return isObject(this.value) ? this.value : this.fail("an object");
  }

  /** Rejects other fields, because a misspelt optional field would otherwise be silently ignored. */
  onlyFields(names: readonly string[]): void {
    for (const [name, member] of this.members()) {
      if (!names.includes(name)) member.fail(`one of the fields ${names.join(", ")}`, `'${name.slice(0, 80)}'`);
    }
  }

  /** An object's members in file order. */
  members(): readonly (readonly [name: string, member: RecordReader])[] {
    return Object.keys(this.object()).map((name) => [name, this.member(name)] as const);
  }

  array(expected = "an array"): readonly RecordReader[] {
    if (!Array.isArray(this.value)) return this.fail(expected);
    return this.value.map((element, index) => new RecordReader(element, `${this.path}[${index}]`, this.numbers));
  }

  string(expected = "a string"): string {
    return typeof this.value === "string" ? this.value : this.fail(expected);
  }

  /** A non-empty string. */
  text(expected = "a string that is not empty"): string {
    const text = this.string(expected);
    return text.trim() === "" ? this.fail(expected) : text;
  }

  /** An address that may be shown to everyone; null for an empty text. */
  address(): string | null {
    const text = this.string(WEB_ADDRESS);
    if (text === "" || isWebAddress(text)) return text || null;
    return this.fail(WEB_ADDRESS);
  }

  strings(): readonly string[] {
    return this.array("an array of strings").map((element) => element.string());
  }

  /** A number. Where numbers may be text, as in a table, also a string that contains only a number. */
  number(expected = "a number"): number {
    if (this.isLongInteger && this.numbers === "number") return this.fail(`${expected} of at most 15 digits`);
    if (typeof this.value === "string" && this.numbers === "number")
      return this.fail(`${expected}${this.#isNumeral ? ", without quotes" : ""}`);
    return this.numeral(expected);
  }

  /** A number, or a string that contains only a number, whatever the style of the file's numbers. */
  numeral(expected = "a number"): number {
    if (typeof this.value === "number") return this.value;
    const parsed = this.#isNumeral ? Number(this.value) : Number.NaN;
    return Number.isFinite(parsed) ? parsed : this.fail(expected);
  }

  /**
   * Whether the value is a text that consists of an integer of 16 digits or more. An integer that JavaScript may round
   * is read as such a text.
   */
  get isLongInteger(): boolean {
    return typeof this.value === "string" && /^-?\d{16,}$/.test(this.value);
  }

  get #isNumeral(): boolean {
    return typeof this.value === "string" && /^\s*[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?\s*$/.test(this.value);
  }

  /** A whole number, 0 or above. */
  count(expected = "a whole number, 0 or above"): number {
    const value = this.number(expected);
    return Number.isSafeInteger(value) && value >= 0 ? value : this.fail(expected);
  }

  /** A boolean, or its text in a table: pandas writes "True". */
  flag(): boolean {
    if (typeof this.value === "boolean") return this.value;
    const word = typeof this.value === "string" ? this.value.trim().toLowerCase() : "";
    if (word === "true" || word === "false") return word === "true";
    return this.fail("true or false");
  }

  /** One word of a closed vocabulary, ignoring case. */
  oneOf<T extends string>(words: readonly T[]): T {
    const word = this.string(`one of ${words.join(", ")}`)
      .trim()
      .toLowerCase();
    return words.find((candidate) => candidate.toLowerCase() === word) ?? this.fail(`one of ${words.join(", ")}`);
  }

  /** A reader at the same path with a value that is not checked, because it becomes a part of one that is. */
  part(value: unknown): RecordReader {
    return new RecordReader(value, this.path, this.numbers);
  }

  /** Like `part`, for the value at a path within this one, such as `.meta.questions`. */
  at(path: string, value: unknown): RecordReader {
    return new RecordReader(value, `${this.path}${path}`, this.numbers);
  }

  /** A reader at the same path with another value, such as the parsed content of a text column. */
  reread(value: unknown): RecordReader {
    return RecordReader.over(value, this.path, this.numbers);
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
