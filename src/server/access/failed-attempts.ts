import { LRUCache } from "lru-cache";
import type { Database } from "../db/database.ts";
import { type AuditRecord, insertAuditRecord, isReadOnly } from "./audit-log-queries.ts";

/** The most rows per minute for the failed attempts of one owner, and of all callers together, on one server. */
const PER_OWNER = 10;
const IN_ALL = 100;
const MINUTE = 60_000;
/** The number of owners whose attempts are counted. */
const MOST_KNOWN = 10_000;

/** The attempts within one minute. */
interface Counted {
  minute: number;
  written: number;
  /** Attempts that were not written since the last row. */
  skipped: number;
}

/**
 * Writes administrative attempts that failed to the audit log. Beyond a number of rows per minute, attempts are only
 * counted; the next row of the same owner has the count. A flood of attempts therefore fills no disk, but is still
 * recorded.
 */
export class FailedAttempts {
  /** By owner; all callers without a key share one entry. */
  readonly #owners = new LRUCache<string, Counted>({ max: MOST_KNOWN });
  readonly #all: Counted = { minute: 0, written: 0, skipped: 0 };

  /**
   * @param log called with each failed write
   * @param clock in milliseconds
   */
  constructor(
    private readonly database: Database,
    private readonly log: (source: string, error: unknown) => void,
    private readonly clock: () => number = Date.now,
  ) {}

  /** Writes an attempt, or counts it. Never throws, so the caller gets the error of the attempt itself. */
  async note(attempt: Omit<AuditRecord, "skipped">): Promise<void> {
    const skipped = this.#admit(attempt.owner === null ? "anonymous" : `owner ${attempt.owner}`);
    if (skipped === null) return;
    try {
      // An internal transaction, because readers' caches hold no audit log and stay valid.
      await this.database.transaction(async (tx) => {
        if (!(await isReadOnly(tx))) await insertAuditRecord(tx, { ...attempt, skipped });
      }, "internal");
    } catch (error) {
      this.log("audit log", error);
    }
  }

  /** The number of this owner's attempts that were skipped before this one; null if this one must be skipped, too. */
  #admit(name: string): number | null {
    const minute = Math.floor(this.clock() / MINUTE);
    const own = this.#owners.get(name) ?? { minute, written: 0, skipped: 0 };
    this.#owners.set(name, own);
    for (const counted of [own, this.#all])
      if (counted.minute !== minute) Object.assign(counted, { minute, written: 0 });
    if (own.written >= PER_OWNER || this.#all.written >= IN_ALL) {
      own.skipped += 1;
      return null;
    }
    own.written += 1;
    this.#all.written += 1;
    const { skipped } = own;
    own.skipped = 0;
    return skipped;
  }
}
