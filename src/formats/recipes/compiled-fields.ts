import { ImportError } from "../../domain/import-error.ts";
import { describeValue } from "../files/record-path.ts";
import type { RecordReader } from "../files/record-reader.ts";
import type { Recipe, RecipeField } from "./recipe.ts";
import type { RecipeExpression } from "./recipe-expression.ts";

interface CompiledField {
  readonly expression: RecipeExpression;
  readonly map: ReadonlyMap<string, unknown> | null;
  /** The value of a word that the map does not have; undefined if there may be none. */
  readonly other: unknown;
}

/** A path that a field of the recipe reads. */
interface RecordPath {
  readonly name: string;
  readonly steps: readonly string[];
}

/** The fields of a question or a video in a recipe. */
export class CompiledFields {
  readonly #fields = new Map<string, CompiledField>();
  readonly #kept: readonly string[] | null = null;
  /** The top-level fields of a record that the expressions may read. */
  readonly #named: ReadonlySet<string>;

  readonly #sources: readonly string[];
  /** The paths of the record that had no value so far. */
  readonly #unseen: Set<RecordPath>;

  /**
   * @param part `question` or `video`
   * @param others further expressions over the same records
   */
  constructor(
    fields: Recipe["question"] | NonNullable<Recipe["video"]>,
    readonly part: string,
    compile: (text: string, field: string) => RecipeExpression,
    others: readonly RecipeExpression[] = [],
  ) {
    for (const [name, field] of Object.entries(fields)) {
      if (name === "answerIs") continue;
      if (isList(field)) this.#kept = field;
      else this.#fields.set(name, compiled(field, `${part}.${name}`, compile));
    }
    this.#named = new Set([...this.expressions, ...others].flatMap(({ fields }) => [...fields]));
    const isWhole = this.expressions.some(({ text, fields }) => text.includes("$") || fields.size === 0);
    const kept = this.#kept ?? [];
    this.#unseen = new Set([
      ...[...this.#fields].flatMap(
        ([
          name,
          {
            expression: { paths },
          },
        ]) => paths.map((steps) => ({ name, steps })),
      ),
      ...kept.map((field) => ({ name: "native", steps: [field] })),
    ]);
    this.#sources = isWhole ? [] : [...new Set(this.expressions.flatMap(({ fields }) => [...fields]))];
  }

  get expressions(): readonly RecipeExpression[] {
    return [...this.#fields.values()].map(({ expression }) => expression);
  }

  /**
   * The values of a record that the expressions may read, a list as JSON. Records with the same values give the same.
   * Empty if an expression reads more than the record: the whole of it, or a variable.
   */
  sourceOf(record: RecordReader): readonly unknown[] {
    const fields = record.object();
    return this.#sources.map((name) => {
      const value = fields[name];
      return typeof value === "object" && value !== null ? JSON.stringify(value) : value;
    });
  }

  /** Looks which of the paths have a value in this record. */
  look({ value: record }: RecordReader): void {
    for (const path of this.#unseen) {
      let value: unknown = record;
      for (const step of path.steps)
        value = typeof value === "object" && value !== null ? (value as Record<string, unknown>)[step] : null;
      if (value !== null && value !== undefined) this.#unseen.delete(path);
    }
  }

  /** The paths without a value in any record: the field of the recipe, and the path as jq has it. */
  get unseen(): readonly { readonly field: string; readonly path: string }[] {
    return [...this.#unseen].map(({ name, steps }) => ({
      field: `${this.part}.${name}`,
      path: steps.map((step) => (/^[A-Za-z_]\w*$/.test(step) ? `.${step}` : `."${step}"`)).join(""),
    }));
  }

  /** The text of a field's expression. */
  textOf(field: string): string {
    return this.#fields.get(field)?.expression.text ?? "";
  }

  has(field: string): boolean {
    return this.#fields.has(field) || (field === "native" && this.#kept !== null);
  }

  /**
   * The value of a field for a record; null if the recipe does not have the field, or a text is empty.
   * @param evaluate gives the value of the expression
   * @throws {ImportError} for a word that a map does not have
   */
  value(field: string, path: string, evaluate: (expression: RecipeExpression) => unknown): unknown {
    const compiledField = this.#fields.get(field);
    if (compiledField === undefined) return null;
    const { expression, map, other } = compiledField;
    const value = evaluate(expression);
    if (map === null || value === null) return value;
    const mapped = (word: unknown): unknown => this.#mapped(word, map, other, () => `${path} (${this.part}.${field})`);
    if (!Array.isArray(value)) return mapped(value);
    if (field !== "audioTypes") return value.map(mapped);
    return value.map((word) => ({ type: mapped(word), nativeLabel: String(word) }));
  }

  #mapped(word: unknown, map: ReadonlyMap<string, unknown>, other: unknown, path: () => string): unknown {
    const known = map.get(String(word).trim());
    if (known !== undefined) return known;
    if (other !== undefined) return other;
    throw new ImportError(path(), `one of ${[...map.keys()].join(", ")}`, describeValue(word));
  }

  /**
   * What is kept of a record: the fields that the recipe lists, what its expression gives, or the fields that no expression
   * names. Fields that are null are left out.
   */
  native(record: RecordReader, evaluate: (expression: RecipeExpression) => unknown): object {
    const own = this.#fields.get("native");
    if (own !== undefined) return record.part(evaluate(own.expression)).object();
    const kept = this.#kept;
    const isKept = (name: string): boolean => (kept === null ? !this.#named.has(name) : kept.includes(name));
    return Object.fromEntries(
      Object.entries(record.object()).filter(([name, value]) => value !== null && isKept(name)),
    );
  }
}

const isList = (field: unknown): field is readonly string[] => Array.isArray(field);

function compiled(
  field: RecipeField,
  place: string,
  compile: (text: string, field: string) => RecipeExpression,
): CompiledField {
  if (typeof field === "string") return { expression: compile(field, place), map: null, other: undefined };
  return { expression: compile(field.from, place), map: new Map(Object.entries(field.map)), other: field.else };
}
