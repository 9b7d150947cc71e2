/**
 * A controller that is aborted with its parent signal. Call `unlink` when done, or a long-lived signal keeps it in
 * memory.
 */
export interface LinkedController {
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
