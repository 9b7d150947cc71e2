import { UsageError } from "../usage-error.ts";
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
    add(name, typedValue(content));
  }
  return Object.fromEntries(variables);
}

function nameAndValue(text: string, flag: string): readonly [string, string] {
  const [, name, value] = /^\$?([_A-Za-z][_0-9A-Za-z]*)=([\s\S]*)$/.exec(text) ?? [];
  if (name === undefined || value === undefined)
    throw new UsageError(`'${text}' is not a variable.`, `Variables look like ${flag} name=value.`);
  return [name, value];
}

/** Parses a value as JSON, or else takes it as text. A number that JavaScript cannot represent exactly stays text. */
function typedValue(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    const isExact = typeof value !== "number" || !Number.isInteger(value) || Number.isSafeInteger(value);
    return isExact ? value : text;
  } catch {
    return text;
  }
}
