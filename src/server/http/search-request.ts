import type { OperationRequest } from "../answers/answer-texts.ts";
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
  const [text, extensions] = [search.get("query"), search.get("extensions")];
  const query = extensions === null ? text : text === null ? persistedText(extensions, persisted) : null;
  const variables = parsed(search.get("variables"));
  const request = operationRequest({ query, operationName: search.get("operationName"), variables });
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

/** @see https://www.apollographql.com/docs/apollo-server/performance/apq */
function persistedText(extensions: string, persisted: PersistedQueries): string | null {
  const hash = /^\{"persistedQuery":\{"version":1,"sha256Hash":"([0-9a-f]{64})"\}\}$/.exec(
    extensions.replace(/\s/g, ""),
  );
  return hash?.[1] === undefined ? null : persisted.text(hash[1]);
}
