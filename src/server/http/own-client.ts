import type { Context } from "hono";
import { Omnidex } from "../../sdk/index.ts";
import type { AppEnvironment } from "./app-environment.ts";

/** Sends a request to the app itself, with the socket of the request that it belongs to. */
export type ToApp = (request: Request, bindings: AppEnvironment["Bindings"]) => Response | Promise<Response>;

/**
 * Sends requests to this app in the name of a caller and as a part of its request: there is no other way to the data, and
 * keys, limits, the log and the audit log apply as to any client.
 */
export function senderOf(c: Context<AppEnvironment>, toApp: ToApp) {
  const requestId = c.get("requestId");
  const authorization = c.req.header("authorization");
  return (path: string, init: RequestInit = {}): Response | Promise<Response> => {
    const headers = new Headers(init.headers);
    headers.set("x-request-id", requestId);
    if (authorization !== undefined) headers.set("authorization", authorization);
    return toApp(new Request(path, { ...init, headers }), { ...c.env, within: c.get("record") });
  };
}

/** A client of this app, in the name of a caller. */
export function clientOf(c: Context<AppEnvironment>, toApp: ToApp): Omnidex {
  const send = senderOf(c, toApp);
  return new Omnidex({
    url: new URL(c.req.url).origin,
    apiKey: null,
    fetch: async (input, init) => send(String(input), init),
    // A caller can repeat a call itself; a pause here would only hold its connection.
    maxRetries: 0,
    cacheable: false,
  });
}
