import { execFileSync } from "node:child_process";
import { Session } from "node:inspector/promises";
import { pathToFileURL } from "node:url";
import { setFlagsFromString } from "node:v8";

/** How often each function ran, and each block in it, by file, name and source range. */
export type CountedWork = ReadonlyMap<string, number>;

/**
 * The features of V8 that are switched off while work is counted. V8 does not count calls of optimized code, and drops
 * the counts of a function together with its bytecode. With the compilation cache, a module that is loaded again would
 * share the functions of the first load.
 */
const OFF = ["opt", "maglev", "sparkplug", "flush-bytecode", "compilation-cache"] as const;

/**
 * Counts the executions of the project's own functions and blocks in this thread, by V8's precise coverage. Unlike times,
 * these numbers are the same on every machine. Only modules that are loaded after `start` are counted: modules that other
 * test files of this process have loaded may still have timers, and V8 may already have optimized their functions.
 * @see https://chromedevtools.github.io/devtools-protocol/tot/Profiler/#method-startPreciseCoverage
 */
export class WorkCounter {
  readonly #session = new Session();
  readonly #clocks = { performance: performance.now, date: Date.now };
  #isRunning = false;
  /** The id of the last script before `start`. Later scripts have greater ids. */
  #last = Number.POSITIVE_INFINITY;
  /** Vite names a module by its path or by its URL. */
  readonly #roots = [`${process.cwd()}/src/`, pathToFileURL(`${process.cwd()}/src/`).href];

  async start(): Promise<void> {
    this.#isRunning = true;
    for (const flag of OFF) setFlagsFromString(`--no-${flag}`);
    // Stops the clocks, because some work depends on the time: long computations yield to the event loop after some
    // milliseconds, and the use of a key is recorded once an hour.
    performance.now = () => 0;
    const now = Date.now();
    Date.now = () => now;
    this.#session.connect();
    await this.#session.post("Profiler.enable");
    await this.#session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
    await this.#session.post("Runtime.enable");
    const script = { expression: "0", sourceURL: "", persistScript: true };
    // The method's type declaration lacks its result.
    const compiled: unknown = await this.#session.post("Runtime.compileScript", script);
    await this.#session.post("Runtime.disable");
    this.#last = Number((compiled as { readonly scriptId: string }).scriptId);
  }

  /** Does the work. Returns its result and the counts of what it executed. */
  async during<T>(work: () => Promise<T>): Promise<{ readonly result: T; readonly counts: CountedWork }> {
    await this.#session.post("Profiler.takePreciseCoverage");
    const result = await work();
    const { result: scripts } = await this.#session.post("Profiler.takePreciseCoverage");
    const counts = new Map<string, number>();
    for (const { url, functions, scriptId } of scripts) {
      const root = this.#roots.find((one) => url.startsWith(one));
      if (root === undefined || Number(scriptId) <= this.#last) continue;
      for (const { functionName, ranges } of functions)
        for (const { startOffset, endOffset, count } of ranges)
          if (count > 0) counts.set(`${url.slice(root.length)} ${functionName} ${startOffset}-${endOffset}`, count);
    }
    return { result, counts };
  }

  /** Restores what `start` replaced. Does nothing if `start` was not called. */
  async stop(): Promise<void> {
    if (!this.#isRunning) return;
    this.#isRunning = false;
    performance.now = this.#clocks.performance;
    Date.now = this.#clocks.date;
    // This ends the coverage, too.
    this.#session.disconnect();
    const defaults = execFileSync(process.execPath, ["--v8-options"], { encoding: "utf8" });
    for (const flag of OFF) {
      const isOn = new RegExp(`^ +--${flag} \\(.*\\n.*default: --${flag}$`, "m").test(defaults);
      if (isOn) setFlagsFromString(`--${flag}`);
    }
  }
}

/** A file with the name of a function, and the difference in the number of its executions. */
export interface Difference {
  readonly place: string;
  readonly by: number;
}

/** The places where the counts of two requests differ. */
export function differences(one: CountedWork, other: CountedWork): Difference[] {
  const found: Difference[] = [];
  for (const range of new Set([...one.keys(), ...other.keys()])) {
    const by = Math.abs((one.get(range) ?? 0) - (other.get(range) ?? 0));
    if (by > 0) found.push({ place: range.slice(0, range.lastIndexOf(" ")).trim(), by });
  }
  return found;
}
