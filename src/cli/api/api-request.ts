import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { repeatedName } from "../../domain/json-text.ts";
import { exactJson } from "../../sdk/exact-json.ts";
import { OmnidexConnectionError, OmnidexProtocolError } from "../../sdk/index.ts";
import { OmnidexInputError } from "../../sdk/sdk-errors.ts";
import { checkDeclared } from "../../sdk/transport.ts";
import { fetchFrom } from "../connection/fetch-from.ts";
import type { ServerConnection } from "../connection/server-connection.ts";
import { UsageError } from "../output/usage-error.ts";

/** Reads the files that a command line names. Standard input can be named only once. */
export class NamedFiles {
  #reader: string | null = null;

  /**
   * The text of a file, or of standard input for `-`.
   * @param wanted what the file holds, for messages: "the query"
   * @throws {UsageError} if it cannot be read
   */
  async read(file: string, wanted: string): Promise<string> {
    if (file === "-") return this.#standardInput(wanted);
    try {
      return await readFile(file, "utf8");
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new UsageError(`The file '${file}' with ${wanted} cannot be read: ${reason}.`);
    }
  }

  async #standardInput(wanted: string): Promise<string> {
    if (this.#reader !== null)
      throw new UsageError(`Standard input is already read for ${this.#reader}, so it cannot be read for ${wanted}.`);
    if (process.stdin.isTTY)
      throw new UsageError(
        `There is no input to read ${wanted} from.`,
        "Pass it as an argument, as in omnidex api '{ viewer { owner } }', as @file, or on standard input.",
      );
    this.#reader = wanted;
    return text(process.stdin);
  }
}

/** A GraphQL document and the variables of the request that it came in. */
export interface GraphqlDocument {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
  /** The operation to execute, if the document has several. */
  readonly operationName?: string;
}

/**
 * Reads the document that a command line names: an argument, a file, or standard input.
 * @throws {UsageError} without a document, or with both an argument and a file
 */
export async function readDocument(
  argument: string | undefined,
  input: string | undefined,
  files: NamedFiles,
): Promise<GraphqlDocument> {
  if (argument !== undefined && input !== undefined)
    throw new UsageError("The query is given twice.", "Leave out the argument, or --input.");
  const inFile = argument?.startsWith("@") ? argument.slice(1) : argument === "-" ? "-" : undefined;
  const isText = argument !== undefined && inFile === undefined;
  const text = isText ? argument : await files.read(input ?? inFile ?? "-", "the query");
  const request = isText ? null : requestIn(text);
  if ((request?.query ?? text).trim() === "") throw new UsageError("The query is empty.");
  return request ?? { query: text, variables: {} };
}

/** Parses a text as a JSON request, the body that GraphQL clients post. Null for a GraphQL document. */
function requestIn(text: string): GraphqlDocument | null {
  const body = parsedObject(text);
  if (body === null || typeof body.query !== "string") return null;
  const repeated = repeatedName(text, body);
  if (repeated !== null) throw new UsageError(`In the request, '${repeated.join(".")}' is given twice.`);
  const { query, operationName } = body;
  const variables = typeof body.variables === "object" && body.variables !== null ? { ...body.variables } : {};
  return { query, variables, ...(typeof operationName === "string" && { operationName }) };
}

function parsedObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? { ...value } : null;
  } catch {
    return null;
  }
}

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

export interface GraphqlError {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly locations?: readonly { readonly line: number; readonly column: number }[];
  readonly extensions?: { readonly code?: string };
}

/** A GraphQL response. */
export interface GraphqlAnswer {
  readonly data?: Readonly<Record<string, unknown>> | null;
  readonly errors?: readonly GraphqlError[];
}

/**
 * Sends a document and returns the whole response, including its errors. The SDK throws the first error instead.
 * @throws OmnidexConnectionError if no server answers; OmnidexProtocolError if the response is not a GraphQL response
 */
export async function postGraphql(connection: ServerConnection, document: GraphqlDocument): Promise<GraphqlAnswer> {
  const headers = {
    accept: "application/graphql-response+json, application/json;q=0.9",
    "content-type": "application/json",
  };
  const { text, status } = await post(connection, { method: "POST", headers, body: JSON.stringify(document) });
  const answer = parsed(text);
  if (answer !== null) return answer;
  throw new OmnidexProtocolError(`${connection.url}/graphql answered with status ${status} and no GraphQL response.`);
}

async function post(
  connection: ServerConnection,
  init: RequestInit,
): Promise<{ readonly text: string; readonly status: number }> {
  try {
    const response = await fetchFrom(connection, "/graphql", init);
    return { text: await response.text(), status: response.status };
  } catch (error) {
    if (error instanceof OmnidexProtocolError) throw error;
    const { cause, message } = error instanceof Error ? error : { cause: null, message: String(error) };
    const reason = cause instanceof Error && "code" in cause ? String(cause.code) : message;
    throw new OmnidexConnectionError(`Cannot reach ${connection.url}/graphql: ${reason}`, { cause: error });
  }
}

/** Parses a GraphQL response; null if the text is not one. Only the outermost shape is checked. */
function parsed(text: string): GraphqlAnswer | null {
  try {
    const answer: GraphqlAnswer | null = JSON.parse(text);
    return typeof answer === "object" && answer !== null && ("data" in answer || "errors" in answer) ? answer : null;
  } catch {
    return null;
  }
}
