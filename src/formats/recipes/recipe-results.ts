import { ImportError } from "../../domain/import-error.ts";
import { parseLooseJson } from "../files/loose-json.ts";
import { isFields, nameOf, textOf } from "../files/record-fields.ts";
import { openRecords } from "../files/record-source.ts";
import {
  baseNameOf,
  type RecordSource,
  type SubmissionFile,
  type SubmissionRecord,
  wholeFile,
} from "../files/submission-file.ts";
import { LONGEST_RECORD } from "../files/utf8-decoder.ts";
import { withinTime } from "../files/within-time.ts";
import { failureOf, optionsOf } from "../rows/option-fields.ts";
import { FormatError, outputOf, type SubmissionFormat } from "../rows/submission-format.ts";
import type { Recipe, RecipeResults } from "./recipe.ts";
import { type ExpressionInput, RecipeExpression, recordsAt, stemOf } from "./recipe-expression.ts";

const ROW_FIELDS = ["key", "text", "video", "options", "response", "error", "model"] as const;
type Expressions = readonly (readonly [name: (typeof ROW_FIELDS)[number], expression: RecipeExpression])[];

/** How many rows are read under one limit of time. */
const AT_ONCE = 200;

/**
 * The format of result files that a recipe's `results` describes.
 * @param place the name of the recipe's file
 * @throws {ImportError} for a recipe without `results`, or with an expression that is not jq
 */
export function recipeResults({ results }: Recipe, place: string): SubmissionFormat {
  if (results === undefined)
    throw new ImportError(place, "a field 'results' with the key and the response of a row", "none");
  const expressions = ROW_FIELDS.flatMap((name) => {
    const text = results[name];
    return text === undefined
      ? []
      : [[name, new RecipeExpression(text, `${place}: results.${name}`, ["file"])] as const];
  });
  return {
    name: "recipe",
    recognises: () => false,
    open: (file, ifFitting) => openRows(file, { results, expressions, place }, ifFitting),
    read(row) {
      const names = {
        key: nameOf(row.key),
        text: nameOf(row.text),
        video: nameOf(row.video),
        options: optionsOf(row.options),
      };
      if (names.key === undefined && names.text === undefined)
        throw new FormatError("the recipe's expressions give no 'key' and no 'text'");
      const response = textOf(row.response);
      return { names, ...outputOf(response, textOf(row.error) ?? failureOf({}, response)) };
    },
    header: async (_file, _head, first) => ({ model: nameOf(first.model) }),
  };
}

interface Reading {
  readonly results: RecipeResults;
  readonly expressions: Expressions;
  readonly place: string;
}

/** The rows of a file, each with what the expressions give. */
async function openRows(file: SubmissionFile, reading: Reading, ifFitting: boolean): Promise<RecordSource | null> {
  const source = await sourceOf(file, reading, ifFitting);
  if (source === null || (ifFitting && !(await fits(source, reading)))) return null;
  return { head: {}, records: () => evaluated(file, source, reading) };
}

async function sourceOf(
  file: SubmissionFile,
  { results: { records }, place }: Reading,
  ifFitting: boolean,
): Promise<RecordSource | null> {
  if (records === undefined) return openRecords(file);
  const name = baseNameOf(file);
  if (file.size > LONGEST_RECORD)
    throw new ImportError(name, `at most ${LONGEST_RECORD} bytes for 'results.records'`, `${file.size}`);
  try {
    const root = parseLooseJson(new TextDecoder().decode(await wholeFile(file)), name, { line: 1, column: 1 });
    const values = recordsAt(records, `${place}: results.records`, root, name);
    return { head: {}, records: () => numbered(values) };
  } catch (error) {
    if (ifFitting && error instanceof ImportError) return null;
    throw error;
  }
}

async function* numbered(values: readonly unknown[]): AsyncGenerator<SubmissionRecord> {
  for (const [index, value] of values.entries()) yield { value, place: `row ${index + 1}`, index };
}

/** Whether the first row has every field that an expression of its key or response may read. */
async function fits(source: RecordSource, { expressions }: Reading): Promise<boolean> {
  for await (const { value } of source.records()) {
    if (!isFields(value)) return false;
    const needed = expressions.filter(([name]) => ["key", "text", "response"].includes(name));
    return needed.every(([, { fields }]) => [...fields].every((name) => Object.hasOwn(value, name)));
  }
  return false;
}

/** Evaluates the expressions for some rows at once, because a limit of time for each row would cost more than they do. */
async function* evaluated(
  file: SubmissionFile,
  source: RecordSource,
  reading: Reading,
): AsyncGenerator<SubmissionRecord> {
  let waiting: SubmissionRecord[] = [];
  for await (const record of source.records()) {
    waiting.push(record);
    if (waiting.length < AT_ONCE) continue;
    yield* evaluatedNow(file, waiting, reading);
    waiting = [];
  }
  yield* evaluatedNow(file, waiting, reading);
}

function evaluatedNow(
  file: SubmissionFile,
  records: readonly SubmissionRecord[],
  { expressions, place }: Reading,
): readonly SubmissionRecord[] {
  const rows: SubmissionRecord[] = [];
  const variables = { file: stemOf(file.name) };
  let path = "";
  withinTime(
    () => {
      for (const record of records) {
        path = `${baseNameOf(file)}: ${record.place}`;
        rows.push(
          isFields(record.value)
            ? evaluatedRow(record, { record: record.value, variables }, expressions, path)
            : record,
        );
      }
    },
    () => ({ path, expected: `an end of the expressions of ${place}: results` }),
  );
  return rows;
}

function evaluatedRow(
  record: SubmissionRecord,
  input: ExpressionInput,
  expressions: Expressions,
  path: string,
): SubmissionRecord {
  try {
    const values = expressions.map(([name, expression]) => [name, expression.value(input, path)]);
    return { ...record, value: Object.fromEntries(values) };
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    return { ...record, value: undefined, broken: error };
  }
}
