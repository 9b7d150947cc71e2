import { backoff } from "../domain/backoff.ts";
import type { OmnidexError } from "./sdk-errors.ts";

/**
 * A controller that is aborted with its parent signal. Call `unlink` when done, or a long-lived signal keeps it in
 * memory.
 */
interface LinkedController {
  readonly controller: AbortController;
  readonly unlink: () => void;
}

/**
 * Links the signals by hand, because `AbortSignal.any` leaks memory under long-lived parents:
 * https://github.com/nodejs/node/issues/55351
 */
export function linkedController(parent: AbortSignal | undefined): LinkedController {
  const controller = new AbortController();
  const follow = (): void => controller.abort(parent?.reason);
  if (parent?.aborted) follow();
  parent?.addEventListener("abort", follow, { once: true });
  return { controller, unlink: () => parent?.removeEventListener("abort", follow) };
}

/** Settles as `value` does, or rejects with the signal's reason as soon as the signal is aborted. */
export function orAborted<T>(value: T | PromiseLike<T>, signal: AbortSignal | undefined): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const stop = (): void => reject(signal?.reason);
    if (signal?.aborted) stop();
    else signal?.addEventListener("abort", stop, { once: true });
    const settled = Promise.resolve(value).finally(() => signal?.removeEventListener("abort", stop));
    settled.then(resolve, reject);
  });
}

/** Waits, or rejects with the signal's reason as soon as the signal is aborted. */
export function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  let timer: ReturnType<typeof setTimeout>;
  const waited = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  return orAborted(waited, signal).finally(() => clearTimeout(timer));
}

/** The result of one attempt. */
export type Outcome =
  | { readonly ok: true; readonly data: unknown }
  | {
      readonly ok: false;
      readonly error: OmnidexError;
      /** Whether a retry may succeed. */
      readonly transient: boolean;
      /** The server's `Retry-After`, in seconds. */
      readonly retryAfter?: number | undefined;
      /** Whether the server is still computing the result, and says when to ask again. */
      readonly computing?: boolean;
    };

/** How often and for how long to retry. */
interface RetryOptions {
  /** Not counted are requests for a result that the server is still computing; 0 forbids them, too. */
  readonly maxRetries: number;
  readonly signal: AbortSignal | undefined;
  /** Called before each retry with the pause that precedes it, in milliseconds. */
  readonly onRetry: (error: OmnidexError, pauseMs: number) => void;
}

/** The pauses between attempts, in milliseconds, unless the server asks for a longer one. */
const PAUSES = { first: 250, longest: 8_000 };
/** The longest pause that a server may ask for. If it asks for more, the error is thrown at once. */
const LONGEST_RETRY_AFTER_MS = 60_000;

/** Runs attempts, numbered from 1, until one succeeds, fails permanently or is the last one allowed. */
export async function withRetries(
  attempt: (number: number) => Promise<Outcome>,
  { maxRetries, signal, onRetry }: RetryOptions,
): Promise<unknown> {
  for (let [retries, attempts] = [0, 1]; ; attempts += 1) {
    const outcome = await attempt(attempts);
    if (outcome.ok) return outcome.data;
    // `Retry-After` is a lower bound: the server does not know how often this client has retried already.
    const pause = Math.max(backoff(retries, PAUSES), (outcome.retryAfter ?? 0) * 1_000);
    const isCounted = outcome.computing !== true || maxRetries === 0;
    if (!outcome.transient || (isCounted && retries >= maxRetries) || pause > LONGEST_RETRY_AFTER_MS)
      throw outcome.error;
    if (isCounted) retries += 1;
    onRetry(outcome.error, pause);
    await sleep(pause, signal);
  }
}
