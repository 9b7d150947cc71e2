import { ImportError } from "../../domain/import-error.ts";
import { sourceOf, TextPieces } from "./byte-source.ts";
import { inspectText } from "./file-kind.ts";
import type { ImportFile } from "./import-file.ts";
import { type JsonIndex, type JsonMember, type Ranges, scanJson } from "./json-scanner.ts";
import { quoteLongIntegers } from "./long-integers.ts";
import { memberPath } from "./record-path.ts";
import { type NumberStyle, RecordReader } from "./record-reader.ts";
import { requireStorable } from "./storable.ts";

/**
 * A JSON file that may be too large for memory. The whole file is validated first. Then its records, the elements of
 * the outermost array or of a field of the outermost object, are read one at a time.
 */
export class JsonDocument {
  readonly #index: JsonIndex;
  readonly #texts: TextPieces;
  readonly #path: string;

  /** @throws {ImportError} for a text that is not JSON */
  constructor(
    readonly file: ImportFile,
    readonly numbers: NumberStyle = "number-or-text",
  ) {
    inspectText(file);
    const source = sourceOf(file);
    this.#index = scanJson(source, file.name);
    this.#texts = new TextPieces(source);
    this.#path = `${file.name}: $`;
  }

  get isArray(): boolean {
    return this.#index.kind === "array";
  }

  /** The records of the outermost array. */
  *elements(expected = "an array"): Generator<RecordReader> {
    if (this.isArray) yield* this.#drain(this.#path, this.#index.elements);
    else this.#root().fail(expected);
  }

  /** The records in the fields of the outermost object, in JavaScript's property order. */
  *members(): Generator<readonly [name: string, record: RecordReader]> {
    for (const member of Object.values(this.#members())) yield [member.name, this.#member(member)];
  }

  /** Rejects fields with other names. */
  onlyFields(names: readonly string[]): void {
    const shown = Object.fromEntries(Object.keys(this.#members()).map((name) => [name, {}]));
    RecordReader.over(shown, this.#path).onlyFields(names);
  }

  /** A required field of the outermost object, as a whole. */
  field(name: string): RecordReader {
    return this.optional(name) ?? RecordReader.over({}, this.#path).field(name);
  }

  /** A field of the outermost object that may be absent or null, as a whole. */
  optional(name: string): RecordReader | null {
    const member = this.#find(name);
    if (member === undefined) return null;
    const record = this.#member(member);
    return record.value === null ? null : record;
  }

  /** The records of an array in a required field of the outermost object. */
  *records(name: string): Generator<RecordReader> {
    const elements = this.#find(name)?.elements ?? null;
    if (elements === null) this.field(name).array();
    else yield* this.#drain(memberPath(this.#path, name), elements);
  }

  /** The records of an array in a field of the outermost object that may be absent or null. */
  *optionalRecords(name: string): Generator<RecordReader> {
    if (this.#find(name)?.elements || this.optional(name) !== null) yield* this.records(name);
  }

  #root(): RecordReader {
    const { kind, start, end } = this.#index;
    return RecordReader.over(kind === "object" ? {} : kind === "array" ? [{}] : this.#parse(start, end), this.#path);
  }

  /**
   * Keyed by name. An object rather than a map, so that the fields have the same order as in an object that was parsed
   * as a whole.
   */
  #members(): Readonly<Record<string, JsonMember>> {
    if (this.#index.kind !== "object") this.#root().object();
    return Object.fromEntries(this.#index.members.map((member) => [member.name, member]));
  }

  #find(name: string): JsonMember | undefined {
    return this.#index.members.find((member) => member.name === name);
  }

  /** Like a record, a field that cannot be read throws only when its value is used. */
  #member({ name, start, end }: JsonMember): RecordReader {
    const path = memberPath(this.#path, name);
    const read = (): unknown => {
      requireStorable(name, path);
      return this.#parse(start, end);
    };
    return RecordReader.overRecord(read, path, this.numbers);
  }

  *#drain(path: string, ranges: Ranges): Generator<RecordReader> {
    for (let at = 0; at < ranges.length; at += 2) {
      const [start = 0, end = 0] = [ranges[at], ranges[at + 1]];
      yield RecordReader.overRecord(() => this.#parse(start, end), `${path}[${at / 2}]`, this.numbers);
    }
  }

  /**
   * Parses a range of the file. The scan has already rejected texts that `JSON.parse` would reject or read
   * incompletely. Integers that JavaScript may round become texts.
   */
  #parse(start: number, end: number): unknown {
    try {
      return JSON.parse(quoteLongIntegers(this.#texts.text(start, end)));
    } catch (error) {
      if (error instanceof SyntaxError)
        throw new ImportError(this.file.name, "a file that does not change while it is read", "a changed text");
      // A text of JavaScript has at most 512 MB.
      throw new ImportError(this.file.name, "records of at most 512 MB", `one of ${end - start} bytes`);
    }
  }
}
