/** A quota that refills at a constant rate: `quota` tokens in `windowSeconds`, and never more than `quota` at once. */
export interface BucketPolicy {
  readonly name: string;
  readonly quota: number;
  readonly windowSeconds: number;
}

/**
 * One caller's share of a quota, stored as one number: the time at which the quota will be full, as in the generic cell
 * rate algorithm. It may be overdrawn, because the cost of a request is unknown when the request is admitted. Times are
 * in milliseconds of a monotonic clock.
 */
export class TokenBucket {
  #fullAt = 0;
  /** The time in which one token refills. */
  readonly #perToken: number;

  constructor(readonly policy: BucketPolicy) {
    this.#perToken = (policy.windowSeconds * 1_000) / policy.quota;
  }

  /** Removes tokens, even if there are not enough. */
  spend(tokens: number, now: number): void {
    this.#fullAt = Math.max(this.#fullAt, now) + tokens * this.#perToken;
  }

  /** The number of whole tokens; 0 while the quota is overdrawn. */
  remaining(now: number): number {
    return Math.max(0, Math.floor(this.policy.quota - this.#missing(now) / this.#perToken + ROUNDING));
  }

  /** The seconds until the quota is full. */
  reset(now: number): number {
    return Math.ceil(this.#missing(now) / 1_000);
  }

  /** The seconds until a token is available; 0 if one is available now. */
  wait(now: number): number {
    const missing = this.#missing(now) - (this.policy.quota - 1) * this.#perToken;
    return missing <= ROUNDING ? 0 : Math.max(1, Math.ceil(missing / 1_000));
  }

  /** The missing tokens, as the time in which they refill. */
  #missing(now: number): number {
    return Math.max(0, this.#fullAt - now);
  }
}

/** Sums of fractional milliseconds are inexact. */
const ROUNDING = 1e-6;
