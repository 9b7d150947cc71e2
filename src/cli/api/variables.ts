import { repeatedName } from "../../domain/json-text.ts";
import { checkDeclared } from "../../sdk/check-options.ts";
import { exactJson } from "../../sdk/exact-json.ts";
import { OmnidexInputError } from "../../sdk/input-error.ts";
import { UsageError } from "../output/usage-error.ts";
import type { GraphqlDocument } from "./graphql-document.ts";
import type { NamedFiles } from "./named-files.ts";

export interface VariableOptions {
  /** `name=value`, with the value as JSON or from a file. */
  readonly field?: readonly string[];
  /** `name=text`. */
  readonly rawField?: readonly string[];
}

/** The variables of a command line. @throws {UsageError} for a variable without a name, or one given twice */
export async function readVariables(
  { field = [], rawField = [] }: VariableOptions,
  files: NamedFiles,
): Promise<Readonly<Record<string, unknown>>> {
  const variables = new Map<string, unknown>();
  const add = (name: string, value: unknown): void => {
    if (variables.has(name)) throw new UsageError(`The variable '${name}' is given twice.`);
    variables.set(name, value);
  };
  for (const text of rawField) {
    const [name, value] = nameAndValue(text, "-f");
    add(name, value);
  }
  for (const text of field) {
    const [name, value] = nameAndValue(text, "-F");
    const content = value.startsWith("@") ? await files.read(value.slice(1), `the variable '${name}'`) : value;
    add(name, typedValue(name, content));
  }
  return Object.fromEntries(variables);
}

/**
 * Checks that the response will be about all of the variables.
 * @throws {UsageError} for a number that JSON cannot hold, and for a variable that the document does not have
 */
export function checkVariables({ query, variables }: GraphqlDocument): void {
  try {
    exactJson({ variables });
    checkDeclared(query, variables);
  } catch (error) {
    throw error instanceof OmnidexInputError ? new UsageError(error.message) : error;
  }
}

function nameAndValue(text: string, flag: string): readonly [string, string] {
  const [, name, value] = /^\$?([_A-Za-z][_0-9A-Za-z]*)=([\s\S]*)$/.exec(text) ?? [];
  if (name === undefined || value === undefined)
    throw new UsageError(`'${text}' is not a variable.`, `Variables look like ${flag} name=value.`);
  return [name, value];
}

/**
 * Parses a value as JSON, or else takes it as text. A number that JavaScript cannot represent exactly stays text.
 * @throws {UsageError} for an object with a field twice, because `JSON.parse` keeps only the last
 */
function typedValue(name: string, text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return text;
  }
  const repeated = repeatedName(text, value);
  if (repeated !== null) throw new UsageError(`'${[name, ...repeated].join(".")}' is given twice.`);
  const isExact = typeof value !== "number" || !Number.isInteger(value) || Number.isSafeInteger(value);
  return isExact ? value : text;
}
