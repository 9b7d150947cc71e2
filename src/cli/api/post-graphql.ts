import { OmnidexConnectionError, OmnidexProtocolError } from "../../sdk/index.ts";
import { fetchFrom } from "../connection/fetch-from.ts";
import type { ServerConnection } from "../connection/server-connection.ts";
import type { GraphqlDocument } from "./graphql-document.ts";

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
