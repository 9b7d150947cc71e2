/**
 * Runs work with a signal that is aborted after a time, or when `stop` is. Not `AbortSignal.any` with
 * `AbortSignal.timeout`: Node 20 may collect the timeout's signal before its time, and it never comes.
 * @see https://github.com/nodejs/node/issues/57736
 */
export async function withDeadline<T>(
  milliseconds: number,
  stop: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  const timer = setTimeout(abort, milliseconds);
  stop.addEventListener("abort", abort);
  if (stop.aborted) abort();
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
    stop.removeEventListener("abort", abort);
  }
}
