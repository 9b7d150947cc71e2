import { type Context, Hono } from "hono";
import { jsonFault } from "../../domain/json-limits.ts";
import type { AppEnvironment, AppServices } from "./app-environment.ts";
import { readBodies } from "./body-limits.ts";
import { rpcError } from "./error-response.ts";
import type { ToApp } from "./own-client.ts";

type AppContext = Context<AppEnvironment>;

/** The Model Context Protocol at `/mcp`, without sessions. Its packages are loaded on the first request. */
export function mcpRoutes(services: AppServices, toApp: ToApp): Hono<AppEnvironment> {
  let answering: Promise<(c: AppContext, body: unknown) => Promise<Response>> | undefined;
  return new Hono<AppEnvironment>().post("/", readBodies(), async (c) => {
    const body = bodyOf(c);
    if (body instanceof Response) return body;
    answering ??= import("./mcp-handler.ts").then(({ mcpHandler }) => mcpHandler(services, toApp));
    return (await answering)(c, body);
  });
}

/** The parsed body, or the error of a body that is not one JSON-RPC message. */
function bodyOf(c: AppContext): unknown {
  let body: unknown;
  try {
    body = JSON.parse(new TextDecoder().decode(c.get("body")));
  } catch {
    return rpcError(c, 400, -32700, "The body is not JSON.");
  }
  const fault = jsonFault(body);
  if (fault !== null) return rpcError(c, 400, -32600, fault);
  if (Array.isArray(body))
    return rpcError(c, 400, -32600, "Send one message in each request, without a list around it.");
  return body;
}
