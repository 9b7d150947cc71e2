import { randomBytes } from "node:crypto";

/**
 * Versions of the data. Equal versions mean equal answers to every query, except for when API keys were last used. The version changes with each committed
 * transaction of this process, before its caller continues, and with transactions of other processes as soon as their
 * notifications arrive.
 */
export interface DataVersions {
  /** Null while changes of other processes may be missed. Two processes never share a version. */
  current(): string | null;
}

/** A version that is counted within this process. */
export class CountedVersions implements DataVersions {
  readonly #process = randomBytes(8).toString("hex");
  #count = 0;

  current(): string | null {
    return `${this.#process}.${this.#count}`;
  }

  /** Something has changed. */
  advance(): void {
    this.#count += 1;
  }
}
