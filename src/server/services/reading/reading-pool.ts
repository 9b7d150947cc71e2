import { availableParallelism } from "node:os";
import { MessageChannel, receiveMessageOnPort } from "node:worker_threads";
import { Piscina } from "piscina";
import { Slices } from "../yielding.ts";
import { addPart, type ListPart, type ParsedText, type ParsingTask } from "./parse-body.ts";
import type { ReadingResult, ReadingTask } from "./reading-worker.ts";

/** How long reading may take, in milliseconds. */
export interface ReadingLimits {
  /** Of one response. The costliest that is known, of a million characters, takes 2 s on two slow cores. */
  readonly responseMs: number;
  /** Of all responses of one request together, on however many threads. */
  readonly requestMs: number;
}

const LIMITS: ReadingLimits = { responseMs: 15_000, requestMs: 120_000 };

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
 * Threads that read responses. None is started before the first task comes, one stays, and the others end when they have had
 * nothing to do for a while.
 */
export class ReadingPool {
  readonly limits: ReadingLimits;
  #threads: Piscina | null = null;
  #isClosed = false;

  constructor(limits: Partial<ReadingLimits> = {}) {
    this.limits = { ...LIMITS, ...limits };
  }

  /**
   * Reads rows in a thread. A thread that takes too long for one row, or longer than the request has left, is ended; another
   * one takes its place.
   * @param left how many milliseconds the request has left
   */
  async run(task: Omit<ReadingTask, "progress">, left: () => number): Promise<TaskOutcome> {
    const progress = new Int32Array(new SharedArrayBuffer(4));
    const end = new AbortController();
    let ended: TaskOutcome | null = null;
    const watch = watchProgress(progress, this.limits.responseMs, left, (outcome) => {
      ended = outcome;
      end.abort();
    });
    try {
      return await this.#open().run({ ...task, progress }, { name: "readRows", signal: end.signal });
    } catch (error) {
      if (ended !== null) return ended;
      throw error;
    } finally {
      clearInterval(watch);
    }
  }

  /**
   * Parses a long JSON text in a thread; it comes back in parts, between which other requests are answered.
   * @param bytes are moved to the thread
   * @throws SyntaxError where it is not JSON
   */
  async parse(bytes: Uint8Array<ArrayBuffer>): Promise<unknown> {
    const { port1, port2 } = new MessageChannel();
    try {
      const task: ParsingTask = { bytes, port: port2 };
      const parsed: ParsedText = await this.#open().run(task, {
        name: "parseBody",
        transferList: [bytes.buffer, port2],
      });
      if ("message" in parsed) throw new SyntaxError(parsed.message);
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

  /** Ends the threads, whatever they are doing. */
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
      minThreads: 1,
      maxThreads: THREADS,
      idleTimeout: 30_000,
      recordTiming: false,
      stricterFIFO: true,
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

/** Calls `end` once a row has been read for too long, or the request's time is up. */
function watchProgress(
  progress: Int32Array,
  responseMs: number,
  left: () => number,
  end: (outcome: TaskOutcome) => void,
): NodeJS.Timeout {
  let [row, since, started] = [0, 0, 0];
  return setInterval(() => {
    const [current, now] = [Atomics.load(progress, 0), performance.now()];
    // It waits for a thread.
    if (current === 0) return;
    if (started === 0) started = now;
    if (current !== row) [row, since] = [current, now];
    else if (now - since >= responseMs) end({ costlyRow: row - 1 });
    if (now - started >= left()) end({ spent: true });
  }, responseMs / CHECKS);
}
