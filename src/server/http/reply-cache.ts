import { createHash } from "node:crypto";
import { type DataVersions, FollowedVersion } from "../db/data-versions.ts";
import { CountedCache } from "../telemetry/counted-cache.ts";
import type { RequestRecord } from "../telemetry/request-record.ts";
import type { Encoding } from "./compression.ts";

type OperationNames = Pick<RequestRecord, "operation" | "name">;

const UNNAMED: OperationNames = { operation: null, name: null };

/** A public response body, in each encoding in which it has been sent. */
export interface CachedReply {
  readonly body: Buffer;
  /** A strong validator with its quotes. @see https://www.rfc-editor.org/rfc/rfc9110#section-8.8.3 */
  readonly etag: string;
  /** The label of the operation in metrics, and its name in logs. */
  readonly named: OperationNames;
  /** The encoded bodies, by encoding; null for an uncached answer. */
  readonly encoded: Map<Encoding, Buffer> | null;
}

/**
 * The most bytes that a cached answer takes for each byte of its body: one for the body, and one for its two encodings,
 * which together are shorter than the body.
 */
const WITH_ENCODINGS = 2;

/**
 * Caches responses to callers without a key, by request. Any change to the data, by this process or another,
 * invalidates the whole cache. While the version of the data is unknown, the cache stays empty.
 */
export class ReplyCache {
  readonly #answers: CountedCache<string, CachedReply>;
  readonly #version: FollowedVersion;

  /** @param mostBytes the largest total size of the bodies and their keys */
  constructor(versions: DataVersions, mostBytes: number) {
    this.#version = new FollowedVersion(versions, () => this.#answers.clear());
    this.#answers = new CountedCache("answers", {
      maxSize: mostBytes,
      sizeCalculation: ({ body }, name) => WITH_ENCODINGS * body.length + name.length + 200,
    });
  }

  /** The current version of the data; null if it is unknown. Callers read it before they compute an answer. */
  version(): string | null {
    return this.#version.current();
  }

  get(name: string): CachedReply | undefined {
    return this.version() === null ? undefined : this.#answers.get(name);
  }

  /** Caches an answer if `version` is still the version of the data. */
  keep(name: string, text: string, version: string, named: OperationNames = UNNAMED): CachedReply {
    const answer = cachedReply(text, named);
    if (this.version() === version) this.#answers.set(name, answer);
    return answer;
  }
}

const cachedReply = (text: string, { operation, name }: OperationNames): CachedReply => ({
  body: Buffer.from(text),
  etag: `"${createHash("sha256").update(text).digest("base64url").slice(0, 27)}"`,
  named: { operation, name },
  encoded: new Map(),
});
