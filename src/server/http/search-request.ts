import type { OperationRequest } from "../graphql/answers/answer-texts.ts";
import type { PersistedQueries } from "../graphql/persisted-queries.ts";
import { operationRequest, requestFault } from "./graphql-request.ts";

const PARAMETERS: ReadonlySet<string> = new Set(["query", "operationName", "variables", "extensions"]);

/**
 * The GraphQL request in a URL; `null` if it is malformed or needs the full handler. The URL contains the document or
 * the hash of a persisted document.
 * @see https://graphql.github.io/graphql-over-http/draft/#sec-GET
 */
export function searchRequest(address: string, persisted: PersistedQueries): OperationRequest | null {
  const search = new URLSearchParams(address.slice(address.indexOf("?") + 1));
  const names = [...search.keys()];
  if (names.some((name) => !PARAMETERS.has(name)) || new Set(names).size < names.length) return null;
  const variables = parsed(search.get("variables"));
  const body = {
    query: search.get("query"),
    operationName: search.get("operationName"),
    variables,
    extensions: parsed(search.get("extensions")),
  };
  const request = operationRequest(body, persisted);
  return request === null || requestFault(variables, request.query) !== null ? null : request;
}

/** Parses JSON; null for a missing parameter. Malformed JSON remains a text, which `operationRequest` refuses. */
function parsed(text: string | null): unknown {
  if (text === null || text === "") return null;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
