import { ImportError } from "../../domain/import-error.ts";
import { describeValue, pathOf } from "../files/record-path.ts";
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
/** A list of plain paths, such as `[.domain, .subdomain]`. */
const PLAIN_LIST = /^\[([^[\]]+)\]$/;
/** A text that is always the same: `"REASONING"`. */
const CONSTANT = /^"[^"\\]*"$/;
/** A text within an expression that names no field. */
const TEXT = /(?<!\.\s*)"(?:[^"\\]|\\[^(])*"/g;

/** A jq expression of a recipe. */
export class RecipeExpression {
  readonly #evaluate: Evaluate;
  /** The top-level fields of the record that the expression may read. */
  readonly fields: ReadonlySet<string>;
  /** The paths that the expression reads for certain: its own, or those of a list: `[.a, .b]`. */
  readonly paths: readonly (readonly string[])[];
  /**
   * Where in the record the value is from, as a path such as `.meta.source`, or a path for each element of a list. Null if
   * the expression reads several fields, or more than the record.
   */
  readonly source: string | readonly string[] | null;
  readonly isConstant: boolean;

  /**
   * @param place where the recipe has it: `daily-omni.yaml: question.text`
   * @param functions the recipe's own functions
   * @throws {ImportError} for a text that is not jq, or uses the clock
   */
  constructor(
    readonly text: string,
    readonly place: string,
    variables: readonly string[],
    functions = "",
  ) {
    this.isConstant = CONSTANT.test(text);
    const list = PLAIN_LIST.exec(text)?.[1]
      ?.split(",")
      .map((part) => stepsOf(part.trim())) ?? [null];
    const steps = stepsOf(text);
    this.paths = [steps, ...list].flatMap((each) => (each === null ? [] : [each]));
    if (steps !== null) {
      this.fields = new Set(steps.slice(0, 1));
      this.source = pathOf(steps, "");
      this.#evaluate = ({ record }) => [valueAt(record, steps)];
    } else if (list.every((each) => each !== null)) {
      this.fields = new Set(list.flatMap((each) => each.slice(0, 1)));
      this.source = list.map((each) => pathOf(each, ""));
      this.#evaluate = ({ record }) => [list.map((each) => valueAt(record, each))];
    } else if (this.isConstant) {
      this.fields = new Set();
      this.source = null;
      this.#evaluate = () => [text.slice(1, -1)];
    } else {
      this.fields = new Set(namedFields(`${functions}${text}`));
      const [only, ...others] = new Set(namedFields(text.replace(TEXT, "")));
      const isFirst = only !== undefined && /^(if\s|[[(])?\s*\./.test(text) && others.length === 0;
      this.source = isFirst && !text.includes("$") ? pathOf([only], "") : null;
      this.#evaluate = this.#compiled(variables, functions);
    }
  }

  /**
   * The value for a record; null if the expression gives none.
   * @param path the record's path, for errors
   * @throws {ImportError} if the expression fails, or gives several values
   */
  value(input: ExpressionInput, path: string): unknown {
    return this.#read(input, path, onlyValue);
  }

  /** The value for a record; a list of them if there are several or none. @throws {ImportError} if the expression fails */
  list(input: ExpressionInput, path: string): unknown {
    return this.#read(input, path, (values) => {
      const all = [...values];
      return all.length === 1 ? all[0] : all;
    });
  }

  #read<T>(input: ExpressionInput, path: string, read: (values: Iterable<unknown>) => T): T {
    try {
      return read(this.#evaluate(input));
    } catch (error) {
      throw new ImportError(path, `a value of ${this.text} (${this.place})`, messageOf(error));
    }
  }

  #compiled(variables: readonly string[], functions: string): Evaluate {
    compiledAt(`${functions}${this.text}`, this.place, variables, this.text);
    const whole = `${functions}${this.text}`;
    const used = variables.filter((name) => whole.includes(`$${name}`));
    const bound = used.map((name) => `.${name} as $${name} | `).join("");
    const { run } = compileJq(used.length === 0 ? whole : `${bound}.INPUT | (${whole}\n)`);
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
function compiledAt(text: string, place: string, variables: readonly string[], shown = text): JqFilter {
  let filter: JqFilter;
  try {
    filter = compileJq(text);
  } catch (error) {
    throw new ImportError(place, "a jq expression", `${JSON.stringify(shown)}: ${messageOf(error)}`);
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
/** The names of the fields on a plain path; null for any other expression. */
const stepsOf = (text: string): readonly string[] | null =>
  PLAIN.test(text) ? (text.match(STEP) ?? []).map((step) => step.replaceAll('"', "")) : null;

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

/** The first names of paths, also in brackets: those of other values than the record, too. */
const namedFields = (text: string): readonly string[] =>
  [...text.matchAll(/(?:\$record|(?<![\w\])"?]))\.\s*(?:([A-Za-z_]\w*)|"([^"\\]*)"|\[\s*"([^"\\]*)"\s*\])/g)].map(
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
