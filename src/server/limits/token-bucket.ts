/** A quota that fills up again evenly: `quota` tokens in `windowSeconds`, and never more than `quota` at once. */
export interface BucketPolicy {
  readonly name: string;
  readonly quota: number;
  readonly windowSeconds: number;
}

/**
 * What one caller has of a quota: one number, the moment at which all of it will be there, as in the generic cell rate
 * algorithm. It may be overdrawn: the cost of a request is not known when it is admitted. Times are in milliseconds, by
 * a clock that only goes forward.
 */
export class TokenBucket {
  #fullAt = 0;
  /** How long one token takes to come back. */
  readonly #perToken: number;

  constructor(readonly policy: BucketPolicy) {
    this.#perToken = (policy.windowSeconds * 1_000) / policy.quota;
  }

  /** Takes tokens out, whether they are there or not. */
  spend(tokens: number, now: number): void {
    this.#fullAt = Math.max(this.#fullAt, now) + tokens * this.#perToken;
  }

  /** Whole tokens; 0 while more has been spent than there was. */
  remaining(now: number): number {
    return Math.max(0, Math.floor(this.policy.quota - this.#missing(now) / this.#perToken + ROUNDING));
  }

  /** How many seconds pass before the whole quota is there. */
  reset(now: number): number {
    return Math.ceil(this.#missing(now) / 1_000);
  }

  /** The seconds until a token is available; 0 if one is available now. */
  wait(now: number): number {
    const missing = this.#missing(now) - (this.policy.quota - 1) * this.#perToken;
    return missing <= ROUNDING ? 0 : Math.max(1, Math.ceil(missing / 1_000));
  }

  /** How much is missing, as the time that it takes to come back. */
  #missing(now: number): number {
    return Math.max(0, this.#fullAt - now);
  }
}

/** Sums of fractions of milliseconds are not exact. */
const ROUNDING = 1e-6;
