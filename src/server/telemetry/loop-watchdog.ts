import { Worker } from "node:worker_threads";

/** When a loop counts as held, how often it is looked at, and how long an exit may take, in milliseconds. */
export interface WatchdogPace {
  /** The CPU time of this thread without a turn of its loop. Sleep, SIGSTOP and a busy machine do not count. */
  readonly mostCpu: number;
  readonly beat: number;
  readonly patience: number;
}

const PACE: WatchdogPace = { mostCpu: 30_000, beat: 1_000, patience: 15_000 };

/** What the loop and its watchdog share: the turns of the loop, and its statements under way. */
const [TURNS, STATEMENTS] = [0, 1];
const shared = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));

/** The thread's file is in the folder of this module in the source, and beside the bundle. */
const FILE = new URL(
  import.meta.url.endsWith(".ts") ? "./loop-watchdog-thread.mjs" : "./loop-watchdog-thread.js",
  import.meta.url,
);

/** Runs a statement of the embedded database, which may hold the loop for as long as it needs. */
export function holdingLoop<T>(statement: () => T): T {
  Atomics.add(shared, STATEMENTS, 1);
  try {
    return statement();
  } finally {
    Atomics.sub(shared, STATEMENTS, 1);
  }
}

export interface LoopWatch {
  /** Resolves when the thread has looked at the loop for the first time. */
  readonly started: Promise<void>;
  stop(): void;
}

/**
 * Ends this process if something holds its event loop, because nothing else would: it hears no signal and answers nobody.
 * A thread writes a line to standard error and has the held thread exit with code 1, so that its exit handlers run. If
 * that takes longer than `patience`, the thread kills the process.
 */
export function watchLoop(pace: WatchdogPace = PACE): LoopWatch {
  // Options of the process, such as a module to load first, are not for this thread.
  const thread = new Worker(FILE, { workerData: { shared, pace, pid: process.pid }, execArgv: [] });
  thread.unref();
  // Without a watchdog, the server runs on.
  thread.on("error", (error) => console.error(`The watchdog of the event loop has ended: ${error.message}`));
  const timer = setInterval(() => Atomics.add(shared, TURNS, 1), pace.beat);
  timer.unref();
  return {
    started: new Promise((resolve) => thread.once("message", () => resolve())),
    stop: () => {
      clearInterval(timer);
      void thread.terminate();
    },
  };
}
