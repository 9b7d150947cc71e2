import { ImportError } from "../../domain/import-error.ts";
import { counted } from "../../domain/texts.ts";
import type { OddityLog } from "../batch/oddities.ts";
import type { ImportFile } from "../files/importer.ts";
import { describeValue } from "../files/record-path.ts";
import type { RecordReader } from "../files/record-reader.ts";
import type { RecipeJoin } from "./recipe.ts";
import type { ExpressionInput, RecipeExpression } from "./recipe-expression.ts";
import { filesNamed, namesOf, recordsIn, type SourceRecord } from "./recipe-records.ts";
import { ownText } from "./recipe-values.ts";

/** How the reader of a recipe evaluates an expression, and calls a function with records. */
export interface JoinReading {
  readonly compile: (text: string, field: string) => RecipeExpression;
  readonly value: (expression: RecipeExpression, input: ExpressionInput, path: string) => unknown;
  readonly within: (records: readonly SourceRecord[], read: (source: SourceRecord) => void) => void;
}

interface Join extends Pick<RecipeJoin, "file" | "records"> {
  readonly name: string;
  readonly key: RecipeExpression;
  readonly by: RecipeExpression;
  /** The records of the other file by their keys. */
  readonly found: Map<string, unknown>;
  /** How many records found one of the other file, and how many did not, the first of them with which key. */
  readonly partners: { found: number; missing: number; first: string | null };
}

/** The records of other files that a recipe finds by key. */
export class RecipeJoins {
  readonly #joins: readonly Join[];

  /** @param place the name of the recipe's file */
  constructor(
    joins: Readonly<Record<string, RecipeJoin>>,
    readonly place: string,
    readonly reading: JoinReading,
  ) {
    this.#joins = Object.entries(joins).map(([name, { key, by, ...file }]) => ({
      ...{ ...file, name, found: new Map<string, unknown>() },
      partners: { found: 0, missing: 0, first: null },
      key: reading.compile(key, `join.${name}.key`),
      by: reading.compile(by, `join.${name}.by`),
    }));
  }

  /** Reads the other files and returns them. @throws {ImportError} if a join has no file */
  async read(files: readonly ImportFile[]): Promise<readonly ImportFile[]> {
    const read: ImportFile[] = [];
    for (const join of this.#joins) {
      const own = filesNamed(files, join.file);
      if (own.length === 0)
        throw new ImportError("files", `a file '${join.file}' for the join '${join.name}'`, namesOf(files));
      const place = `${this.place}: join.${join.name}.records`;
      for (const file of own)
        for await (const source of recordsIn(file, join.records, { place, needsRoot: false }))
          this.reading.within([source], (each) => this.#add(join, each));
      read.push(...own);
    }
    return read;
  }

  #add({ name, key, found }: Join, { record, name: member }: SourceRecord): void {
    const value = this.reading.value(key, { record: record.value, variables: { name: member } }, record.path);
    const own = ownText(value);
    const text = typeof own === "string" ? own : record.fail(`a key for the join '${name}'`, describeValue(value));
    if (found.has(text)) record.fail(`a key for the join '${name}' that comes once`, `'${text}' again`);
    found.set(text, record.value);
  }

  /** The records of the other files that belong to a record, by the names of the joins. */
  lookUp(record: RecordReader, variables: ExpressionInput["variables"]): ExpressionInput["variables"] {
    return Object.fromEntries(
      this.#joins.map((join) => {
        const { partners } = join;
        const value = ownText(this.reading.value(join.by, { record: record.value, variables }, record.path));
        const key = typeof value === "string" ? value : null;
        const found = key === null ? undefined : join.found.get(key);
        if (found !== undefined) partners.found += 1;
        else {
          partners.missing += 1;
          partners.first ??= key;
        }
        return [join.name, found ?? null];
      }),
    );
  }

  /** A problem for each join that found no record at all. Adds how many records the others did not find. */
  problems(oddities: OddityLog): readonly ImportError[] {
    const problems: ImportError[] = [];
    for (const { name, file, found: records, partners } of this.#joins) {
      const { found, missing } = partners;
      const first = partners.first === null ? "null" : `'${partners.first}'`;
      if (missing === 0) continue;
      if (found > 0) {
        const message = `${counted(missing, "record")} of ${found + missing} find nothing in '${file}', the first with ${first}.`;
        oddities.add("JOIN_WITHOUT_RECORD", name, message);
        continue;
      }
      const [example] = records.keys();
      const expected = `'by' to give keys that 'key' gives for '${file}', such as '${example}'`;
      problems.push(new ImportError(`${this.place}: join.${name}`, expected, first));
    }
    return problems;
  }
}
