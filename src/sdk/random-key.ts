import { toHex } from "./sha256-hex.ts";

/** An idempotency key for one call and its retries. Each call gets its own key. */
export const randomKey = (): string => `random:${toHex(crypto.getRandomValues(new Uint8Array(16)))}`;

/** The variables of a call whose input takes an idempotency key. A random key is used if the caller gave none. */
export const keyedInput = <T extends { readonly idempotencyKey?: string | null | undefined }>(input: T) => ({
  input: { ...input, idempotencyKey: input.idempotencyKey ?? randomKey() },
});
