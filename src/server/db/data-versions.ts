import { randomBytes } from "node:crypto";

/**
 * Versions of the data. Equal versions mean equal answers to every query; only the times of the last use of API keys
 * may differ. A transaction of this process, unless it is internal, changes the version on commit, before its caller
 * continues. Transactions of other processes change it as soon as their notifications arrive.
 */
export interface DataVersions {
  /**
   * The current version; null while changes of other processes may be missed. Two processes never have the same
   * version.
   */
  current(): string | null;
}

/** A version that is counted within this process. */
export class CountedVersions implements DataVersions {
  readonly #process = randomBytes(8).toString("hex");
  #count = 0;

  current(): string | null {
    return `${this.#process}.${this.#count}`;
  }

  /** Starts a new version after a change. */
  advance(): void {
    this.#count += 1;
  }
}
