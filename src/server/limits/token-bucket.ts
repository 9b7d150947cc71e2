/** A quota that refills at a constant rate: `quota` tokens in `windowSeconds`, and never more than `quota` at once. */
export interface BucketPolicy {
  readonly name: string;
  readonly quota: number;
  readonly windowSeconds: number;
}

/**
 * One caller's tokens of a quota. As in the generic cell rate algorithm, the only state is the time at which the bucket
 * will be full. The bucket may be overdrawn, because the cost of a request is unknown when the request is admitted.
 * Times are in milliseconds of a monotonic clock.
 */
export class TokenBucket {
  #fullAt = 0;
  /** The time in which one token refills, in milliseconds. */
  readonly #perToken: number;

  constructor(readonly policy: BucketPolicy) {
    this.#perToken = (policy.windowSeconds * 1_000) / policy.quota;
  }

  /** Removes tokens, even if there are not enough. */
  spend(tokens: number, now: number): void {
    this.#fullAt = Math.max(this.#fullAt, now) + tokens * this.#perToken;
  }

  /** The number of available whole tokens; 0 while the bucket is overdrawn. */
  remaining(now: number): number {
    return Math.max(0, Math.floor(this.policy.quota - this.#missing(now) / this.#perToken + ROUNDING));
  }

  /** The seconds until the bucket is full. */
  reset(now: number): number {
    return Math.ceil(this.#missing(now) / 1_000);
  }

  /** The seconds until a token is available; 0 if one is available now. */
  wait(now: number): number {
    const missing = this.#missing(now) - (this.policy.quota - 1) * this.#perToken;
    return missing <= ROUNDING ? 0 : Math.max(1, Math.ceil(missing / 1_000));
  }

  /** The time until the bucket is full, in milliseconds. */
  #missing(now: number): number {
    return Math.max(0, this.#fullAt - now);
  }
}

/** Compensates the rounding errors in sums of fractional milliseconds, in tokens. */
const ROUNDING = 1e-6;
