import { HeaderMap, type HTTPGraphQLRequest } from "@apollo/server";
import type { Context } from "hono";
import type { OmnidexError } from "../../domain/errors.ts";
import type { RequestContext } from "../graphql/resolvers/resolver.ts";
import { requireTurn } from "../limits/document-turns.ts";
import type { RequestRecord } from "../telemetry/request-record.ts";
import type { ReadingPool } from "../workers/reading-pool.ts";
import type { AppEnvironment, AppServices } from "./app-environment.ts";
import { errorResponse } from "./error-response.ts";
import { operationRequest, plainType, refusalOf, requestFault, syntaxErrorOf, wasTried } from "./graphql-request.ts";
import { RequestServices } from "./request-services.ts";

type AppContext = Context<AppEnvironment>;

/** Serves GraphQL over HTTP. @see https://graphql.github.io/graphql-over-http/draft/ */
export const graphqlHandler =
  (services: AppServices) =>
  async (c: AppContext): Promise<Response> => {
    const body = c.req.method === "POST" ? await readBody(c, services.runs.pool) : undefined;
    if (body instanceof Response) return body;
    const document = documentOf(c, body);
    const fault = requestFault(body, document, c.req.query("variables"));
    if (fault !== null) return errorResponse(c, 400, "BAD_USER_INPUT", fault);
    const compiled = await compiledReply(c, body, services);
    if (compiled instanceof Response) return compiled;
    const context = requestContext(c, services, compiled);
    requireTurn(typeof document === "string" ? document.length : undefined, context);
    const executing = services.graphql.executeHTTPGraphQLRequest({
      httpGraphQLRequest: httpRequest(c, body),
      context: async () => context,
    });
    const answer = await executing.finally(() => context.work.end());
    const text = answer.body.kind === "complete" ? answer.body.string : "";
    const status = answer.status ?? 200;
    return new Response(status < 400 ? text : withRequestIds(text, c.get("record")), {
      status,
      headers: { ...Object.fromEntries(answer.headers), ...ownHeaders(context) },
    });
  };

/**
 * Returns the response if the request can be compiled. Otherwise the request falls back to Apollo Server, and the
 * function returns null, or the error with which the database has already refused the request.
 */
async function compiledReply(
  c: AppContext,
  body: unknown,
  services: AppServices,
): Promise<Response | OmnidexError | null> {
  if (wasTried(c.env?.incoming)) return refusalOf(c.env?.incoming);
  const type = plainType(c.req.header("accept"));
  const request = type === null ? null : operationRequest(body, services.persisted);
  if (type === null || request === null) return null;
  const context = requestContext(c, services);
  const pieces = await services.replies.reply(request, () => context);
  if (pieces === null) {
    const { refusal } = context.database;
    if (refusal === null) context.cost.giveBack();
    return refusal;
  }
  return new Response(pieces.join(""), { headers: { "content-type": type, ...ownHeaders(context) } });
}

/**
 * Adds the request id to the errors of Apollo Server's HTTP layer, which its plugins do not see: those of a request that
 * has no document, or whose method does not fit. The code of the first error goes into the record.
 */
function withRequestIds(text: string, record: RequestRecord): string {
  const { errors, ...others }: ErrorBody = JSON.parse(text);
  if (errors === undefined || errors.every(({ extensions }) => extensions.requestId !== undefined)) return text;
  record.code ??= errors[0]?.extensions.code ?? null;
  const { requestId } = record;
  const named = errors.map((error) => ({ ...error, extensions: { ...error.extensions, requestId } }));
  return JSON.stringify({ errors: named, ...others });
}

interface ErrorBody {
  readonly errors?: readonly { readonly extensions: { readonly code?: string; readonly requestId?: string } }[];
}

/** Headers of every GraphQL response. They keep browsers from sniffing the media type, and state the request's cost. */
const ownHeaders = ({ cost }: RequestContext): Record<string, string> => ({
  "x-content-type-options": "nosniff",
  "x-omnidex-cost": cost.toString(),
});

/**
 * The size in bytes from which a body is parsed in another thread. Parsing a body of this size would block the event
 * loop for tens of milliseconds.
 */
const LONG_BODY = 1_000_000;

async function readBody(c: AppContext, pool: ReadingPool): Promise<unknown> {
  const type = c.req.header("content-type") ?? "";
  if (!/^application\/(json|graphql-response\+json)\b/i.test(type)) {
    return errorResponse(c, 415, "BAD_USER_INPUT", "Send the query as JSON, with 'Content-Type: application/json'.");
  }
  try {
    const known = syntaxErrorOf(c.env?.incoming);
    if (known !== undefined) throw known;
    const bytes = c.get("body") ?? new Uint8Array();
    return bytes.length < LONG_BODY ? JSON.parse(TEXT.decode(bytes)) : await pool.parse(bytes);
  } catch (error) {
    // Only a syntax error is the caller's fault. Parsing in another thread may fail for other reasons.
    if (!(error instanceof SyntaxError)) throw error;
    return errorResponse(c, 400, "BAD_USER_INPUT", `The body is not JSON: ${error.message}.`);
  }
}

const TEXT = new TextDecoder();

const documentOf = (c: AppContext, body: unknown): unknown =>
  typeof body === "object" && body !== null && "query" in body ? body.query : c.req.query("query");

function httpRequest(c: AppContext, body: unknown): HTTPGraphQLRequest {
  const headers = new HeaderMap();
  for (const [name, value] of c.req.raw.headers) headers.set(name, value);
  // HEAD is executed like GET. The body of the response is dropped when the response is sent.
  const method = c.req.method === "HEAD" ? "GET" : c.req.method;
  return { method, headers, search: new URL(c.req.url).search, body };
}

const requestContext = (c: AppContext, services: AppServices, refusal: OmnidexError | null = null): RequestServices =>
  new RequestServices(services, c.get("viewer"), c.get("record"), refusal, c.get("admission") ?? null);
