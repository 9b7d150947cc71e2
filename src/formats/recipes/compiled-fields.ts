import { ODDITY_CODES, type OddityCode } from "../../domain/import-batch.ts";
import { ImportError, importProblem } from "../../domain/import-error.ts";
import { valueText } from "../../domain/texts.ts";
import type { BatchBuilder } from "../batch/batch-builder.ts";
import { readFields } from "../batch/import-problems.ts";
import { describeValue } from "../files/record-path.ts";
import { RecordReader } from "../files/record-reader.ts";
import type { RecipeField, RecipeQuestion, RecipeVideo } from "./recipe.ts";
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
/** Gives the value of an expression for the record at hand. */
export type Evaluate = (expression: RecipeExpression) => unknown;

/** The fields of a question or a video in a recipe. */
export class CompiledFields {
  readonly #fields = new Map<string, CompiledField>();
  readonly #kept: readonly string[] | null;
  /** The names of the fields that are left out on purpose, if the recipe lists them. */
  readonly #ignored: readonly string[] | null;
  readonly #required: readonly string[];
  readonly #reports: readonly (readonly [code: OddityCode, sentences: RecipeExpression])[];
  /** The top-level fields of a record that the expressions may read. */
  readonly #named: ReadonlySet<string>;

  readonly #sources: readonly string[];
  /** The paths of the record that had no value so far. */
  readonly #unseen: Set<RecordPath>;
  /** The names of the fields that the recipe reads, keeps or ignores. */
  readonly known: readonly string[];

  /**
   * @param part `question` or `video`
   * @param others further expressions over the same records
   */
  constructor(
    { answerIs, ignored, required, report, native, ...fields }: RecipeQuestion & RecipeVideo,
    readonly part: string,
    compile: (text: string, field: string) => RecipeExpression,
    others: readonly RecipeExpression[] = [],
  ) {
    for (const [name, field] of Object.entries({ ...fields, ...(typeof native === "string" && { native }) }))
      this.#fields.set(name, compiled(field, `${part}.${name}`, compile));
    this.#kept = typeof native === "object" ? native : null;
    this.#ignored = ignored ?? null;
    this.#required = required ?? [];
    this.#reports = ODDITY_CODES.flatMap((code) => {
      const sentences = report?.[code];
      return sentences === undefined ? [] : [[code, compile(sentences, `${part}.report.${code}`)] as const];
    });
    const read = [...this.expressions, ...this.#reports.map(([, sentences]) => sentences), ...others];
    this.#named = new Set(read.flatMap(({ fields }) => [...fields]));
    this.known = [...this.#named, ...(this.#kept ?? []), ...(this.#ignored ?? [])];
    const isWhole = this.expressions.some(
      ({ text, fields, isConstant }) => text.includes("$") || (fields.size === 0 && !isConstant),
    );
    // A recipe with a list of ignored fields reads several forms of a file, of which one may lack a field.
    const paths = [...this.#fields].flatMap(([name, { expression }]) =>
      expression.paths.map((steps) => ({ name, steps })),
    );
    const kept = (this.#kept ?? []).map((field) => ({ name: "native", steps: [field] }));
    this.#unseen = new Set(ignored === undefined ? [...paths, ...kept] : []);
    this.#sources = isWhole ? [] : [...new Set(this.expressions.flatMap(({ fields }) => [...fields]))];
  }

  expression(field: string): RecipeExpression | undefined {
    return this.#fields.get(field)?.expression;
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

  has(field: string): boolean {
    return this.#fields.has(field) || (field === "native" && this.#kept !== null);
  }

  /**
   * The value of a field for a record; null if the recipe does not have the field, or a text is empty.
   * @throws {ImportError} for a word that a map does not have
   */
  value(field: string, path: string, evaluate: Evaluate): unknown {
    const compiledField = this.#fields.get(field);
    if (compiledField === undefined) return null;
    const { expression, map } = compiledField;
    const value = evaluate(expression);
    if (map === null || value === null) return value;
    const place = this.#placeOf(field, path) ?? `${path} (${this.part}.${field})`;
    if (!Array.isArray(value)) return mapped(value, compiledField, place)[1];
    return value.map((word, index) => {
      const { source } = expression;
      const own = typeof source === "object" && source !== null ? `${path}${source[index]}` : `${place}[${index}]`;
      const [nativeLabel, type] = mapped(word, compiledField, own);
      return field === "audioTypes" ? { type, nativeLabel } : type;
    });
  }

  /** A field's value, at the place in the file from which it is. Without one, the place has the name of the field. */
  reader(field: string, record: RecordReader, value: unknown): RecordReader {
    const place = this.#placeOf(field, record.path) ?? `${record.path}.${field}`;
    return RecordReader.over(value, place, record.numbers);
  }

  /** The path of a value in the file; null if it is made of several. */
  #placeOf(field: string, path: string): string | null {
    const source = this.expression(field)?.source ?? null;
    return typeof source === "string" ? `${path}${source}` : null;
  }

  /**
   * Runs `read`, which reads a record in Omnidex's own format. Its problems get the places in the file.
   * @throws {ImportError}
   */
  atSource<T>(path: string, read: () => T): T {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof ImportError)) throw error;
      const problems = error.problems.map((problem) =>
        importProblem({ ...problem, path: this.#sourceOf(problem.path, path) }),
      );
      throw ImportError.of(problems, error.problemCount);
    }
  }

  /** The place in the file for a place in a record of the own format: `$[0].text[1]` is `$[0].question[1]`. */
  #sourceOf(place: string, path: string): string {
    const [, field = "", element, index = "", rest = ""] =
      (place.startsWith(path) ? OWN_PLACE.exec(place.slice(path.length)) : null) ?? [];
    const source = this.expression(field)?.source ?? null;
    if (source === null) return place;
    if (typeof source === "string") return `${path}${source}${element ?? ""}${rest}`;
    return source[Number(index)] === undefined ? place : `${path}${source[Number(index)]}${rest}`;
  }

  /**
   * What is kept of a record: the fields that the recipe lists, what its expression gives, or the fields that no expression
   * names. Fields that are null are left out.
   * @param also names of fields that are known besides
   */
  native(record: RecordReader, evaluate: Evaluate, also: readonly string[] = []): object {
    const own = this.#fields.get("native");
    if (own !== undefined) return record.part(evaluate(own.expression)).object();
    const kept = this.#kept;
    const isKept = (name: string): boolean =>
      kept === null ? !this.#named.has(name) && !also.includes(name) : kept.includes(name);
    return Object.fromEntries(
      Object.entries(record.object()).filter(([name, value]) => value !== null && isKept(name)),
    );
  }

  /**
   * The other fields of a record, which are reported; none unless the recipe lists the fields that it ignores.
   * @param key the question or the video
   */
  unknown(record: RecordReader, key: string, { unknownFields }: BatchBuilder, also: readonly string[]): object {
    return this.#ignored === null ? {} : unknownFields.read(record, [...this.known, ...also], key);
  }

  /** @throws {ImportError} for the fields without a value that the recipe requires */
  requireFields(record: RecordReader): void {
    if (this.#required.every((name) => record.optional(name) !== null)) return;
    readFields(Object.fromEntries(this.#required.map((name) => [name, () => record.field(name)])));
  }

  /** Adds the oddities that the recipe reports of a record. */
  report(path: string, key: string, { oddities }: BatchBuilder, evaluate: Evaluate): void {
    for (const [code, expression] of this.#reports) {
      const found = evaluate(expression);
      for (const sentence of Array.isArray(found) ? found : [found ?? []].flat()) {
        if (typeof sentence !== "string")
          throw new ImportError(
            `${path} (${expression.place})`,
            "a sentence, a list of sentences, or null",
            describeValue(sentence),
          );
        oddities.add(code, key, sentence);
      }
    }
  }
}

/** A field of a record in the own format, an element of it, and what is within: `.category[0].name`. */
const OWN_PLACE = /^\.(\w+)(\[(\d+)\])?(.*)$/s;

/** A word of a map, ignoring case, and its value. @throws {ImportError} for a word that the map does not have */
function mapped(word: unknown, { map, other }: CompiledField, path: string): readonly [word: string, value: unknown] {
  const text = valueText(word).trim();
  const known = map?.get(text);
  if (known !== undefined) return [text, known];
  const similar = [...(map ?? [])].find(([each]) => each.toLowerCase() === text.toLowerCase());
  if (similar !== undefined) return similar;
  if (other !== undefined) return [text, other];
  throw new ImportError(path, `one of ${[...(map ?? new Map()).keys()].join(", ")}`, describeValue(word));
}

function compiled(
  field: RecipeField,
  place: string,
  compile: (text: string, field: string) => RecipeExpression,
): CompiledField {
  if (typeof field === "string") return { expression: compile(field, place), map: null, other: undefined };
  return { expression: compile(field.from, place), map: new Map(Object.entries(field.map)), other: field.else };
}
