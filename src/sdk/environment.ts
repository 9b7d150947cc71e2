/** The parts of the platform that are read here: Node, Deno and Bun have `process`, web pages have `location`. */
interface Platform {
  readonly URL: unknown;
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
