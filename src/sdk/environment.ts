/** The parts of the platform that are read here: Node, Deno and Bun have `process`, web pages have `location`. */
interface Platform {
  readonly URL: unknown;
  readonly navigator?: { readonly userAgent?: string } | undefined;
  readonly process?: { readonly env?: Readonly<Record<string, string | undefined>> };
  readonly location?: { readonly origin: string } | undefined;
}

/** A variable of the environment; undefined if it is empty or cannot be read, as in browsers. */
export function environmentVariable(name: "OMNIDEX_URL" | "OMNIDEX_API_KEY"): string | undefined {
  const { process }: Platform = globalThis;
  try {
    return process?.env?.[name]?.trim() || undefined;
  } catch {
    // Deno throws for a variable that the program has no permission to read.
    return undefined;
  }
}

/**
 * For a web page, whose browser hides why a request failed, advice to allow its origin. Empty outside of web pages, and
 * for pages of the server's own origin.
 */
export function crossOriginAdvice(endpoint: string): string {
  const { location }: Platform = globalThis;
  const origin = location?.origin;
  if (origin === undefined || origin === new URL(endpoint).origin) return "";
  return `. If the server is running, it may not allow pages from ${origin}: add that origin to its OMNIDEX_CORS_ORIGINS`;
}

/** The version of the package, as in `package.json`. */
export const VERSION = "0.1.0";

/**
 * The header that names this package and the runtime in a server's logs. None for a web page: its browser names itself,
 * and servers of other origins would have to allow the header.
 */
export function userAgent(): Readonly<Record<string, string>> {
  const { location, navigator }: Platform = globalThis;
  if (location?.origin !== undefined) return {};
  const runtime = navigator?.userAgent;
  return { "user-agent": `omnidex-sdk/${VERSION}${runtime === undefined ? "" : ` ${runtime}`}` };
}
