import { LRUCache } from "lru-cache";
import type { Viewer } from "../../domain/viewer.ts";
import type { LimitPair, LimitsConfig } from "../config/limits-config.ts";
import {
  type BucketPolicy,
  Callers,
  type Refusal,
  rateLimitHeaders,
  rateLimitOf,
  type Spent,
  WorkSlots,
} from "./callers.ts";
import { Admission, type CallerLimits } from "./request-admission.ts";

const WINDOW_SECONDS = 60;

/** The most pairs in memory. A pair is a valid key and an address that sent it. */
const MOST_SHOWN = 50_000;

/** A caller's spending as the servers publish it: the kind of caller, then the members of `Spent`. */
export type SharedSpent = readonly [kind: string, ...Spent];

/**
 * Rate limits of this process, by caller. A caller is the owner of a key or, without a key, an address. Administrators
 * are limited only in their concurrent heavy operations.
 */
export class RateLimits {
  readonly #address: CallerLimits;
  readonly #owner: CallerLimits;
  readonly #admin: CallerLimits;
  readonly #wrongKeys: Callers;
  readonly #shown = new LRUCache<string, true>({ max: MOST_SHOWN });
  readonly #kinds: Readonly<Record<string, Callers>>;

  /** @param now in milliseconds, from a monotonic clock */
  constructor(
    config: LimitsConfig,
    private readonly now: () => number = () => performance.now(),
  ) {
    const limitsOf = (kind: keyof LimitPair, whose: string): CallerLimits => {
      const policies = [policyOf("requests", config.requests[kind]), policyOf("cost", config.cost[kind])];
      return { callers: new Callers(policies), work: config.work[kind], whose, now: this.now, ...shared(policies) };
    };
    this.#address = limitsOf("address", "address");
    this.#owner = limitsOf("owner", "key's owner");
    this.#admin = { ...this.#owner, callers: new Callers([null, null]), policies: "" };
    this.#wrongKeys = new Callers([policyOf("wrong-keys", config.wrongKeys)]);
    this.#kinds = { address: this.#address.callers, owner: this.#owner.callers, keys: this.#wrongKeys };
  }

  /** Returns the spending in this process that is to be published to the other servers (see `Callers.takeUnshared`). */
  takeUnshared(): SharedSpent[] {
    return Object.entries(this.#kinds).flatMap(([kind, callers]) =>
      callers.takeUnshared().map((spent): SharedSpent => [kind, ...spent]),
    );
  }

  /** Deducts tokens that a caller has spent on another server. */
  spentElsewhere([kind, ...spent]: SharedSpent): void {
    if (Object.hasOwn(this.#kinds, kind)) this.#kinds[kind]?.spentElsewhere(spent, this.now());
  }

  /** Admits and counts a request, or refuses it. */
  admit(viewer: Viewer, address: string): Admission {
    if (viewer.owner === null) return new Admission(this.#address, address);
    this.#shown.set(shownName(viewer, address), true);
    return new Admission(viewer.admin ? this.#admin : this.#owner, viewer.owner);
  }

  /** Counts an invalid key that came from an address. */
  wrongKey(address: string): void {
    this.#wrongKeys.spend(this.#wrongKeys.of(address), 0, 1, this.now());
  }

  /**
   * The refusal of all keys from an address that sent too many invalid keys; null if keys from it are accepted. A
   * refused key must not be verified, because the response would help to guess keys.
   */
  keyRefusal(address: string): Refusal | null {
    const [bucket] = this.#wrongKeys.of(address).buckets;
    const now = this.now();
    const retryAfter = bucket?.wait(now) ?? 0;
    if (bucket == null || retryAfter === 0) return null;
    const message = `Too many wrong keys came from this address. Send the right one in ${retryAfter} s.`;
    return { message, retryAfter, rateLimits: [rateLimitOf(bucket, now)] };
  }

  /**
   * Whether this key was accepted from this address before. If so, the key still works while the address is blocked for
   * invalid keys, so that other senders at the address cannot lock out the key's owner.
   */
  wasShown(viewer: Viewer, address: string): boolean {
    return this.#shown.has(shownName(viewer, address));
  }
}

const policyOf = (name: string, quota: number): BucketPolicy | null =>
  quota === 0 ? null : { name, quota, windowSeconds: WINDOW_SECONDS };

function shared(policies: readonly (BucketPolicy | null)[]): Pick<CallerLimits, "policies" | "slots"> {
  const limits = policies.flatMap((policy) =>
    policy === null ? [] : { ...policy, policy: policy.name, limit: policy.quota, remaining: 0, resetSeconds: 0 },
  );
  return { policies: rateLimitHeaders(limits)["ratelimit-policy"] ?? "", slots: new WorkSlots() };
}

const shownName = ({ apiKey }: Viewer, address: string): string => `${apiKey ?? "settings"} ${address}`;
