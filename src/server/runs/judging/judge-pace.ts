/** The timing of requests to a judge, in milliseconds. */
export interface JudgePace {
  /** The timeout of one request, to the last byte of the reply. */
  readonly timeout: number;
  /** The lease of a task in progress: longer than the timeout, so that no two workers send the same request. */
  readonly lease: number;
  /** How often an idle worker checks the queue. */
  readonly poll: number;
  /** How many times a request is sent before its task fails. */
  readonly attempts: number;
  readonly firstDelay: number;
  readonly longestDelay: number;
  /** How long requests in progress may take when the server closes. */
  readonly grace: number;
}

/** Eight attempts within about ten minutes, so that a judge can be restarted in between. */
export const JUDGE_PACE: JudgePace = {
  timeout: 120_000,
  lease: 180_000,
  poll: 2_000,
  attempts: 8,
  firstDelay: 5_000,
  longestDelay: 600_000,
  grace: 3_000,
};

/** The longest pause before a judge is asked again, even if it requests a longer one. */
const LONGEST_RETRY_AFTER = 3_600_000;

/** Reads `Retry-After`, a number of seconds or a date (RFC 9110, section 10.2.3), as milliseconds from now. */
export function readRetryAfter(value: string | null, now: number = Date.now()): number | null {
  const text = value?.trim() ?? "";
  const delay = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now;
  return Number.isNaN(delay) ? null : Math.min(LONGEST_RETRY_AFTER, Math.max(0, delay));
}
