import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { runCommandLine } from "../../src/cli/run-command.ts";
import { seededPlace } from "../support/seeded-database.ts";
import { captureProcess, type Finished } from "./captured-process.ts";

const ROOT = join(import.meta.dirname, "../..");
const PROGRAM = join(ROOT, "bin/omnidex.js");

export type { Finished };

type Environment = Readonly<Record<string, string>>;

/** A folder without logins, so that the tests do not see those of the user who runs them. */
const OMNIDEX_CONFIG_DIR = join(tmpdir(), "omnidex-no-such-folder");

/**
 * V8 optimizes a function of PGlite only after this many bytes of code have run, a hundred times the default. Most processes
 * of these tests end earlier, and to optimize for them takes half the CPU time of a start.
 */
export const LATE_OPTIMIZATION = "--wasm-tiering-budget=180000000";

export function start(args: readonly string[], environment: Environment): ChildProcess {
  const { PATH = "", HOME = "" } = process.env;
  return spawn(process.execPath, [LATE_OPTIMIZATION, PROGRAM, ...args], {
    env: { PATH, HOME, OMNIDEX_CONFIG_DIR, ...environment },
  });
}

/**
 * Runs `omnidex` until it ends, without this process's environment and with `input` on its standard input. The command
 * runs in this process, because a start of Node takes longer than most commands.
 */
export const omnidex = (
  args: readonly string[],
  environment: Environment = {},
  input: string | Buffer = "",
): Promise<Finished> => {
  const { PATH = "", HOME = "" } = process.env;
  return captureProcess({ PATH, HOME, OMNIDEX_CONFIG_DIR, ...environment }, input, () =>
    runCommandLine(args, () => {}),
  );
};

/** Like `omnidex`, but starts the built program, for tests of the process itself: signals, pipes, colours. */
export async function omnidexProcess(
  args: readonly string[],
  environment: Environment = {},
  input: string | Buffer = "",
): Promise<Finished> {
  const child = start(args, environment);
  // A command that does not read its input may have ended before the input is written.
  child.stdin?.on("error", () => {}).end(input);
  let [stdout, stderr] = ["", ""];
  child.stdout?.on("data", (chunk) => (stdout += chunk));
  child.stderr?.on("data", (chunk) => (stderr += chunk));
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { code, stdout, stderr };
}

/** A server process that has printed its address. */
export interface ServerProcess {
  readonly url: string;
  /** What it has printed so far. */
  output(): string;
  /** Asks it to end, and waits. */
  end(): Promise<number | null>;
  /** Sends a signal to the process, without waiting for its effect. */
  signal(name: NodeJS.Signals): void;
  /** Its exit code, once it has ended. */
  readonly ended: Promise<number | null>;
}

/** Starts `omnidex serve` on a free port, and waits until it serves. */
export async function serve(environment: Environment): Promise<ServerProcess> {
  const child = start(["serve"], { PORT: "0", ...environment });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  let output = "";
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      output += chunk;
      const address = /serves (http:\S+)/.exec(output)?.[1];
      if (address !== undefined) resolve(address);
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    child.once("close", () => reject(new Error(`the server ended: ${output}`)));
  });
  const end = (): Promise<number | null> => {
    child.kill("SIGTERM");
    return ended;
  };
  return { url, output: () => output, end, signal: (name) => child.kill(name), ended };
}

/** Like `serve`, over a database of its own that already holds the initial data of a first start. */
export async function serveSeeded(environment: Environment): Promise<ServerProcess> {
  const { environment: place, drop } = await seededPlace();
  try {
    const server = await serve({ ...place, ...environment });
    return { ...server, end: () => server.end().finally(drop) };
  } catch (error) {
    await drop();
    throw error;
  }
}

/** Runs work with a temporary folder, which is removed afterwards. */
export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "omnidex-cli-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The JavaScript that a command has loaded. */
export interface LoadedFiles {
  /** The number of the bundle's files, and their size in bytes. */
  readonly chunks: number;
  readonly bytes: number;
  /** The names of the packages, in order. */
  readonly packages: readonly string[];
}

/** Runs the built program, and returns what V8 says that it has loaded. */
export const loadedFiles = (args: readonly string[], environment: Environment = {}): Promise<LoadedFiles> =>
  inFolder(async (folder) => {
    const { code, stderr } = await omnidexProcess(args, { NODE_V8_COVERAGE: folder, ...environment });
    if (code !== 0) throw new Error(`omnidex ${args.join(" ")} ended with ${code}: ${stderr}`);
    const [report = ""] = await readdir(folder);
    const { result } = JSON.parse(await readFile(join(folder, report), "utf8")) as {
      readonly result: readonly { readonly url: string }[];
    };
    const paths = result.flatMap(({ url }) =>
      url.startsWith("file:") ? relative(ROOT, fileURLToPath(url)).replaceAll("\\", "/") : [],
    );
    const chunks = paths.filter((path) => path.startsWith("dist/"));
    const sizes = await Promise.all(chunks.map(async (path) => (await stat(join(ROOT, path))).size));
    const packages = paths.flatMap((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []);
    return {
      chunks: chunks.length,
      bytes: sizes.reduce((sum, size) => sum + size, 0),
      packages: [...new Set(packages)].sort(),
    };
  });
