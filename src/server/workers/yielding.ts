/** How long a computation may hold the event loop, in milliseconds. */
const BURST_MS = 8;

/** Computations that wait for their turn, first come, first served. */
const waiting: (() => void)[] = [];

/**
 * Resumes one computation. The next one is resumed one turn of the event loop later, so other work can run between any
 * two bursts.
 */
function resumeOne(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(resumeOne);
}

let hasStarted = false;

/**
 * Starts a computation that may hold the event loop for milliseconds. Each turn of the event loop starts one such
 * computation, so that a request with hundreds of them leaves the turns in between to others. The first one of a turn is
 * started at once.
 */
export function inTurn<T>(start: () => T): T | Promise<Awaited<T>> {
  if (hasStarted) return nextTurn().then(start) as Promise<Awaited<T>>;
  hasStarted = true;
  setImmediate(() => {
    hasStarted = false;
  });
  return start();
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(resumeOne);
  });
}

/**
 * The bursts of a long computation. The computation calls `isOver` often, and awaits `next` when a burst is over,
 * so that other requests are answered in between.
 */
export class Bursts {
  #end = performance.now() + BURST_MS;

  /** Whether the computation has held the event loop long enough. */
  isOver(): boolean {
    return performance.now() >= this.#end;
  }

  /** Yields to the event loop, and begins a new burst. */
  async next(): Promise<void> {
    await nextTurn();
    this.begin();
  }

  /** Begins a new burst. Call it after other work was awaited. */
  begin(): void {
    this.#end = performance.now() + BURST_MS;
  }
}

/** `items.map(map)`, yielding to the event loop whenever a burst is over. */
export async function mapInBursts<T, U>(items: readonly T[], map: (item: T, index: number) => U): Promise<U[]> {
  const bursts = new Bursts();
  const mapped: U[] = [];
  for (let index = 0; index < items.length; index++) {
    if (bursts.isOver()) await bursts.next();
    mapped.push(map(items[index] as T, index));
  }
  return mapped;
}

/**
 * A small computation that has not started. It is not a promise, because a table has tens of thousands of such
 * computations, and as many promises would cost more than the computations themselves.
 */
export class Later<T = unknown> {
  /** @param compute returns a promise if it needs data that are still being read */
  constructor(
    readonly compute: () => T | Promise<T>,
    private readonly queue: BurstQueue,
  ) {}

  /** The result, computed in the queue. */
  settled(): Promise<T> {
    return this.queue.add(this.compute);
  }
}

/** A value, or a promise of the value that is computed later. */
export const settled = (value: unknown): unknown => (value instanceof Later ? value.settled() : value);

/** A queue of small computations. They run in the order in which they were added, one time slice at a time. */
export class BurstQueue {
  readonly #work: (() => Promise<unknown> | undefined)[] = [];
  #isRunning = false;

  /**
   * A computation that is not queued yet. `settled` adds it to this queue. A caller that has many of them may call
   * their `compute` itself instead.
   */
  later<T>(compute: () => T | Promise<T>): Later<T> {
    return new Later(compute, this);
  }

  /** Adds a computation. Returns its result, or rejects with its error. */
  add<T>(compute: () => T | Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#work.push(() => {
        try {
          const result = compute();
          resolve(result);
          return result instanceof Promise ? result.catch(() => {}) : undefined;
        } catch (error) {
          return void reject(error);
        }
      });
      if (!this.#isRunning) void this.#run();
    });
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    // Waits until the caller has added all computations of this turn.
    await nextTurn();
    const bursts = new Bursts();
    for (let index = 0; index < this.#work.length; index++) {
      if (bursts.isOver()) await bursts.next();
      const pending = this.#work[index]?.();
      if (pending === undefined) continue;
      await pending;
      bursts.begin();
    }
    this.#work.length = 0;
    this.#isRunning = false;
  }
}
