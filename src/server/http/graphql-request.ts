import { LRUCache } from "lru-cache";
import Negotiator from "negotiator";
import type { OmnidexError } from "../../domain/errors.ts";
import { jsonFault, MAX_NESTING, TOO_DEEP, textTooDeep } from "../../domain/json-limits.ts";
import { tokensFault } from "../graphql/document-limits.ts";
import type { PersistedQueries } from "../graphql/persisted-queries.ts";
import type { OperationRequest } from "../graphql/replies/reply-texts.ts";

/** The longest document, in UTF-16 code units. Long values belong in variables. */
const MAX_DOCUMENT = 100_000;

const JSON_TYPE = "application/json; charset=utf-8";
const GRAPHQL_TYPE = "application/graphql-response+json; charset=utf-8";

/** The media type of the response; null if the full handler must interpret the `Accept` header. */
export function plainType(accept: string | undefined): string | null {
  if (accept === undefined || accept === "*/*" || accept === "application/json") return JSON_TYPE;
  if (/^application\/graphql-response\+json *(,|$)/.test(accept)) return GRAPHQL_TYPE;
  // A browser that opens the address gets a page.
  if (/text\/html/i.test(accept)) return null;
  return new Negotiator({ headers: { accept } }).mediaType([JSON_TYPE, GRAPHQL_TYPE]) ?? null;
}

const TRIED = new WeakSet<object>();
const REFUSED = new WeakMap<object, OmnidexError>();

/** Marks a request that the fast path has passed to the app, so that the app does not try to compile it again. */
export function asTried<T extends object>(incoming: T): T {
  TRIED.add(incoming);
  return incoming;
}

export const wasTried = (incoming: object | undefined): boolean => incoming !== undefined && TRIED.has(incoming);

/** Keeps the error with which a request was refused, for the fallback. */
export function keepRefusal(incoming: object | undefined, refusal: OmnidexError | null): void {
  if (incoming !== undefined && refusal !== null) REFUSED.set(incoming, refusal);
}

export const refusalOf = (incoming: object | undefined): OmnidexError | null =>
  (incoming && REFUSED.get(incoming)) ?? null;

const NOT_JSON = new WeakMap<object, SyntaxError>();

/** Keeps the error of a body that is not JSON, for the fallback. Parsing 100,000 brackets takes some milliseconds. */
export const keepSyntaxError = (incoming: object, error: unknown): void => {
  if (error instanceof SyntaxError) NOT_JSON.set(incoming, error);
};

export const syntaxErrorOf = (incoming: object | undefined): SyntaxError | undefined =>
  incoming && NOT_JSON.get(incoming);

/**
 * The GraphQL request in a JSON body; `null` if it is malformed or needs the full handler. Of the `extensions`, only
 * `persistedQuery` has a meaning. Clients send others, such as their name and version, which are ignored.
 * @see https://graphql.github.io/graphql-over-http/draft/#sec-Request-Parameters
 */
export function operationRequest(body: unknown, persisted: PersistedQueries): OperationRequest | null {
  if (!isRecord(body)) return null;
  const { operationName = null, variables = null, extensions = null } = body;
  if (extensions !== null && !isRecord(extensions)) return null;
  const query = extensions?.persistedQuery
    ? persistedText(body.query, extensions.persistedQuery, persisted)
    : body.query;
  if (typeof query !== "string") return null;
  if (operationName !== null && typeof operationName !== "string") return null;
  if (variables !== null && !isRecord(variables)) return null;
  return { query, operationName, variables: variables ?? {} };
}

/**
 * The document that a hash names; `null` if it is unknown, or if the full handler must check the hash of a document.
 * @see https://www.apollographql.com/docs/apollo-server/performance/apq
 */
function persistedText(query: unknown, named: unknown, persisted: PersistedQueries): string | null {
  if (query != null || !isRecord(named) || named.version !== 1) return null;
  return typeof named.sha256Hash === "string" ? persisted.text(named.sha256Hash) : null;
}

/**
 * The reason to refuse a request before its document is parsed; `null` if it is not refused.
 * @param body the parsed body; undefined for a GET request
 * @param variables the URL parameter `variables`
 */
export function requestFault(body: unknown, document: unknown, variables?: string): string | null {
  return (
    (typeof document === "string" ? documentFault(document) : null) ??
    jsonFault(body) ??
    (variables !== undefined && textTooDeep(variables, MAX_NESTING) ? TOO_DEEP : null)
  );
}

/** Recently accepted documents. Callers repeat their documents, so most documents need not be checked again. */
const ACCEPTED = new LRUCache<string, true>({
  max: 1_000,
  maxSize: 4_000_000,
  sizeCalculation: (_, document) => document.length + 1,
});

function documentFault(document: string): string | null {
  if (document.length > MAX_DOCUMENT)
    return `The document has more than ${MAX_DOCUMENT} characters. Send values as variables.`;
  if (ACCEPTED.get(document) === true) return null;
  const fault = tokensFault(document) ?? (textTooDeep(document, MAX_NESTING) ? TOO_DEEP : null);
  if (fault === null) ACCEPTED.set(document, true);
  return fault;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

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
