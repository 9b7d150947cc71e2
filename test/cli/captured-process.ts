import { AsyncLocalStorage } from "node:async_hooks";
import { Readable, Writable } from "node:stream";
import { format } from "node:util";

/** The parts of a process that a command reads and writes. */
interface Captured {
  readonly env: NodeJS.ProcessEnv;
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
}

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const current = new AsyncLocalStorage<Captured>();

/**
 * Replaces the properties of `process` and the methods of `console` for code that runs within `current`. Commands that run
 * at the same time do not see each other, and all other code sees the real ones.
 */
function install(): void {
  for (const name of ["env", "stdin", "stdout", "stderr"] as const) {
    const real = Object.getOwnPropertyDescriptor(process, name);
    Object.defineProperty(process, name, {
      configurable: true,
      enumerable: true,
      get: () => current.getStore()?.[name] ?? (real?.get === undefined ? real?.value : real.get.call(process)),
      set: (value) => (real?.set === undefined ? undefined : real.set.call(process, value)),
    });
  }
  for (const [method, stream] of [
    ["log", "stdout"],
    ["info", "stdout"],
    ["error", "stderr"],
    ["warn", "stderr"],
  ] as const) {
    const real = console[method].bind(console);
    console[method] = (...values: unknown[]) => {
      const captured = current.getStore();
      if (captured === undefined) real(...values);
      else captured[stream].write(`${format(...values)}\n`);
    };
  }
}
install();

/** Collects what is written. */
function collector(): { readonly stream: Writable; text(): string } {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
  return { stream, text: () => Buffer.concat(chunks).toString("utf8") };
}

/**
 * Runs a command in this process, with an environment and streams of its own.
 * @param command returns the exit code
 */
export async function captureProcess(
  env: NodeJS.ProcessEnv,
  input: string | Buffer,
  command: () => Promise<number>,
): Promise<Finished> {
  const [stdout, stderr] = [collector(), collector()];
  const stdin = Readable.from(input.length === 0 ? [] : [Buffer.from(input)], { objectMode: false });
  const captured: Captured = { env, stdin, stdout: stdout.stream, stderr: stderr.stream };
  const code = await current.run(captured, command);
  return { code: code, stdout: stdout.text(), stderr: stderr.text() };
}
