import pLimit, { type LimitFunction } from "p-limit";
import { OmnidexError } from "../../domain/errors.ts";
import type { Viewer } from "../../domain/viewer.ts";

/**
 * How many computations may wait. Callers without a key have a separate queue. Only one of its computations at a time
 * enters the main queue, so a caller with a key waits for at most one of them.
 */
const MOST_WAITING = { withKey: 40, withoutKey: 10 };

const TOO_MANY = "Too many analyses of questions are waiting. Try again in a moment.";

/** Bounds the computations over the answers of many runs: one at a time, and a bounded number of waiting ones. */
export class ItemQueue {
  readonly #withKey = pLimit(1);
  readonly #withoutKey = pLimit(1);

  constructor(private readonly most = MOST_WAITING) {}

  /** @throws `UNAVAILABLE` if too many computations are waiting */
  async run<T>(viewer: Viewer, work: () => Promise<T>): Promise<T> {
    if (viewer.admin || viewer.owner !== null) return within(this.#withKey, this.most.withKey, work);
    return within(this.#withoutKey, this.most.withoutKey, () => this.#withKey(work));
  }
}

function within<T>(limit: LimitFunction, most: number, work: () => Promise<T>): Promise<T> {
  if (limit.pendingCount >= most) throw new OmnidexError("UNAVAILABLE", TOO_MANY);
  return limit(work);
}
