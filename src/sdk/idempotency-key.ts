import { toHex } from "./random-key.ts";
import type { PredictionInput } from "./types.ts";

function sortFields(_key: string, value: unknown): unknown {
  // JSON cannot hold a bigint. `exactJson` refuses it when the request is sent, and names its place.
  if (typeof value === "bigint") return null;
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * JSON with sorted fields: equal values give the same text, regardless of field order. A field that is null and a field
 * that is left out give different texts.
 */
export const canonicalJson = (value: unknown): string => JSON.stringify(value, sortFields);

const utf8 = new TextEncoder();

/** @throws TypeError if the platform has no SHA-256: browsers offer it only to pages from https or localhost. */
async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined;
  if (subtle === undefined)
    throw new TypeError("This platform has no crypto.subtle to make an idempotency key with; pass `idempotencyKey`.");
  return new Uint8Array(await subtle.digest("SHA-256", bytes));
}

/** The most bytes that a length and its colon can take. */
const LENGTH_BYTES = 20;
/** A buffer that all calls share, to allocate nothing per row: `digest` copies its input before it returns. */
let scratch = new Uint8Array(1 << 16);

/**
 * Encodes each text as its length in bytes, a colon and its bytes, or as `-` if it is absent. So different lists of
 * texts have different encodings.
 */
function lengthsFirst(texts: readonly (string | null | undefined)[]): Uint8Array<ArrayBuffer> {
  const most = texts.reduce((sum, text) => sum + LENGTH_BYTES + 3 * (text?.length ?? 0), 0);
  if (scratch.length < most) scratch = new Uint8Array(2 * most);
  let end = 0;
  for (const text of texts) {
    const start = end + LENGTH_BYTES;
    const { written } = utf8.encodeInto(text ?? "", scratch.subarray(start));
    end += utf8.encodeInto(text == null ? "-" : `${written}:`, scratch.subarray(end)).written;
    scratch.copyWithin(end, start, start + written);
    end += written;
  }
  return scratch.subarray(0, end);
}

/** The `Prediction.digest` that the server will compute for a prediction. */
export const outputDigest = async ({ response, error, confirmation }: PredictionInput): Promise<string> =>
  toHex(await sha256(lengthsFirst([response, error, confirmation])));

/**
 * A digest of rows that does not depend on their order: the sum of the rows' digests, modulo 2²⁵⁶. Its size is
 * constant. (Clarke et al., "Incremental Multiset Hash Functions", ASIACRYPT 2003, MSet-Add-Hash. A collision gains an
 * attacker nothing: it would only lead to one of the caller's own runs.)
 */
export class RowSum {
  readonly #words = new Uint32Array(8);
  #rows = 0;

  async add(predictions: readonly PredictionInput[]): Promise<void> {
    const texts = predictions.map(({ question, response, error, confirmation }) => [
      question,
      response,
      error,
      confirmation,
    ]);
    for (const digest of await Promise.all(texts.map((row) => sha256(lengthsFirst(row))))) this.#addDigest(digest);
    this.#rows += predictions.length;
  }

  #addDigest(digest: Uint8Array): void {
    const words = new DataView(digest.buffer);
    let carry = 0;
    for (let index = 0; index < 8; index += 1) {
      const sum = (this.#words[index] ?? 0) + words.getUint32(index * 4) + carry;
      this.#words[index] = sum;
      carry = sum > 0xffff_ffff ? 1 : 0;
    }
  }

  toJSON(): unknown {
    return { rows: this.#rows, sum: [...this.#words] };
  }
}

/**
 * An idempotency key derived from the content, so that sending the same submission again leads to the same run.
 *
 * @throws TypeError if the platform has no SHA-256: browsers offer it only to pages from https or localhost.
 */
export const keyOfContent = async (content: unknown): Promise<string> =>
  `sha256:${toHex(await sha256(utf8.encode(canonicalJson(content))))}`;
