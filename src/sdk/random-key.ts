/** Bytes as lowercase hexadecimal digits. */
export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * SHA-256 of a text's UTF-8, as 64 hexadecimal digits.
 *
 * @throws TypeError if the platform has no SHA-256: browsers offer it only to pages from https or localhost.
 */
export async function sha256Hex(text: string): Promise<string> {
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined;
  if (subtle === undefined) throw new TypeError("This platform has no crypto.subtle to make a SHA-256 with.");
  return toHex(new Uint8Array(await subtle.digest("SHA-256", new TextEncoder().encode(text))));
}

/** An idempotency key for one call and its retries. Each call gets its own key. */
export const randomKey = (): string => `random:${toHex(crypto.getRandomValues(new Uint8Array(16)))}`;

/** The variables of a call whose input takes an idempotency key. A random key is used if the caller gave none. */
export const keyedInput = <T extends { readonly idempotencyKey?: string | null | undefined }>(input: T) => ({
  input: { ...input, idempotencyKey: input.idempotencyKey ?? randomKey() },
});
