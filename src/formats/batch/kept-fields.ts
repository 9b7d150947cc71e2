import type { RecordReader } from "../files/record-reader.ts";
import { editDistance } from "./answer-shapes.ts";
import type { OddityLog } from "./oddities.ts";

/** The named fields of a record, unchanged. Absent and null fields are omitted. */
export function nativeFields(record: RecordReader, names: readonly string[]): Readonly<Record<string, unknown>> {
  const present = names.map((name) => [name, record.optional(name)?.value] as const);
  return Object.fromEntries(present.filter(([, value]) => value !== undefined));
}

interface FoundField {
  /** The key of the first question or video with the field. */
  readonly key: string;
  /** The path of the first record with the field. */
  readonly path: string;
  /** The known field that was probably meant. */
  readonly similar: string | undefined;
  records: number;
}

/** A name that differs in more letters is a different word. */
const MAX_TYPOS = 2;

/** The fields of a file's records that its reader does not know. They are kept in `native` and reported once per name. */
export class UnknownFields {
  readonly #found = new Map<string, FoundField>();

  /**
   * The fields of a record that are not in `known`, unchanged. Null fields are omitted, because rows have a null for
   * every absent column.
   * @param key the question or video that the record belongs to
   * @param within the place of the record in its row, as a prefix of the names: `"input."`
   */
  read(record: RecordReader, known: Names, key: string, within = ""): Readonly<Record<string, unknown>> {
    const unknown = Object.entries(record.object()).filter(([name, value]) => value !== null && !isKnown(known, name));
    for (const [name] of unknown) this.#count(`${within}${name}`, name, known, key, record);
    return Object.fromEntries(unknown.map(([name, value]) => [`${within}${name}`, value]));
  }

  #count(name: string, own: string, known: Names, key: string, record: RecordReader): void {
    const found = this.#found.get(name) ?? { key, path: record.path, similar: similarTo(own, known), records: 0 };
    found.records += 1;
    this.#found.set(name, found);
  }

  report(oddities: OddityLog): void {
    for (const [name, { key, path, similar, records }] of this.#found) {
      const shown = JSON.stringify(name.slice(0, 80));
      const many = records === 1 ? `1 record has it, at ${path}` : `${records} records have it, the first at ${path}`;
      const meant = similar === undefined ? "" : ` Did you mean "${similar}"?`;
      oddities.add("UNKNOWN_FIELD", key, `The field ${shown} is unknown; ${many}. It was kept in 'native'.${meant}`);
    }
  }
}

/** Names of fields, or patterns of them. */
type Names = readonly (string | RegExp)[];

const isKnown = (known: Names, name: string): boolean =>
  known.includes(name) || known.some((each) => typeof each !== "string" && each.test(name));

const similarTo = (name: string, known: Names): string | undefined =>
  known
    .filter((each) => typeof each === "string")
    .find((each) => editDistance(name.toLowerCase(), each.toLowerCase()) <= Math.min(MAX_TYPOS, each.length / 3));
