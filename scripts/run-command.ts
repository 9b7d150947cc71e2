import { spawn } from "node:child_process";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Runs a command until it ends, and returns its exit code. A signal to this process is forwarded to the command, so
 * that the caller can clean up afterwards.
 */
export async function runCommand(
  [program = "", ...args]: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<number> {
  const child = spawn(program, args, { stdio: "inherit", env: { ...process.env, ...environment } });
  for (const signal of SIGNALS) process.on(signal, () => child.kill(signal));
  return new Promise((done, failed) => {
    child.once("error", failed);
    child.once("exit", (code) => done(code ?? 1));
  });
}
