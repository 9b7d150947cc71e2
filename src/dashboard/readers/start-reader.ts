import { type Remote, wrap } from "comlink";
import type { ResultReader } from "./result-reader.ts";

/** A reader that runs in its own worker. */
export interface RunningReader {
  readonly reader: Remote<ResultReader>;
  /** Waits for a result of the reader. @throws the work's error, or Error if the worker is stopped or fails */
  wait<T>(work: Promise<T>): Promise<T>;
  /** Ends the worker, whatever it is doing. */
  stop(): void;
}

/** Starts a worker that reads result files. */
export function startReader(): RunningReader {
  const worker = new Worker(new URL("./reader-worker.ts", import.meta.url), { type: "module" });
  // Rejected when the worker ends, because calls to a worker that has ended would never settle.
  const { promise: ended, reject } = Promise.withResolvers<never>();
  ended.catch(() => {});
  worker.addEventListener("error", ({ message }) => reject(new Error(`The file could not be read: ${message}`)));
  return {
    reader: wrap<ResultReader>(worker),
    wait: (work) => Promise.race([work, ended]),
    stop() {
      worker.terminate();
      reject(new Error("The reader was stopped."));
    },
  };
}
