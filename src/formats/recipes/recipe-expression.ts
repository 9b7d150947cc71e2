import { compile } from "@michaelhomer/jqjs";
import { ImportError } from "../../domain/import-error.ts";
import { describeValue } from "../files/record-path.ts";

/** The record of an expression, and the variables that it may name. */
export interface ExpressionInput {
  readonly record: unknown;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** Gives one value for a record; null if the expression gives none. @throws {Error} with jq's message */
type Evaluate = (input: ExpressionInput) => unknown;

/** The fields of a record on a plain path, such as `.question` or `.meta."sub-category"`. */
const PLAIN = /^\.(?:(?:[A-Za-z_]\w*|"[^"\\]*")(?:\.(?:[A-Za-z_]\w*|"[^"\\]*"))*)?$/;
const STEP = /[A-Za-z_]\w*|"[^"\\]*"/g;
/** The time of day would make an import give another release each time. */
const CLOCK = /(?:^|[^.$\w"])(now|localtime|gmtime)\b/;

/** A jq expression of a recipe. */
export class RecipeExpression {
  readonly #evaluate: Evaluate;
  /** The top-level fields of the record that the expression may read. */
  readonly fields: ReadonlySet<string>;

  /**
   * @param place where the recipe has it: `daily-omni.yaml: question.text`
   * @throws {ImportError} for a text that is not jq, or uses the clock
   */
  constructor(
    readonly text: string,
    readonly place: string,
    variables: readonly string[],
  ) {
    const steps = PLAIN.test(text) ? (text.match(STEP) ?? []).map((step) => step.replaceAll('"', "")) : null;
    this.fields = new Set(steps === null ? namedFields(text) : steps.slice(0, 1));
    this.#evaluate = steps === null ? this.#compiled(variables) : ({ record }) => valueAt(record, steps);
  }

  /**
   * The value for a record.
   * @param path the record's path, for errors
   * @throws {ImportError} if the expression fails, or gives several values
   */
  value(input: ExpressionInput, path: string): unknown {
    try {
      return this.#evaluate(input);
    } catch (error) {
      if (isTimeout(error)) throw error;
      throw new ImportError(path, `a value of ${this.text} (${this.place})`, messageOf(error));
    }
  }

  #compiled(variables: readonly string[]): Evaluate {
    const clock = CLOCK.exec(this.text);
    if (clock !== null)
      throw new ImportError(this.place, "an expression that gives the same value each time", `'${clock[1]}'`);
    const used = variables.filter((name) => this.text.includes(`$${name}`));
    const bound = used.map((name) => `.${name} as $${name} | `).join("");
    const run = this.#compile(used.length === 0 ? this.text : `${bound}.record | (${this.text}\n)`);
    return ({ record, variables: values }) => {
      const input = used.length === 0 ? record : { ...pick(values, used), record };
      let [value, count]: [unknown, number] = [null, 0];
      for (const each of run(input)) {
        count += 1;
        if (count > 1) throw new Error("several values; [ ] around the expression makes a list of them");
        value = each;
      }
      return value ?? null;
    };
  }

  #compile(text: string): ReturnType<typeof compile> {
    try {
      return compile(text);
    } catch (error) {
      throw new ImportError(this.place, "a jq expression", `${JSON.stringify(this.text)}: ${messageOf(error)}`);
    }
  }
}

/** All values that an expression gives for a value: the records of a document. @throws {ImportError} */
export function* valuesOf(text: string, place: string, value: unknown, path: string): Generator<unknown> {
  let run: ReturnType<typeof compile>;
  try {
    run = compile(text);
  } catch (error) {
    throw new ImportError(place, "a jq expression", `${JSON.stringify(text)}: ${messageOf(error)}`);
  }
  try {
    yield* run(value);
  } catch (error) {
    if (isTimeout(error) || error instanceof ImportError) throw error;
    throw new ImportError(path, `records at ${text} (${place})`, messageOf(error));
  }
}

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
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, 300);

/** Whether `withinTime` ended the expression. */
export const isTimeout = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT";
