import { linkedController } from "./retry.ts";

/**
 * Yields the items until the signal is aborted, then throws its reason at once, even while the next item is pending. It
 * does not use `Promise.race`, which would retain memory for every item as long as the signal lives.
 */
export async function* untilAborted<T>(
  items: AsyncGenerator<T, void, undefined>,
  signal: AbortSignal | undefined,
): AsyncGenerator<T, void, undefined> {
  let stop = (): void => {};
  const onAbort = (): void => stop();
  signal?.addEventListener("abort", onAbort, { once: true });
  try {
    for (;;) {
      signal?.throwIfAborted();
      const next = await new Promise<IteratorResult<T, void>>((resolve, reject) => {
        stop = () => reject(signal?.reason);
        items.next().then(resolve, reject);
      });
      if (next.done) return;
      yield next.value;
    }
  } finally {
    signal?.removeEventListener("abort", onAbort);
    // Not awaited: a generator that is waiting for its next item, possibly forever, returns only after that item.
    items.return().catch(() => {});
  }
}

/**
 * Processes items as they arrive, at most `width` at a time. The first failure, of the work or of the iterator, stops
 * the rest at once, and so does aborting `parent`.
 */
export async function eachInParallel<T>(
  items: AsyncGenerator<T, void, undefined>,
  width: number,
  work: (item: T, signal: AbortSignal) => Promise<void>,
  parent: AbortSignal | undefined,
): Promise<void> {
  const { controller, unlink } = linkedController(parent);
  const { signal } = controller;
  const guarded = untilAborted(items, signal);
  const worker = async (): Promise<void> => {
    for (let next = await guarded.next(); !next.done; next = await guarded.next()) await work(next.value, signal);
  };
  const fail = (error: unknown): never => {
    controller.abort(error);
    throw error;
  };
  try {
    await Promise.all(Array.from({ length: width }, () => worker().catch(fail)));
  } finally {
    // If a worker failed while all were busy, the generator is still suspended, and may hold a file open.
    guarded.return().catch(() => {});
    unlink();
  }
}
