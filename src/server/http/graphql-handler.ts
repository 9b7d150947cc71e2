import { HeaderMap, type HTTPGraphQLRequest } from "@apollo/server";
import type { Context } from "hono";
import type { RequestContext } from "../resolvers/request-context.ts";
import type { AppEnvironment, AppServices } from "./app-environment.ts";
import { errorResponse } from "./error-response.ts";
import { MAX_NESTING, nestsTooDeep, operationRequest, plainType, wasTried } from "./graphql-request.ts";
import { RequestServices } from "./request-services.ts";

type AppContext = Context<AppEnvironment>;

/** Serves GraphQL over HTTP. @see https://graphql.github.io/graphql-over-http/draft/ */
export const graphqlHandler =
  (services: AppServices) =>
  async (c: AppContext): Promise<Response> => {
    const body = c.req.method === "POST" ? await readBody(c) : undefined;
    if (body instanceof Response) return body;
    if (nestsTooDeep(body, documentOf(c, body), c.req.query("variables")))
      return errorResponse(c, 400, "BAD_USER_INPUT", `The request nests more than ${MAX_NESTING} levels deep.`);
    const told = await tellAnswer(c, body, services);
    if (told !== null) return told;
    const context = requestContext(c, services);
    const answer = await services.graphql.executeHTTPGraphQLRequest({
      httpGraphQLRequest: httpRequest(c, body),
      context: async () => context,
    });
    const text = answer.body.kind === "complete" ? answer.body.string : "";
    return new Response(text, {
      status: answer.status ?? 200,
      headers: { ...Object.fromEntries(answer.headers), ...ownHeaders(context) },
    });
  };

/** The answer as text, where the request is as plain as most are; `null` where it is left to Apollo. */
async function tellAnswer(c: AppContext, body: unknown, services: AppServices): Promise<Response | null> {
  if (wasTried(c.env?.incoming)) return null;
  const type = plainType(c.req.header("accept"));
  const request = type === null ? null : operationRequest(body);
  if (type === null || request === null) return null;
  const context = requestContext(c, services);
  const text = await services.answers.answer(request, () => context);
  return text === null ? null : new Response(text, { headers: { "content-type": type, ...ownHeaders(context) } });
}

/** Answers are JSON, whatever a browser would like to see in them; and they say what they cost. */
const ownHeaders = ({ cost }: RequestContext): Record<string, string> => ({
  "x-content-type-options": "nosniff",
  "x-omnidex-cost": cost.toString(),
});

async function readBody(c: AppContext): Promise<unknown> {
  const type = c.req.header("content-type") ?? "";
  if (!/^application\/(json|graphql-response\+json)\b/i.test(type)) {
    return errorResponse(c, 415, "BAD_USER_INPUT", "Send the query as JSON, with 'Content-Type: application/json'.");
  }
  try {
    return JSON.parse(await c.req.text());
  } catch (error) {
    // Only the parser's own message: a body that is too large, or broken off, is another's affair.
    if (!(error instanceof SyntaxError)) throw error;
    return errorResponse(c, 400, "BAD_USER_INPUT", `The body is not JSON: ${error.message}.`);
  }
}

const documentOf = (c: AppContext, body: unknown): unknown =>
  typeof body === "object" && body !== null && "query" in body ? body.query : c.req.query("query");

function httpRequest(c: AppContext, body: unknown): HTTPGraphQLRequest {
  const headers = new HeaderMap();
  for (const [name, value] of c.req.raw.headers) headers.set(name, value);
  // HEAD is answered as GET is; the body is left out where it is sent.
  const method = c.req.method === "HEAD" ? "GET" : c.req.method;
  return { method, headers, search: new URL(c.req.url).search, body };
}

const requestContext = (c: AppContext, services: AppServices): RequestContext =>
  new RequestServices(services, c.get("viewer"), c.get("requestId"));
