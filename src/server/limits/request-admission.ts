import { limitHit } from "../telemetry/server-events.ts";
import {
  type Caller,
  type Callers,
  type RateLimit,
  type Refusal,
  rateLimitOf,
  refusalError,
  type WorkSlots,
} from "./callers.ts";

/** The indexes of the buckets in `Caller.buckets`. */
const REQUESTS = 0;
const COST = 1;

/** The limits of one kind of caller. */
export interface CallerLimits {
  readonly callers: Callers;
  /** The most concurrent heavy operations; 0 for no limit. */
  readonly work: number;
  readonly slots: WorkSlots;
  /** The noun phrase that names the caller in messages. */
  readonly whose: string;
  /** The value of the header `RateLimit-Policy`; empty if no quota applies. */
  readonly policies: string;
  readonly now: () => number;
}

const NO_HEADERS = {};

/** One request of a caller, counted against the caller's limits until the response ends. */
export class Admission {
  /** Why the request is refused; null if it is admitted. */
  readonly refusal: Refusal | null;
  private readonly caller: Caller;

  constructor(
    private readonly limits: CallerLimits,
    name: string,
  ) {
    const now = limits.now();
    this.caller = limits.callers.of(name);
    this.refusal = this.#refusal(now);
    if (this.refusal === null) limits.callers.spend(this.caller, REQUESTS, 1, now);
    else
      for (const { policy, remaining } of this.refusal.rateLimits)
        if (remaining === 0) limitHit.publish({ limit: policy });
  }

  /** The owner of the caller's key, or the address of a caller without a key. */
  get callerName(): string {
    return this.caller.name;
  }

  /** Deducts cost points from the quota. The balance may become negative, which delays the caller's next request. */
  spendCost(points: number): void {
    if (points !== 0) this.limits.callers.spend(this.caller, COST, points, this.limits.now());
  }

  /**
   * Starts a heavy operation.
   * @returns a function that ends it; further calls have no effect
   * @throws `RATE_LIMITED` if the caller already has the allowed number of heavy operations in progress
   */
  beginWork(): () => void {
    const { work, slots, whose } = this.limits;
    if (work === 0) return () => {};
    const release = slots.take(this.caller.name, work);
    if (release !== null) return release;
    limitHit.publish({ limit: "work" });
    const message = `${work} submissions, audits, exports or imports of this ${whose} are in progress, the most that are allowed at a time.`;
    const limit = { policy: "work", limit: work, windowSeconds: 1, remaining: 0, resetSeconds: 1 };
    throw refusalError({ message, retryAfter: 1, rateLimits: [limit] });
  }

  /** The remaining quotas; empty for a caller without limits. */
  rateLimits(): readonly RateLimit[] {
    const now = this.limits.now();
    return this.caller.buckets.flatMap((bucket) => (bucket === null ? [] : rateLimitOf(bucket, now)));
  }

  /** The headers `RateLimit` and `RateLimit-Policy` with the remaining quotas. */
  headers(): Readonly<Record<string, string>> {
    const { policies, now } = this.limits;
    if (policies === "") return NO_HEADERS;
    const time = now();
    let left = "";
    for (const bucket of this.caller.buckets) {
      if (bucket === null) continue;
      if (left !== "") left += ", ";
      left += `"${bucket.policy.name}";r=${bucket.remaining(time)};t=${bucket.reset(time)}`;
    }
    return { "ratelimit-policy": policies, ratelimit: left };
  }

  #refusal(now: number): Refusal | null {
    const [requests = null, cost = null] = this.caller.buckets;
    const [forRequests, forCost] = [requests?.wait(now) ?? 0, cost?.wait(now) ?? 0];
    if (forRequests === 0 && forCost === 0) return null;
    const retryAfter = Math.max(forRequests, forCost);
    const what = forRequests > 0 ? "requests" : "cost points";
    const message = `The ${what} of this ${this.limits.whose} are used up for now; send the request again in ${retryAfter} s.`;
    return { message, retryAfter, rateLimits: this.rateLimits() };
  }
}

/** The slot that a request takes while it is a heavy operation. */
export class RequestWork {
  #end: (() => void) | null = null;
  #hasEnded = false;

  constructor(private readonly admission: Admission | null) {}

  /**
   * Takes the slot.
   * @throws `RATE_LIMITED` if the caller already has the allowed number of slots; an error if the request has ended, with
   *   which a part of it ends that goes on
   */
  begin(): void {
    if (this.#hasEnded) throw new Error("the request has ended");
    this.#end ??= this.admission?.beginWork() ?? null;
  }

  end(): void {
    this.#hasEnded = true;
    this.#end?.();
    this.#end = null;
  }
}
