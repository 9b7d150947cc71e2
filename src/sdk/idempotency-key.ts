import type { PredictionInput } from "./types.ts";

const toHex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

function sortFields(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * One text for all values that are the same JSON, whatever the order of their fields. Null stays apart from a field that
 * is left out.
 */
export const canonicalJson = (value: unknown): string => JSON.stringify(value, sortFields);

const utf8 = new TextEncoder();

/** @throws TypeError where the platform has no SHA-256: browsers keep it for pages from https or localhost. */
async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined;
  if (subtle === undefined)
    throw new TypeError("There is no crypto.subtle here to make an idempotency key with; pass `idempotencyKey`.");
  return new Uint8Array(await subtle.digest("SHA-256", bytes));
}

/** As long as a length and its colon may be. */
const LENGTH_BYTES = 20;
/** Written over by each call, as `digest` has copied its input when it returns: nothing is left behind for each row. */
let scratch = new Uint8Array(1 << 16);

/** Each text after its length in bytes and a colon, or `-` for none: no two lists of texts look the same. */
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

/** `Prediction.digest` of what is to be sent. */
export const outputDigest = async ({ response, error, confirmation }: PredictionInput): Promise<string> =>
  toHex(await sha256(lengthsFirst([response, error, confirmation])));

/**
 * What rows come to, in whatever order they come: the sum of their digests, modulo 2²⁵⁶. It is as long for ten rows as for ten
 * million. (Clarke et al., "Incremental Multiset Hash Functions", ASIACRYPT 2003, MSet-Add-Hash; nobody gains by a
 * collision, which would lead to a run of one's own.)
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
 * A key made of what is submitted, so that the same submission, sent again by the same script, is the same run.
 *
 * @throws TypeError where the platform has no SHA-256: browsers keep it for pages from https or localhost.
 */
export const keyOfContent = async (content: unknown): Promise<string> =>
  `sha256:${toHex(await sha256(utf8.encode(canonicalJson(content))))}`;

/** A key for one call: its retries are one run, another call is another run. */
export const randomKey = (): string => `random:${toHex(crypto.getRandomValues(new Uint8Array(16)))}`;
