import { linkedController } from "./abort.ts";

/**
 * The same items, until the signal is aborted: then it throws the reason at once, even where the next item never comes. Not
 * with `Promise.race`, which would keep something of every item for as long as the signal lives.
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
    // Not awaited: what waits for its next item, for ever perhaps, ends only after that.
    items.return().catch(() => {});
  }
}

/**
 * Works on items as they come, at most `width` at once; the next is taken when there is room for it. The first failure, of
 * the work or of what gives the items, stops the rest at once, and so does `parent`.
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
    // Who failed while all were at work has left it waiting to be asked for more, a file open behind it.
    guarded.return().catch(() => {});
    unlink();
  }
}
