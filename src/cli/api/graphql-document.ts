import { repeatedName } from "../../domain/json-text.ts";
import { UsageError } from "../output/usage-error.ts";
import type { NamedFiles } from "./named-files.ts";

/** A GraphQL document and the variables of the request that it came in. */
export interface GraphqlDocument {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
  /** The operation to execute, if the document has several. */
  readonly operationName?: string;
}

/**
 * Reads the document that a command line names: an argument, a file, or standard input.
 * @throws {UsageError} if there is none, or both an argument and a file
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
