/** Bytes as hexadecimal digits. */
export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * SHA-256 of a text's UTF-8, as 64 hexadecimal digits.
 *
 * @throws TypeError where the platform has none: browsers keep it for pages from https or localhost.
 */
export async function sha256Hex(text: string): Promise<string> {
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined;
  if (subtle === undefined) throw new TypeError("There is no crypto.subtle here to make a SHA-256 with.");
  return toHex(new Uint8Array(await subtle.digest("SHA-256", new TextEncoder().encode(text))));
}
