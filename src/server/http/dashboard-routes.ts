import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { serveStatic } from "@hono/node-server/serve-static";
import { type Context, Hono } from "hono";
import { accepts } from "hono/accepts";
import { currentEntry } from "../../domain/page-urls.ts";
import { dashboardFolder } from "../config/project-root.ts";
import type { AppEnvironment } from "./app-environment.ts";

/** The hashes of the scripts that are written in a page. */
const inlineHashes = (page: string): readonly string[] =>
  [...page.matchAll(/<script>(.*?)<\/script>/gs)].map(
    ([, code = ""]) => `'sha256-${createHash("sha256").update(code).digest("base64")}'`,
  );

/**
 * What a page of the dashboard may load: its own files, data from its own server, and videos from any host. Of inline
 * scripts, only those run that the page was built with.
 * @see https://www.w3.org/TR/CSP3/
 */
const policyOf = (page: string): string =>
  [
    "default-src 'none'",
    ["script-src 'self'", ...inlineHashes(page)].join(" "),
    "style-src 'self'",
    "img-src 'self' data: blob:",
    // The videos of benchmarks may be on any host.
    "media-src 'self' https:",
    "connect-src 'self'",
    // GraphiQL's stylesheet contains its fonts.
    "font-src 'self' data:",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");

const PAGE_HEADERS = {
  "content-type": "text/html; charset=utf-8",
  // Pages are always revalidated, because the names of the files that they load change with every build.
  "cache-control": "no-cache",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  vary: "accept",
};

/** Caches an asset for a year. Its name contains a hash of its content, so the content never changes. */
const IMMUTABLE = "public, max-age=31536000, immutable";

/** The paths of the dashboard's views. For any other path, the page has status 404 and says that nothing is there. */
const VIEWS = /^\/($|(benchmarks|items|runs|questions)(\/|$)|(compare|submit|admin|sign-in|signed-in|graphql)$)/;

/** Serves the dashboard's files. Its pages share their paths with the API, so {@link dashboardPage} serves them. */
export function dashboardAssets(): Hono<AppEnvironment> {
  const assets = new Hono<AppEnvironment>();
  if (!existsSync(dashboardFolder())) return assets;
  assets.use(async (c, next) => {
    await next();
    if (!c.res.ok) return;
    c.header("cache-control", IMMUTABLE);
    c.header("x-content-type-options", "nosniff");
  });
  return assets.get("/*", serveStatic<AppEnvironment>({ root: dashboardFolder(), precompressed: true }));
}

/** Whether a browser opens a page. Browsers ask for HTML, while programs accept JSON or any type. */
export const wantsPage = (c: Context<AppEnvironment>): boolean =>
  (c.req.method === "GET" || c.req.method === "HEAD") &&
  accepts(c, { header: "Accept", supports: ["application/json", "text/html"], default: "application/json" }) ===
    "text/html";

/** Marks the entry of the navigation in the frame that comes with the page, as the page's script does once it runs. */
const withCurrentLink = (page: string, path: string): string =>
  (["/", "/questions", "/submit"] as const).reduce((text, entry) => {
    const current = currentEntry(entry, path);
    const link = `<a href="${entry}"`;
    return current === null ? text : text.replace(`${link}>`, `${link} aria-current="${current}">`);
  }, page);

/** The dashboard's HTML page, which shows every view; null if the dashboard has not been built. */
export async function dashboardPage(c: Context<AppEnvironment>, file = "index.html"): Promise<Response | null> {
  const path = join(dashboardFolder(), file);
  if (!existsSync(path)) return null;
  const page = await readFile(path, "utf8");
  const status = VIEWS.test(c.req.path) ? 200 : 404;
  const headers = { ...PAGE_HEADERS, "content-security-policy": policyOf(page) };
  return c.body(withCurrentLink(page, c.req.path), status, headers);
}
