import type { Hono } from "hono";
import { TrieRouter } from "hono/router/trie-router";
import type { AppEnvironment } from "./app-environment.ts";

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
