import { createHash } from "node:crypto";
import type { DataVersions } from "../db/data-versions.ts";
import { CountedCache } from "../telemetry/counted-cache.ts";
import type { RequestRecord } from "../telemetry/request-record.ts";
import type { Encoding } from "./compression.ts";

type OperationNames = Pick<RequestRecord, "operation" | "name">;

const UNNAMED: OperationNames = { operation: null, name: null };

/** An answer that anyone may see, as it goes out. */
export interface CachedAnswer {
  readonly body: Buffer;
  /** A strong validator, quotes included. @see https://www.rfc-editor.org/rfc/rfc9110#section-8.8.3 */
  readonly etag: string;
  /** How metrics and logs call the operation. */
  readonly named: OperationNames;
  /** The same bytes, encoded as readers have asked for them; null where they are not kept. */
  readonly encoded: Map<Encoding, Buffer> | null;
}

/** What a kept answer takes at most, in bytes per byte of its body: encoded in two ways, each less than half as long. */
const WITH_ENCODINGS = 2;

/**
 * Answers to those who show no key, by what they asked. All of them are of one version of the data: whatever changes, in
 * this process or in another, empties the cache. Where the version is not known, nothing is kept.
 */
export class AnswerCache {
  readonly #answers: CountedCache<string, CachedAnswer>;
  #version: string | null = null;

  /** @param mostBytes of bodies and of what names them */
  constructor(
    private readonly versions: DataVersions,
    mostBytes: number,
  ) {
    this.#answers = new CountedCache("answers", {
      maxSize: mostBytes,
      sizeCalculation: ({ body }, name) => WITH_ENCODINGS * body.length + name.length + 200,
    });
  }

  /** The version under which an answer is read; it is kept under no other. */
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

  /** Keeps an answer, unless something has changed since it was begun. */
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
