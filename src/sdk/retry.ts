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
      /** What the server asked for in `Retry-After`, in seconds. */
      readonly retryAfter?: number | undefined;
    };

/** How often and how long. */
export interface RetryOptions {
  readonly maxRetries: number;
  readonly signal: AbortSignal | undefined;
  /** Told of each repetition before its pause, in milliseconds. */
  readonly onRetry: (error: OmnidexError, pauseMs: number) => void;
}

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

/** Repeats an attempt, numbered from 1 on, while its failure is transient. */
export async function withRetries(
  attempt: (number: number) => Promise<Outcome>,
  { maxRetries, signal, onRetry }: RetryOptions,
): Promise<unknown> {
  for (let retries = 0; ; retries += 1) {
    const outcome = await attempt(retries + 1);
    if (outcome.ok) return outcome.data;
    // What the server asks for is the least: it does not know how often this client has come back already.
    const pause = Math.max(backoffMs(retries), (outcome.retryAfter ?? 0) * 1_000);
    if (!outcome.transient || retries >= maxRetries || pause > LONGEST_RETRY_AFTER_MS) throw outcome.error;
    onRetry(outcome.error, pause);
    await sleep(pause, signal);
  }
}
