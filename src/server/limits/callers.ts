import { LRUCache } from "lru-cache";
import { type BucketPolicy, TokenBucket } from "./token-bucket.ts";

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
