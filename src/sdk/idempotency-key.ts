const toHex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

function sortFields(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * One text for all values that are the same JSON, whatever the order of their fields. Null stays apart from a field that
 * is left out, as it does where the server compares what came with a key before.
 */
export const canonicalJson = (value: unknown): string => JSON.stringify(value, sortFields);

/**
 * A key made of what is submitted, so that the same submission, sent again by the same script, is the same run.
 *
 * @throws TypeError where the platform has no SHA-256: browsers keep it for pages from https or localhost.
 */
export async function keyOfContent(content: unknown): Promise<string> {
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined;
  if (subtle === undefined)
    throw new TypeError("There is no crypto.subtle here to make an idempotency key with; pass `idempotencyKey`.");
  const digest = await subtle.digest("SHA-256", new TextEncoder().encode(canonicalJson(content)));
  return `sha256:${toHex(new Uint8Array(digest))}`;
}

/** A key for one call: its retries are one run, another call is another run. */
export const randomKey = (): string => `random:${toHex(crypto.getRandomValues(new Uint8Array(16)))}`;
