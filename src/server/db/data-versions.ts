import { randomBytes } from "node:crypto";

/**
 * Versions of the data. Under equal versions, a query returns equal results. The exceptions are results that depend on
 * what internal transactions write: the judge's queue, the failed attempts in the audit log, the times when API keys
 * were last used, and the choices of scorings that an earlier version of Omnidex stored. A transaction of this process
 * changes the version on commit, before its caller continues. A transaction of another process changes the version when
 * its notification arrives. Internal transactions do not change it.
 */
export interface DataVersions {
  /**
   * The current version; null while this process may miss changes of other processes. Two processes never have the same
   * version.
   */
  current(): string | null;
}

/** The version of the data for a cache, which is emptied when the version changes. */
export class FollowedVersion {
  #last: string | null = null;

  /** @param empty empties the cache */
  constructor(
    private readonly versions: DataVersions,
    private readonly empty: () => void,
  ) {}

  /**
   * The current version; null if it is unknown, and nothing may be cached. Callers take it before they read the data, and
   * cache what they read only if it is still current, so that nothing read during a write is cached for the version after
   * the write.
   */
  current(): string | null {
    const version = this.versions.current();
    if (version !== this.#last) this.empty();
    this.#last = version;
    return version;
  }
}

/** Versions that change only when `advance` is called. */
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
