import { setImmediate as nextLoop, setTimeout as pause } from "node:timers/promises";

/** Work that blocks the event loop for less than this, in milliseconds, needs no pause after it. */
const SHORT_MS = 2;

/**
 * The most waiting pieces of one caller, and of all callers. Each piece may block the event loop for some tens of
 * milliseconds.
 */
const MOST_OF_ONE = 20;
const MOST_OF_ALL = 500;

/**
 * Runs pieces of work that block the event loop one at a time, and leaves the loop free afterwards for as long as the
 * last piece blocked it. Callers take turns, so a caller with many pieces delays only itself.
 */
export class LoopTurns {
  /** The waiting pieces by caller. The caller whose turn is next comes first. */
  readonly #queues = new Map<string, (() => void)[]>();
  #waiting = 0;
  #isBusy = false;

  constructor(
    private readonly mostOfOne = MOST_OF_ONE,
    private readonly mostOfAll = MOST_OF_ALL,
  ) {}

  /** Whether the queue is so long that the caller should retry later. */
  isFull(caller: string): boolean {
    return this.#waiting >= this.mostOfAll || (this.#queues.get(caller)?.length ?? 0) >= this.mostOfOne;
  }

  /** Resolves when a piece may start. Until the piece ends, only settled promises may be awaited. */
  async next(caller: string): Promise<void> {
    if (this.#isBusy) await this.#wait(caller);
    else this.#begin();
  }

  #wait(caller: string): Promise<void> {
    return new Promise((resolve) => {
      const queue = this.#queues.get(caller) ?? [];
      queue.push(resolve);
      this.#queues.set(caller, queue);
      this.#waiting += 1;
    });
  }

  #begin(): void {
    this.#isBusy = true;
    rest().then(() => this.#advance());
  }

  #advance(): void {
    const [next] = this.#queues;
    this.#isBusy = next !== undefined;
    if (next === undefined) return;
    const [caller, [resolve, ...others]] = next;
    this.#queues.delete(caller);
    // Behind the others.
    if (others.length > 0) this.#queues.set(caller, others);
    this.#waiting -= 1;
    this.#begin();
    resolve?.();
  }
}

/** Lasts from the start of a piece until the loop has been free for as long as the piece blocked it. */
async function rest(): Promise<void> {
  const begin = performance.now();
  await nextLoop();
  const held = performance.now() - begin;
  if (held > SHORT_MS) await pause(held);
}
