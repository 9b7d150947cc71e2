import type { Hono } from "hono";
import { cors } from "hono/cors";
import { createMiddleware } from "hono/factory";
import { TrieRouter } from "hono/router/trie-router";
import { OmnidexError } from "../../domain/errors.ts";
import type { ErrorLog } from "../graphql/error-format.ts";
import type { AppEnvironment } from "./app-environment.ts";
import { errorResponse } from "./error-response.ts";

/** The most refused origins in the log. The number is limited, because a client can invent any number of origins. */
const MOST_LOGGED = 100;

const headersFor = (origins: readonly string[]) =>
  cors({
    origin: origins.includes("*") ? "*" : [...origins],
    // Allows the headers that a page asks for: clients send their own, such as `apollographql-client-name` or `traceparent`.
    allowHeaders: [],
    exposeHeaders: [
      "x-request-id",
      "retry-after",
      "accept-ranges",
      "content-range",
      "etag",
      "x-data-license",
      "x-export-folder",
      "x-export-warnings",
      "x-omnidex-cost",
      "ratelimit",
      "ratelimit-policy",
      "submission-quota",
    ],
    maxAge: 600,
  });

/** Whether the origin has the server's own host. Browsers send `Origin` even for POST requests to it. */
export const isOwnOrigin = (origin: string, host: string | undefined): boolean =>
  URL.canParse(origin) && host !== undefined && new URL(origin).host === host.toLowerCase();

const refusal = (origin: string): string =>
  `Pages from '${origin}' may not read this server: OMNIDEX_CORS_ORIGINS does not list this origin.`;

/**
 * Lets pages of the listed origins read the server's responses. A preflight request from any other origin is refused
 * with an error that names the setting. A simple request from another origin gets no CORS headers, so the page cannot
 * read the response. Each refused origin is logged once.
 */
export const crossOrigin = (origins: readonly string[], log: ErrorLog) => {
  const allow = headersFor(origins);
  const isListed = (origin: string): boolean => origins.includes("*") || origins.includes(origin);
  const logged = new Set<string>();
  return createMiddleware<AppEnvironment>(async (c, next) => {
    const origin = c.req.header("origin");
    if (origin === undefined) return origins.length > 0 ? allow(c, next) : next();
    if (isListed(origin)) return allow(c, next);
    if (isOwnOrigin(origin, c.req.header("host"))) return next();
    if (!logged.has(origin) && logged.size < MOST_LOGGED) {
      logged.add(origin);
      log(c.get("requestId"), new OmnidexError("FORBIDDEN", refusal(origin)));
    }
    c.header("vary", "Origin");
    if (c.req.method === "OPTIONS") return errorResponse(c, 403, "FORBIDDEN", refusal(origin), { origin });
    return next();
  });
};

/**
 * Returns a function that lists the methods for which the app has a route at a path; empty if it has none. Middleware,
 * which applies to all methods, is not a route.
 */
export function allowedMethods({ routes }: Hono<AppEnvironment>): (path: string) => readonly string[] {
  const router = new TrieRouter<true>();
  const methods = new Set<string>();
  for (const { method, path } of routes) {
    if (method === "ALL") continue;
    router.add(method, path, true);
    methods.add(method);
  }
  return (path) =>
    [...methods]
      .filter((method) => router.match(method, path)[0].length > 0)
      // Hono answers HEAD wherever GET is.
      .flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]));
}
