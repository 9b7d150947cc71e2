/** How fast, how often and how long a judge is asked. Times are in milliseconds. */
export interface JudgePace {
  /** For one request, to the last byte of the reply. */
  readonly timeout: number;
  /** Of a task that is being worked on: longer than the timeout, or two might ask the same. */
  readonly lease: number;
  /** How often the queue is looked at where nothing else wakes the worker. */
  readonly poll: number;
  /** How often a request is sent before its task is given up. */
  readonly attempts: number;
  readonly firstDelay: number;
  readonly longestDelay: number;
  /** How long requests under way may still take when the server closes. */
  readonly grace: number;
}

/** Eight attempts over some ten minutes: a judge may be started anew in between. */
export const JUDGE_PACE: JudgePace = {
  timeout: 120_000,
  lease: 180_000,
  poll: 2_000,
  attempts: 8,
  firstDelay: 5_000,
  longestDelay: 600_000,
  grace: 3_000,
};

/** A judge that asks for a longer pause is asked again after this one. */
const LONGEST_RETRY_AFTER = 3_600_000;

/**
 * How long to wait after so many attempts. It doubles from attempt to attempt, and a random half is taken off, so that
 * requests that failed together do not come back together.
 * @see https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/ "Equal jitter"
 */
export function backoff(attempts: number, pace: JudgePace, random: () => number = Math.random): number {
  const full = Math.min(pace.longestDelay, pace.firstDelay * 2 ** (attempts - 1));
  return full / 2 + (full / 2) * random();
}

/** Reads `Retry-After`, a number of seconds or a date (RFC 9110, section 10.2.3), as milliseconds from now on. */
export function readRetryAfter(value: string | null, now: number = Date.now()): number | null {
  const text = value?.trim() ?? "";
  const delay = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now;
  return Number.isNaN(delay) ? null : Math.min(LONGEST_RETRY_AFTER, Math.max(0, delay));
}
