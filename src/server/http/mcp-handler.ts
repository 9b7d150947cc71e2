import { createMcpHandler, localhostAllowedOrigins, validateOriginHeader } from "@modelcontextprotocol/server";
import type { Context } from "hono";
import { type McpCaller, mcpServer } from "../../mcp/mcp-server.ts";
import type { AppEnvironment, AppServices } from "./app-environment.ts";
import { rpcError } from "./error-response.ts";
import { clientOf, senderOf, type ToApp } from "./own-client.ts";

type AppContext = Context<AppEnvironment>;

/**
 * Answers MCP messages. A tool sends GraphQL requests to this app, in the name of its caller and as a part of its request:
 * there is no other way to the data, and keys, limits, the log and the audit log apply as to any client.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports
 */
export function mcpHandler(services: AppServices, toApp: ToApp): (c: AppContext, body: unknown) => Promise<Response> {
  const handler = createMcpHandler(({ authInfo }) => mcpServer(authInfo?.extra?.caller as McpCaller), {
    // Nothing that is listed here changes while a server runs, so nobody waits for news.
    maxSubscriptions: 0,
  });
  const isAllowed = allowedOrigins(services.corsOrigins);
  return async (c, parsedBody) => {
    if (!isAllowed(c.req.header("origin")))
      return rpcError(
        c,
        403,
        -32000,
        "Pages of this origin may not call tools: OMNIDEX_CORS_ORIGINS does not list it.",
      );
    // The app has checked the key already. Of this object, `mcpServer` gets the caller.
    const authInfo = { token: "", clientId: "", scopes: [], extra: { caller: callerOf(c, services, toApp) } };
    return handler.fetch(c.req.raw, { parsedBody, authInfo });
  };
}

/**
 * Whether pages of an origin may call tools: those of this machine, and those of the listed hosts. A page of the server's own
 * name may not, unless it is listed: any page can make its name point to the address of a server (DNS rebinding).
 */
function allowedOrigins(origins: readonly string[]): (origin: string | undefined) => boolean {
  if (origins.includes("*")) return () => true;
  const listed = origins.flatMap((origin) => (URL.canParse(origin) ? [new URL(origin).hostname] : []));
  const hosts = [...localhostAllowedOrigins(), ...listed];
  return (origin) => validateOriginHeader(origin, hosts).ok;
}

function callerOf(c: AppContext, { version, log }: AppServices, toApp: ToApp): McpCaller {
  const root = new URL(c.req.url).origin;
  const requestId = c.get("requestId");
  const send = senderOf(c, toApp);
  return {
    omnidex: clientOf(c, toApp),
    root,
    version,
    readPage: async (path) => {
      const response = await send(`${root}${path}`);
      if (response.ok) return response.text();
      throw new Error(`This server does not have ${path}.`);
    },
    log: (error) => log(requestId, error),
  };
}
