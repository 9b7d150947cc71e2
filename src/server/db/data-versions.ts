import { randomBytes } from "node:crypto";

/**
 * Tells whether something that readers could see has changed: as long as the version is the same, so is every answer. It
 * changes with each committed transaction of this process before whoever began it hears of that, and with those of other
 * processes as soon as they are heard of.
 */
export interface DataVersions {
  /** `null` while changes of other processes may go unheard. No two processes ever have one version in common. */
  current(): string | null;
}

/** A version that is counted in this process. */
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
