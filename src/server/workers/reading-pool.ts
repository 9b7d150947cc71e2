import { availableParallelism } from "node:os";
import { MessageChannel, receiveMessageOnPort } from "node:worker_threads";
import pLimit from "p-limit";
import { Piscina } from "piscina";
import { OmnidexError } from "../../domain/errors.ts";
import { addPart, type ListPart, type ParsedText, type ParsingTask } from "./reading-columns.ts";
import type { ReadingResult, ReadingTask } from "./thread-rows.ts";
import { threadTime } from "./thread-time.ts";
import { Bursts } from "./yielding.ts";

/** The total time for which all threads may compute to read the responses of one request, in milliseconds. */
export const REQUEST_MS = 120_000;

/** The remaining thread time of one request. */
export class ReadingBudget {
  #spent = 0;

  /** @param most in milliseconds */
  constructor(private readonly most: number) {}

  get isSpent(): boolean {
    return this.#spent >= this.most;
  }

  spend(milliseconds: number): void {
    this.#spent += milliseconds;
  }

  /** The error for a request that has spent its budget. */
  error(): OmnidexError {
    const seconds = this.most / 1_000;
    return new OmnidexError(
      "COST_LIMIT_EXCEEDED",
      `Reading the responses takes more than ${seconds} s of computing; nothing was changed. Send fewer rows at once, or shorter responses.`,
    );
  }
}

/** The budget of background work, such as scoring judged runs. */
export const UNLIMITED = new ReadingBudget(Number.POSITIVE_INFINITY);

/** The longest times that a thread may take, in milliseconds. For one response, the time for which it computes. */
export interface ReadingLimits {
  /** For one response. The most expensive known response, of a million characters, takes 2 s on two slow cores. */
  readonly responseMs: number;
  /** For the JSON of one request, including the wait for a thread. Parsing the longest takes 0.3 s. */
  readonly parseMs: number;
  /** For one computation over the answers of many runs, without the wait for a thread. */
  readonly analysisMs: number;
  /** How long a request waits for a chain of such computations. The chain continues without it. */
  readonly waitMs: number;
}

const LIMITS: ReadingLimits = { responseMs: 15_000, parseMs: 60_000, analysisMs: 120_000, waitMs: 3_000 };

const TOO_BUSY = "The server is too busy reading responses to process this request. Try again in a moment.";

const TOO_LONG = "The statistics of the questions take too long. Narrow the runs down, or try again in a moment.";

/** How many times a thread is checked within the time that a response may take. */
const CHECKS = 20;

/** The threads' file. In the bundle, it is in the folder of this module. */
const FILE = new URL(
  import.meta.url.endsWith(".ts") ? "./reading-worker-source.mjs" : "./reading-worker.js",
  import.meta.url,
).href;

/** At least two, so that one slow response does not stop all reading. */
export const THREADS = Math.max(2, Math.min(8, availableParallelism() - 1));

/** The result of a task: the rows, the index of the row that took too long, or the end of the request's budget. */
export type TaskOutcome = ReadingResult | { readonly costlyRow: number } | { readonly spent: true };

/**
 * Threads that read responses. They are started on demand, and idle threads end after a while, because a thread keeps
 * the memory that long responses took.
 */
export class ReadingPool {
  readonly limits: ReadingLimits;
  /**
   * Tasks queue here, in order of arrival, and not in Piscina. Piscina takes tasks with a signal in reverse order, and
   * a task that waits for a terminated thread is not started until another task arrives.
   */
  readonly #turns = pLimit(THREADS);
  /** One analysis at a time, so that another thread remains for reading. */
  readonly #analyses = pLimit(1);
  #threads: Piscina | null = null;
  #isClosed = false;

  constructor(limits: Partial<ReadingLimits> = {}) {
    this.limits = { ...LIMITS, ...limits };
  }

  /**
   * Reads rows in a thread. A thread that takes too long for one row, or exceeds the budget, is terminated and
   * replaced. Waiting for a thread does not count towards the budget.
   */
  run(task: Omit<ReadingTask, "progress">, budget: ReadingBudget): Promise<TaskOutcome> {
    return this.#turns(() => (budget.isSpent ? { spent: true } : this.#run(task, budget)));
  }

  async #run(task: Omit<ReadingTask, "progress">, budget: ReadingBudget): Promise<TaskOutcome> {
    const progress = new Int32Array(new SharedArrayBuffer(8));
    const end = new AbortController();
    let ended: TaskOutcome | null = null;
    const watch = watchProgress(progress, this.limits.responseMs, budget, (outcome) => {
      ended = outcome;
      end.abort();
    });
    try {
      const result: ReadingResult = await this.#open().run(
        { ...task, progress },
        { name: "readRows", signal: end.signal },
      );
      watch.stop(result.duration);
      return result;
    } catch (error) {
      watch.stop();
      if (ended !== null) return ended;
      throw error;
    }
  }

  /**
   * Parses a long JSON text in a thread. The value is returned in parts, between which the event loop is free.
   * @param bytes are moved to the thread
   * @throws SyntaxError if the text is not JSON; `BAD_USER_INPUT` if the value exceeds the limits of a request;
   * `UNAVAILABLE` if no thread becomes free in time
   */
  parse(bytes: Uint8Array<ArrayBuffer>): Promise<unknown> {
    return withTimeout(this.limits.parseMs, (signal) => {
      const ended = new Promise<never>((_, reject) => {
        signal.addEventListener("abort", () => reject(new OmnidexError("UNAVAILABLE", TOO_BUSY)), { once: true });
      });
      const parsed = this.#turns(() => this.#parse(bytes, signal));
      // The promise that settles second must not be an unhandled rejection.
      parsed.catch(() => {});
      ended.catch(() => {});
      return Promise.race([parsed, ended]);
    });
  }

  async #parse(bytes: Uint8Array<ArrayBuffer>, signal: AbortSignal): Promise<unknown> {
    signal.throwIfAborted();
    const { port1, port2 } = new MessageChannel();
    try {
      const task: ParsingTask = { bytes, port: port2 };
      const transferList = [bytes.buffer, port2];
      const parsed: ParsedText = await this.#open()
        .run(task, { name: "parseBody", transferList, signal })
        .catch((error: unknown) => {
          throw signal.aborted ? new OmnidexError("UNAVAILABLE", TOO_BUSY) : error;
        });
      if ("syntax" in parsed) throw new SyntaxError(parsed.syntax);
      if ("fault" in parsed) throw new OmnidexError("BAD_USER_INPUT", parsed.fault);
      const bursts = new Bursts();
      for (let part = receiveMessageOnPort(port1); part !== undefined; part = receiveMessageOnPort(port1)) {
        addPart(parsed.value, part.message as ListPart);
        if (bursts.isOver()) await bursts.next();
      }
      return parsed.value;
    } finally {
      port1.close();
    }
  }

  /**
   * Computes something from the answers of many runs in a thread.
   * @param task what `compute` of the threads' file takes
   * @param milliseconds how long it may take, without the wait for a thread
   * @throws `UNAVAILABLE` if it takes longer
   */
  compute<Result>(
    task: { readonly kind: string; readonly input: unknown },
    milliseconds = this.limits.analysisMs,
  ): Promise<Result> {
    return this.#analyses(() =>
      this.#turns(() =>
        withTimeout(milliseconds, async (signal) => {
          try {
            return await this.#open().run(task, { name: "compute", signal });
          } catch (error) {
            throw signal.aborted ? new OmnidexError("UNAVAILABLE", TOO_LONG) : error;
          }
        }),
      ),
    );
  }

  /** Terminates the threads, even if they are busy. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#threads?.destroy();
  }

  #open(): Piscina {
    if (this.#isClosed) throw new Error("the server is shutting down and reads no more responses");
    if (this.#threads !== null) return this.#threads;
    const threads = new Piscina({
      filename: FILE,
      execArgv: [],
      minThreads: 0,
      maxThreads: THREADS,
      idleTimeout: 30_000,
      recordTiming: false,
    });
    // If a thread ends without a task, for example because it cannot start, Piscina never starts the waiting tasks.
    // These fail with this pool, and the next task opens a new one.
    threads.on("error", () => {
      if (this.#threads === threads) this.#threads = null;
      threads.destroy().catch(() => {});
    });
    this.#threads = threads;
    return threads;
  }
}

/**
 * Gives work a signal that is aborted after some milliseconds. The timer ends with the work: `AbortSignal.timeout` would keep
 * what waits for its signal, such as the parsed body of a request, until the time is over.
 */
async function withTimeout<T>(milliseconds: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const end = new AbortController();
  const timer = setTimeout(() => end.abort(), milliseconds);
  try {
    return await work(end.signal);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Calls `end` when a thread has computed too long for one row, or the budget is spent. Concurrent tasks of a request spend
 * the same budget.
 * @param progress the number of the row, from 1, and the thread
 * @param timeOf the time for which a thread has computed, in milliseconds; null if it has ended
 */
export function watchProgress(
  progress: Int32Array,
  responseMs: number,
  budget: ReadingBudget,
  end: (outcome: TaskOutcome) => void,
  timeOf: (thread: number) => number | null = threadTime,
): { readonly stop: (duration?: number) => void } {
  let [row, since, last, counted] = [0, 0, 0, 0];
  const spend = (milliseconds: number): void => {
    counted += milliseconds;
    budget.spend(milliseconds);
  };
  const timer = setInterval(() => {
    const current = Atomics.load(progress, 0);
    // The task still waits for a thread.
    if (current === 0) return;
    const time = timeOf(Atomics.load(progress, 1));
    // The thread has ended, and so will the task.
    if (time === null) return;
    if (row > 0) spend(time - last);
    last = time;
    if (current !== row) [row, since] = [current, time];
    else if (time - since >= responseMs) end({ costlyRow: row - 1 });
    if (budget.isSpent) end({ spent: true });
  }, responseMs / CHECKS);
  return {
    stop: (duration = counted) => {
      clearInterval(timer);
      spend(duration - counted);
    },
  };
}
