import { createHash } from "node:crypto";
import type { DataVersions } from "../db/data-versions.ts";
import { CountedCache } from "../telemetry/counted-cache.ts";
import type { RequestRecord } from "../telemetry/request-record.ts";
import type { Encoding } from "./compression.ts";

type OperationNames = Pick<RequestRecord, "operation" | "name">;

const UNNAMED: OperationNames = { operation: null, name: null };

/** A public response in the form that is sent. */
export interface CachedAnswer {
  readonly body: Buffer;
  /** A strong validator, quotes included. @see https://www.rfc-editor.org/rfc/rfc9110#section-8.8.3 */
  readonly etag: string;
  /** The names of the operation in metrics and logs. */
  readonly named: OperationNames;
  /** The same bytes in the encodings that clients have requested; null if they are not cached. */
  readonly encoded: Map<Encoding, Buffer> | null;
}

/**
 * The memory that a cached answer may take, in bytes per byte of its body: its two encodings are each less than half as
 * long.
 */
const WITH_ENCODINGS = 2;

/**
 * Caches responses to callers without a key, by request. All of them belong to one version of the data: any change, by
 * this process or another, invalidates the whole cache. While the version is unknown, nothing is cached.
 */
export class AnswerCache {
  readonly #answers: CountedCache<string, CachedAnswer>;
  #version: string | null = null;

  /** @param mostBytes the largest total size of the bodies and their keys */
  constructor(
    private readonly versions: DataVersions,
    mostBytes: number,
  ) {
    this.#answers = new CountedCache("answers", {
      maxSize: mostBytes,
      sizeCalculation: ({ body }, name) => WITH_ENCODINGS * body.length + name.length + 200,
    });
  }

  /** The version of the data under which an answer is read. The answer is cached only under this version. */
  version(): string | null {
    const version = this.versions.current();
    if (version !== this.#version) {
      this.#answers.clear();
      this.#version = version;
    }
    return version;
  }

  get(name: string): CachedAnswer | undefined {
    return this.version() === null ? undefined : this.#answers.get(name);
  }

  /** Caches an answer, unless the data have changed since its computation began. */
  keep(name: string, text: string, version: string, named: OperationNames = UNNAMED): CachedAnswer {
    const answer = cachedAnswer(text, named);
    if (this.version() === version) this.#answers.set(name, answer);
    return answer;
  }
}

const cachedAnswer = (text: string, { operation, name }: OperationNames): CachedAnswer => ({
  body: Buffer.from(text),
  etag: `"${createHash("sha256").update(text).digest("base64url").slice(0, 27)}"`,
  named: { operation, name },
  encoded: new Map(),
});
