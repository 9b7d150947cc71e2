import { ImportError } from "../../domain/import-error.ts";
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
  /** The first key without a record; null as soon as a record was found. */
  missing: string | null | undefined;
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
      ...{ ...file, name, found: new Map<string, unknown>(), missing: undefined },
      key: reading.compile(key, `join.${name}.key`),
      by: reading.compile(by, `join.${name}.by`),
    }));
  }

  /** Reads the other files, and returns them. @throws {ImportError} if there is none for a join */
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
        const key = ownText(this.reading.value(join.by, { record: record.value, variables }, record.path));
        if (typeof key !== "string") return [join.name, null];
        const found = join.found.get(key);
        if (found !== undefined) join.missing = null;
        else if (join.missing === undefined) join.missing = key;
        return [join.name, found ?? null];
      }),
    );
  }

  /** A problem for each join that found no record at all. */
  problems(): readonly ImportError[] {
    return this.#joins.flatMap(({ name, file, missing }) =>
      typeof missing === "string"
        ? [
            new ImportError(
              `${this.place}: join.${name}.by`,
              `keys that '${file}' has`,
              `'${missing}' and no other that it has`,
            ),
          ]
        : [],
    );
  }
}
