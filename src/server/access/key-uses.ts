import { LRUCache } from "lru-cache";
import type { Database } from "../db/database.ts";
import { storeKeyUses } from "./api-key-queries.ts";

const HOUR = 3_600_000;
/** The number of keys whose last noted hour is cached. */
const MOST_KNOWN = 10_000;
/** Milliseconds between two writes. */
const WRITE_INTERVAL = 30_000;

/**
 * Records the hour in which each API key was last used. Noting a use only writes to memory. The new uses of
 * all keys are written together in the background. Each process writes a key at most once an hour. Readers' caches stay
 * valid, because the version of the data does not change.
 */
export class KeyUses {
  /** The last noted hour by key, in hours since 1970. */
  readonly #noted = new LRUCache<number, number>({ max: MOST_KNOWN });
  /** The hours that are not stored yet, by key. */
  #pending = new Map<number, number>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  /** @param log called when a write fails; the next write repeats it */
  constructor(
    private readonly database: Database,
    private readonly log: (source: string, error: unknown) => void,
  ) {}

  /** Notes a use of a stored key. */
  note(key: number): void {
    const hour = Math.floor(Date.now() / HOUR);
    if (this.#noted.get(key) === hour) return;
    this.#noted.set(key, hour);
    this.#pending.set(key, hour);
  }

  /** Starts to write in the background. */
  start(): void {
    this.#timer = setInterval(() => void this.flush(), WRITE_INTERVAL).unref();
  }

  /** Writes the remaining uses, and stops. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }

  /** Writes the noted uses. Does not throw. A read-only database stays as it is. */
  flush(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  async #write(): Promise<void> {
    if (this.#pending.size === 0) return;
    const pending = this.#pending;
    this.#pending = new Map();
    const uses = [...pending].map(([key, hour]) => ({ key, hour }));
    try {
      await this.database.transaction((tx) => storeKeyUses(tx, uses), "internal");
    } catch (error) {
      this.#pending = new Map([...pending, ...this.#pending]);
      this.log("last use of keys", error);
    }
  }
}
