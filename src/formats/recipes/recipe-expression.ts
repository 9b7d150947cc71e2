import { ImportError } from "../../domain/import-error.ts";
import { describeValue } from "../files/record-path.ts";
import { withinTime } from "../files/within-time.ts";
import { compileJq, type JqFilter } from "./jq.ts";

/** The record of an expression, and the variables that it may name. */
export interface ExpressionInput {
  readonly record: unknown;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** Gives the values for a record. @throws {Error} with jq's message */
type Evaluate = (input: ExpressionInput) => Iterable<unknown>;

/** The fields of a record on a plain path, such as `.question` or `.meta."sub-category"`. */
const PLAIN = /^\.(?:(?:[A-Za-z_]\w*|"[^"\\]*")(?:\.(?:[A-Za-z_]\w*|"[^"\\]*"))*)?$/;
const STEP = /[A-Za-z_]\w*|"[^"\\]*"/g;

const stepsOf = (path: string): readonly string[] => (path.match(STEP) ?? []).map((step) => step.replaceAll('"', ""));

/** A jq expression of a recipe. */
export class RecipeExpression {
  readonly #evaluate: Evaluate;
  /** The top-level fields of the record that the expression may read. */
  readonly fields: ReadonlySet<string>;
  /** The paths that the expression reads for certain: its own, or those of a list: `[.a, .b]`. */
  readonly paths: readonly (readonly string[])[];

  /**
   * @param place where the recipe has it: `daily-omni.yaml: question.text`
   * @throws {ImportError} for a text that is not jq, or uses the clock
   */
  constructor(
    readonly text: string,
    readonly place: string,
    variables: readonly string[],
  ) {
    const steps = PLAIN.test(text) ? stepsOf(text) : null;
    const listed =
      /^\s*\[(.*)\]\s*$/s
        .exec(text)?.[1]
        ?.split(",")
        .map((part) => part.trim()) ?? [];
    this.paths = steps !== null ? [steps] : listed.every((part) => PLAIN.test(part)) ? listed.map(stepsOf) : [];
    this.fields = new Set(steps === null ? namedFields(text) : steps.slice(0, 1));
    this.#evaluate = steps === null ? this.#compiled(variables) : ({ record }) => [valueAt(record, steps)];
  }

  /**
   * The value for a record; null if the expression gives none.
   * @param path the record's path, for errors
   * @throws {ImportError} if the expression fails, or gives several values
   */
  value(input: ExpressionInput, path: string): unknown {
    return this.#read(input, path, onlyValue);
  }

  /** The list for a record: the value if it is one or null, otherwise all values. @throws {ImportError} if the expression fails */
  list(input: ExpressionInput, path: string): unknown {
    return this.#read(input, path, (values) => {
      const all = [...values];
      const isList = all.length === 1 && (Array.isArray(all[0]) || all[0] === null);
      return isList ? all[0] : all;
    });
  }

  #read<T>(input: ExpressionInput, path: string, read: (values: Iterable<unknown>) => T): T {
    try {
      return read(this.#evaluate(input));
    } catch (error) {
      throw new ImportError(path, `a value of ${this.text} (${this.place})`, messageOf(error));
    }
  }

  #compiled(variables: readonly string[]): Evaluate {
    compiledAt(this.text, this.place, variables);
    const used = variables.filter((name) => this.text.includes(`$${name}`));
    const bound = used.map((name) => `.${name} as $${name} | `).join("");
    const { run } = compileJq(used.length === 0 ? this.text : `${bound}.INPUT | (${this.text}\n)`);
    return ({ record, variables: values }) =>
      run(used.length === 0 ? record : { ...pick(values, used), INPUT: record });
  }
}

function onlyValue(values: Iterable<unknown>): unknown {
  let [value, count]: [unknown, number] = [null, 0];
  for (const each of values) {
    count += 1;
    if (count > 1) throw new Error("several values; [ ] around the expression makes a list of them");
    value = each;
  }
  if (typeof value === "function" || (typeof value === "number" && !Number.isFinite(value)))
    throw new Error(`${String(value)}, which JSON does not have`);
  return value ?? null;
}

/**
 * Compiles an expression of a recipe.
 * @throws {ImportError} for a text that is not jq, an unknown variable, and the clock
 */
function compiledAt(text: string, place: string, variables: readonly string[]): JqFilter {
  let filter: JqFilter;
  try {
    filter = compileJq(text);
  } catch (error) {
    throw new ImportError(place, "a jq expression", `${JSON.stringify(text)}: ${messageOf(error)}`);
  }
  const unknown = [...filter.variables].find((name) => !variables.includes(name));
  if (unknown !== undefined)
    throw new ImportError(
      place,
      variables.length === 0
        ? "no variable here"
        : `one of the variables ${variables.map((name) => `$${name}`).join(", ")}`,
      `$${unknown}`,
    );
  // The time of day would make an import give another release each time.
  if (filter.functions.has("now/0") || (/\bdef\b/.test(text) && /\bnow\b/.test(text)))
    throw new ImportError(place, "an expression that gives the same value each time", "'now'");
  return filter;
}

/**
 * The records that an expression gives for a document: the elements of a list, or several values.
 * @param fileName also gives the value of `$file`
 * @throws {ImportError} also if the expression does not end
 */
export function recordsAt(text: string, place: string, document: unknown, fileName: string): readonly unknown[] {
  const expression = new RecipeExpression(text, place, ["file"]);
  const path = `${fileName}: $`;
  let records: unknown;
  withinTime(
    () => {
      records = expression.list({ record: document, variables: { file: stemOf(fileName) } }, path);
    },
    () => ({ path, expected: `records at ${text} (${place})` }),
  );
  return Array.isArray(records) ? records : [records];
}

const DATA_ENDING = /\.(json|jsonl|ndjson|tsv|csv|parquet)(\.gz)?$/i;

/** The value of `$file`: the name of a file without its folder and ending. */
export const stemOf = (name: string): string => (name.split("/").at(-1) ?? name).replace(DATA_ENDING, "");

function valueAt(record: unknown, steps: readonly string[]): unknown {
  let value = record;
  for (const step of steps) {
    if (value === null || value === undefined) return null;
    if (typeof value !== "object" || Array.isArray(value))
      throw new Error(`${describeValue(value)}, which has no field '${step}'`);
    value = Object.hasOwn(value, step) ? (value as Readonly<Record<string, unknown>>)[step] : null;
  }
  return value ?? null;
}

/** The names after a dot, and in brackets: more than the expression reads at most. */
const namedFields = (text: string): readonly string[] =>
  [...text.matchAll(/\.\s*(?:([A-Za-z_]\w*)|"([^"\\]*)"|\[\s*"([^"\\]*)"\s*\])/g)].map(
    ([, word, quoted, index]) => word ?? quoted ?? index ?? "",
  );

const pick = (values: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(names.map((name) => [name, values[name] ?? null]));

/** jqjs throws texts as well as errors. */
function messageOf(error: unknown): string {
  if (error instanceof RangeError && /call stack/.test(error.message))
    return "an expression that calls itself without an end";
  return (error instanceof Error ? error.message : String(error)).slice(0, 300);
}
