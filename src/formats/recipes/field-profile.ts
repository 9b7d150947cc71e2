import { parseSeconds } from "../batch/duration.ts";
import { readLiteralText } from "../files/literal-column.ts";
import { ownDuration } from "./recipe-values.ts";

/** Where a field is: in a question's record, in the record that holds several questions, or beside all records. */
export type FieldScope = "question" | "record" | "root";

/** The most distinct values of a field that are kept. A vocabulary has fewer. */
const MOST_WORDS = 200;
const LONGEST_WORD = 120;
/** How many values of a field are kept, and how many texts are read as a list. */
const MOST_EXAMPLES = 30;

/** What the values of a field are like, in all records. */
export class FieldProfile {
  /** The number of records with a value. */
  count = 0;
  texts = 0;
  numbers = 0;
  flags = 0;
  lists = 0;
  objects = 0;
  /** Lists of objects. */
  tables = 0;
  /** Texts with a question mark. */
  asking = 0;
  length = 0;
  /** Numbers, and texts that are a whole number. */
  numerals = 0;
  seconds = 0;
  /** Texts that hold a list or an object, of those that were tried. */
  literals = 0;
  tried = 0;
  /** How often each short value occurs, or each element of a list; null if there are too many. */
  words: Map<string, number> | null = new Map();
  /** The first values. */
  readonly examples: unknown[] = [];

  constructor(
    public scope: FieldScope,
    /** The names of the fields that lead to it, from its scope. */
    readonly way: readonly string[],
  ) {}

  get name(): string {
    return this.way.at(-1) ?? "";
  }

  /** The name in lower case with underscores: `sub-category` and `subCategory` are `sub_category`. */
  get plainName(): string {
    return plainName(this.name);
  }

  /** The expression for the field, from a question's record. */
  get path(): string {
    return `${{ question: "", record: "$record", root: "$root" }[this.scope]}${pathOf(this.way)}`;
  }

  /** The expression for the field, from the record of the video. */
  get videoPath(): string {
    return this.scope === "root" ? this.path : pathOf(this.way);
  }

  add(value: unknown): void {
    this.count += 1;
    if (this.examples.length < MOST_EXAMPLES) this.examples.push(value);
    if (typeof value === "string") this.#addText(value);
    else if (typeof value === "number") this.#addNumber(value);
    else if (typeof value === "boolean") this.flags += 1;
    else if (Array.isArray(value)) this.#addList(value);
    else this.objects += 1;
    const seconds = ownDuration(value);
    if (parseSeconds(seconds) !== null) this.seconds += 1;
    if (typeof value !== "object") this.#addWord(String(value));
  }

  #addText(text: string): void {
    this.texts += 1;
    this.length += text.length;
    if (/[?？]/.test(text)) this.asking += 1;
    if (/^\s*\d+\s*$/.test(text)) this.numerals += 1;
    if (this.tried < MOST_EXAMPLES) {
      this.tried += 1;
      if (/^\s*[[{]/.test(text) && isCollection(text)) this.literals += 1;
    }
  }

  #addNumber(value: number): void {
    this.numbers += 1;
    if (Number.isInteger(value)) this.numerals += 1;
  }

  #addList(list: readonly unknown[]): void {
    this.lists += 1;
    if (list.length > 0 && list.every((element) => isRecord(element))) this.tables += 1;
    for (const element of list) if (typeof element !== "object") this.#addWord(String(element));
  }

  #addWord(word: string): void {
    if (this.words === null) return;
    if (word.length > LONGEST_WORD || (this.words.size === MOST_WORDS && !this.words.has(word))) this.words = null;
    else this.words.set(word, (this.words.get(word) ?? 0) + 1);
  }

  /** Whether all values are texts. */
  get isText(): boolean {
    return this.texts === this.count;
  }

  /** Whether all values are texts, numbers or truth values. */
  get isScalar(): boolean {
    return this.texts + this.numbers + this.flags === this.count;
  }

  /** Whether all values are lists or objects, or texts with such. */
  get isCollection(): boolean {
    return (
      this.lists + this.objects === this.count || (this.isText && this.literals > 0 && this.literals === this.tried)
    );
  }

  /** Whether the values are words of a small vocabulary, which repeat. */
  isVocabulary(records: number): boolean {
    return this.isScalar && this.words !== null && this.words.size <= Math.max(1, records / 2);
  }
}

export const plainName = (name: string): string =>
  name
    .replace(/([a-z\d])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .replace(/[^\p{L}\d]+/gu, "_")
    .replace(/^_+|_+$/g, "");

/** Words of jq, which some of its versions do not take as names. */
const RESERVED = /^(and|or|not|if|then|elif|else|end|as|def|reduce|foreach|try|catch|label|import|include)$/;

const pathOf = (way: readonly string[]): string =>
  way
    .map((name) => (/^[A-Za-z_]\w*$/.test(name) && !RESERVED.test(name) ? `.${name}` : `.${JSON.stringify(name)}`))
    .join("");

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function isCollection(text: string): boolean {
  const literal = readLiteralText(text);
  return literal.kind === "value" && typeof literal.value === "object" && literal.value !== null;
}

/** How deep fields within objects are profiled. */
const DEEPEST = 2;
/** The most fields that are profiled. An object of records has more names. */
const MOST_FIELDS = 400;

/** The profiles of all fields of a scope, by their path. */
export class FieldProfiles {
  readonly #fields = new Map<string, FieldProfile>();
  records = 0;

  constructor(readonly scope: FieldScope) {}

  add(record: Readonly<Record<string, unknown>>): void {
    this.records += 1;
    this.#addMembers(record, []);
  }

  #addMembers(record: Readonly<Record<string, unknown>>, above: readonly string[]): void {
    for (const [name, value] of Object.entries(record)) {
      if (value === null || value === "" || name.length > LONGEST_WORD) continue;
      const way = [...above, name];
      const place = JSON.stringify(way);
      let field = this.#fields.get(place);
      if (field === undefined) {
        if (this.#fields.size >= MOST_FIELDS) continue;
        field = new FieldProfile(this.scope, way);
        this.#fields.set(place, field);
      }
      field.add(value);
      if (isRecord(value) && way.length < DEEPEST) this.#addMembers(value, way);
    }
  }

  list(): readonly FieldProfile[] {
    return [...this.#fields.values()];
  }
}
