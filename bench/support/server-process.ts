import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";

/** How a server is started. */
export interface ServerCommand {
  readonly program: string;
  readonly args: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

/** A server in a process of its own. */
export interface RunningServer {
  readonly url: string;
  readonly pid: number;
  /** When it was started, on the clock of `performance.now`. */
  readonly startedAt: number;
  stop(): Promise<void>;
}

/** Starts a server and waits until it prints its address. */
export async function startServer(command: ServerCommand, environment: NodeJS.ProcessEnv): Promise<RunningServer> {
  const startedAt = performance.now();
  const child = spawn(command.program, command.args, {
    env: { ...process.env, NODE_ENV: "production", ...environment, ...command.environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const url = await addressOf(child);
  return { url, pid: child.pid ?? 0, startedAt, stop: () => stop(child) };
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = "";
    const read = (chunk: Buffer): void => {
      if (output.length < 20_000) output += chunk.toString();
      const url = /serves (http:\S+)/.exec(output)?.[1];
      if (url !== undefined) resolve(url);
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`'${child.spawnargs.join(" ")}' ended with ${code}:\n${output}`)));
  });
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill("SIGTERM");
  const late = setTimeout(() => child.kill("SIGKILL"), 5_000);
  await exited;
  clearTimeout(late);
}
