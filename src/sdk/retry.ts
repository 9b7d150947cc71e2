import { sleep } from "./abort.ts";
import type { OmnidexError } from "./errors.ts";

/** How one attempt went. */
export type Outcome =
  | { readonly ok: true; readonly data: unknown }
  | {
      readonly ok: false;
      readonly error: OmnidexError;
      /** Whether another attempt may go better. */
      readonly transient: boolean;
      /** What the server asked for in `Retry-After`. */
      readonly retryAfterMs?: number | undefined;
    };

const FIRST_DELAY_MS = 250;
const LONGEST_DELAY_MS = 8_000;
/** A server that asks for a longer pause than this is not waited for: the caller learns of it at once. */
const LONGEST_RETRY_AFTER_MS = 60_000;

/**
 * Doubles from attempt to attempt, and takes a random half off, so that clients that failed together do not come back
 * together.
 *
 * @see https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/ "Equal jitter"
 */
export function backoffMs(retries: number, random: () => number = Math.random): number {
  const full = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** retries);
  return full / 2 + (full / 2) * random();
}

/** Reads `Retry-After`, which is a number of seconds or a date (RFC 9110, section 10.2.3). */
export function parseRetryAfter(value: string | null, now: number = Date.now()): number | undefined {
  if (value === null) return undefined;
  if (/^\d+$/.test(value.trim())) return Number(value) * 1_000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** Repeats an attempt while its failure is transient. */
export async function withRetries(
  attempt: () => Promise<Outcome>,
  maxRetries: number,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  for (let retries = 0; ; retries += 1) {
    const outcome = await attempt();
    if (outcome.ok) return outcome.data;
    const delay = outcome.retryAfterMs ?? backoffMs(retries);
    if (!outcome.transient || retries >= maxRetries || delay > LONGEST_RETRY_AFTER_MS) throw outcome.error;
    await sleep(delay, signal);
  }
}
