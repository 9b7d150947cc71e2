import { availableParallelism } from "node:os";
import { MessageChannel, receiveMessageOnPort } from "node:worker_threads";
import pLimit from "p-limit";
import { Piscina } from "piscina";
import { OmnidexError } from "../../../domain/errors.ts";
import { Slices } from "../yielding.ts";
import { addPart, type ListPart, type ParsedText, type ParsingTask } from "./parse-body.ts";
import type { ReadingBudget } from "./reading-budget.ts";
import type { ReadingResult, ReadingTask } from "./reading-worker.ts";

/** How long a thread may take for one thing, in milliseconds. */
export interface ReadingLimits {
  /** For one response. The costliest that is known, of a million characters, takes 2 s on two slow cores. */
  readonly responseMs: number;
  /** For the JSON of one request; the longest takes 0.3 s. The wait for a thread counts. */
  readonly parseMs: number;
}

const LIMITS: ReadingLimits = { responseMs: 15_000, parseMs: 60_000 };

const TOO_BUSY = "The server has so much to read that it does not come to this request. Try again in a moment.";

/** How often a thread is looked at, as a share of the time that a response may take. */
const CHECKS = 20;

/** The threads' file lies beside this one, as source or bundled. */
const FILE = new URL(
  import.meta.url.endsWith(".ts") ? "./reading-worker-source.mjs" : "./reading-worker.js",
  import.meta.url,
).href;

/** One to spare where a response holds another one up. */
const THREADS = Math.max(2, Math.min(8, availableParallelism() - 1));

/** What became of a task: the rows, or the place of the row that took too long, or that the request's time is up. */
export type TaskOutcome = ReadingResult | { readonly costlyRow: number } | { readonly spent: true };

/**
 * Threads that read responses. None is started before the first task comes, and each ends when it has had nothing to do
 * for a while: what it has taken of memory for long responses would stay with it.
 */
export class ReadingPool {
  readonly limits: ReadingLimits;
  /**
   * Tasks queue here, in order of arrival, and not in Piscina. Piscina takes tasks with a signal in reverse order, and
   * a task that waits for a terminated thread is not started until another task arrives.
   */
  readonly #turns = pLimit(THREADS);
  #threads: Piscina | null = null;
  #isClosed = false;

  constructor(limits: Partial<ReadingLimits> = {}) {
    this.limits = { ...LIMITS, ...limits };
  }

  /**
   * Reads rows in a thread. A thread that takes too long for one row, or longer than the budget has left, is ended;
   * another one takes its place. The wait for a thread costs nothing.
   */
  run(task: Omit<ReadingTask, "progress">, budget: ReadingBudget): Promise<TaskOutcome> {
    return this.#turns(() => (budget.isSpent ? { spent: true } : this.#run(task, budget)));
  }

  async #run(task: Omit<ReadingTask, "progress">, budget: ReadingBudget): Promise<TaskOutcome> {
    const progress = new Int32Array(new SharedArrayBuffer(4));
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
   * Parses a long JSON text in a thread; it comes back in parts, between which other requests are answered.
   * @param bytes are moved to the thread
   * @throws SyntaxError where it is not JSON; `BAD_USER_INPUT` where it is more than a request may hold; `UNAVAILABLE`
   *   where no thread comes to it in time
   */
  parse(bytes: Uint8Array<ArrayBuffer>): Promise<unknown> {
    const signal = AbortSignal.timeout(this.limits.parseMs);
    const ended = new Promise<never>((_, reject) => {
      signal.addEventListener("abort", () => reject(new OmnidexError("UNAVAILABLE", TOO_BUSY)), { once: true });
    });
    const parsed = this.#turns(() => this.#parse(bytes, signal));
    // The one that settles second must not be an unhandled rejection.
    parsed.catch(() => {});
    ended.catch(() => {});
    return Promise.race([parsed, ended]);
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
      const slices = new Slices();
      for (let part = receiveMessageOnPort(port1); part !== undefined; part = receiveMessageOnPort(port1)) {
        addPart(parsed.value, part.message as ListPart);
        if (slices.isOver()) await slices.next();
      }
      return parsed.value;
    } finally {
      port1.close();
    }
  }

  /** Terminates the threads, even if they are busy. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#threads?.destroy();
  }

  #open(): Piscina {
    if (this.#isClosed) throw new Error("the server is about to end, and reads nothing any more");
    if (this.#threads !== null) return this.#threads;
    const threads = new Piscina({
      filename: FILE,
      execArgv: [],
      minThreads: 0,
      maxThreads: THREADS,
      idleTimeout: 30_000,
      recordTiming: false,
    });
    // A thread that ends without a task, as one does that cannot start, would leave the tasks that wait where they are.
    threads.on("error", () => {
      if (this.#threads === threads) this.#threads = null;
      threads.destroy().catch(() => {});
    });
    this.#threads = threads;
    return threads;
  }
}

/**
 * Calls `end` once a row has been read for too long, or the budget is spent. Tasks beside each other spend it together,
 * as they go.
 */
function watchProgress(
  progress: Int32Array,
  responseMs: number,
  budget: ReadingBudget,
  end: (outcome: TaskOutcome) => void,
): { readonly stop: (duration?: number) => void } {
  let [row, since, last, counted] = [0, 0, 0, 0];
  const spend = (milliseconds: number): void => {
    counted += milliseconds;
    budget.spend(milliseconds);
  };
  const timer = setInterval(() => {
    const [current, now] = [Atomics.load(progress, 0), performance.now()];
    // It waits for a thread.
    if (current === 0) return;
    if (last > 0) spend(now - last);
    last = now;
    if (current !== row) [row, since] = [current, now];
    else if (now - since >= responseMs) end({ costlyRow: row - 1 });
    if (budget.isSpent) end({ spent: true });
  }, responseMs / CHECKS);
  return {
    stop: (duration = counted) => {
      clearInterval(timer);
      spend(duration - counted);
    },
  };
}
