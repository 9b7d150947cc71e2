import { LRUCache } from "lru-cache";
import { OmnidexError } from "../../domain/errors.ts";

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

/** The most callers of one kind in memory. An evicted caller starts again with full buckets. */
const MOST_CALLERS = 50_000;

/**
 * The share of a quota from which a caller's unpublished spending is published to the other servers. Smaller amounts
 * accumulate, so a caller with few requests rarely causes a message.
 */
const LEAST_SHARE = 0.01;

/** Tokens that a caller has spent and that are to be published: the bucket's index, the caller's name, the tokens. */
export type Spent = readonly [number, string, number];

/** A caller with one bucket for each policy, in the order of the policies. A null policy has a null bucket. */
export interface Caller {
  readonly name: string;
  readonly buckets: readonly (TokenBucket | null)[];
  /** The spent tokens that have not been published to the other servers, by bucket. */
  readonly unshared: number[];
}

/** The callers of one kind, with their buckets. */
export class Callers {
  readonly #known = new LRUCache<string, Caller>({ max: MOST_CALLERS });
  readonly #spenders = new Set<Caller>();

  /** @param policies one per bucket; null for no limit */
  constructor(readonly policies: readonly (BucketPolicy | null)[]) {}

  of(name: string): Caller {
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const buckets = this.policies.map((policy) => policy && new TokenBucket(policy));
    const caller = { name, buckets, unshared: buckets.map(() => 0) };
    this.#known.set(name, caller);
    return caller;
  }

  /** Removes tokens from a caller's bucket. */
  spend(caller: Caller, index: number, tokens: number, now: number): void {
    const bucket = caller.buckets[index];
    if (bucket == null) return;
    bucket.spend(tokens, now);
    const unshared = (caller.unshared[index] ?? 0) + tokens;
    caller.unshared[index] = unshared;
    if (Math.abs(unshared) >= bucket.policy.quota * LEAST_SHARE) this.#spenders.add(caller);
  }

  /**
   * Returns the unpublished spending on this server, to be published to the other servers. Callers whose spending is
   * below `LEAST_SHARE` are left out until it has accumulated.
   */
  takeUnshared(): Spent[] {
    const spent: Spent[] = [];
    for (const { name, unshared } of this.#spenders) {
      for (const [index, tokens] of unshared.entries()) if (tokens !== 0) spent.push([index, name, tokens]);
      unshared.fill(0);
    }
    this.#spenders.clear();
    return spent;
  }

  /** Deducts tokens that a caller has spent on another server. */
  spentElsewhere([index, name, tokens]: Spent, now: number): void {
    this.of(name).buckets[index]?.spend(tokens, now);
  }
}

/** Counts the heavy operations of each caller that are in progress in this process. */
export class WorkSlots {
  readonly #underWay = new Map<string, number>();

  /** Takes one of the caller's `most` slots. @returns a function that releases the slot; null if no slot is free */
  take(caller: string, most: number): (() => void) | null {
    const count = this.#underWay.get(caller) ?? 0;
    if (count >= most) return null;
    this.#underWay.set(caller, count + 1);
    let held = true;
    return () => {
      if (held) this.#release(caller);
      held = false;
    };
  }

  #release(caller: string): void {
    const count = this.#underWay.get(caller) ?? 0;
    if (count > 1) this.#underWay.set(caller, count - 1);
    else this.#underWay.delete(caller);
  }
}

/** The state of one quota, as errors and the API report it. */
export interface RateLimit {
  readonly policy: string;
  readonly limit: number;
  readonly windowSeconds: number;
  readonly remaining: number;
  readonly resetSeconds: number;
}

/** The reason why a request is refused, and the time after which the caller may retry it. */
export interface Refusal {
  readonly message: string;
  readonly retryAfter: number;
  readonly rateLimits: readonly RateLimit[];
}

export const rateLimitOf = (bucket: TokenBucket, now: number): RateLimit => ({
  policy: bucket.policy.name,
  limit: bucket.policy.quota,
  windowSeconds: bucket.policy.windowSeconds,
  remaining: bucket.remaining(now),
  resetSeconds: bucket.reset(now),
});

/** A `RATE_LIMITED` error for a refusal, with the delay and the quotas in its details. */
export const refusalError = ({ message, retryAfter, rateLimits }: Refusal): OmnidexError =>
  new OmnidexError("RATE_LIMITED", message, { retryAfter, rateLimits });

/** @see https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/ */
export const rateLimitHeaders = (limits: readonly RateLimit[]): Readonly<Record<string, string>> => ({
  "ratelimit-policy": limits
    .map(({ policy, limit, windowSeconds }) => `"${policy}";q=${limit};w=${windowSeconds}`)
    .join(", "),
  ratelimit: limits
    .map(({ policy, remaining, resetSeconds }) => `"${policy}";r=${remaining};t=${resetSeconds}`)
    .join(", "),
});
