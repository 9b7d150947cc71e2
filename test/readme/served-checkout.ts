import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import { LATE_OPTIMIZATION } from "../cli/cli-process.ts";
import { ADMIN_KEY, serveHere } from "../cli/served-cli.ts";
import { type Checkout, createCheckout } from "./checkout.ts";

/** A checkout in which somebody has typed `npm start`. */
export interface ServedCheckout {
  readonly checkout: Checkout;
  readonly url: string;
  /** The administrator's API key, which the data folder keeps. */
  readonly adminKey: string;
  /** The text that the server printed when it started; empty if no program was started. */
  readonly greeting: string;
  /** Ends the server, and removes the checkout. */
  close(): Promise<void>;
}

/**
 * Serves a checkout.
 * @param isFirstStart whether the script `start` is run, and the server makes the initial data. Otherwise, to save time,
 *   this process is the server, with a copy of these data.
 */
export const serveCheckout = (isFirstStart = false): Promise<ServedCheckout> =>
  isFirstStart ? startCheckout() : serveHereFor();

async function serveHereFor(): Promise<ServedCheckout> {
  const checkout = await createCheckout({ isBuilt: true });
  const server = await serveHere(join(checkout.folder, ".omnidex"));
  const close = async (): Promise<void> => {
    await server.close();
    await checkout.remove();
  };
  return { checkout, url: server.url, adminKey: ADMIN_KEY, greeting: "", close };
}

/** Runs the commands of the script `start`, on a port that the system chooses. */
async function startCheckout(): Promise<ServedCheckout> {
  const checkout = await createCheckout({ isBuilt: true });
  expect(await checkout.run("omnidex --version")).toMatch(/^\d+\.\d+\.\d+\n$/);
  const steps = (checkout.scripts.start ?? "").split(" && ");
  await checkout.run(steps.slice(0, -1).join(" && "));
  const [program = "", ...args] = (steps.at(-1) ?? "").split(" ");
  expect(program).toBe("node");
  const child = spawn(program, [LATE_OPTIMIZATION, ...args], {
    cwd: checkout.folder,
    env: { ...checkout.environment, PORT: "0" },
  });
  const close = async (): Promise<void> => {
    await end(child);
    await checkout.remove();
  };
  try {
    const greeting = await untilServing(child);
    const url = /^Omnidex serves (\S+)$/m.exec(greeting)?.[1] ?? "";
    const file = /^ {2}key +(\S+)/m.exec(greeting)?.[1] ?? "";
    const adminKey = (await readFile(file, "utf8")).trim();
    return { checkout, url, adminKey, greeting, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill("SIGTERM");
  await exited;
}

/** Waits until the server has printed the line with where the administrator's API key is, the last one. Returns its output. */
function untilServing(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = "";
    let remarks = "";
    child.stdout?.on("data", (chunk: Buffer) => {
      output += chunk.toString();
      if (/^ {2}key .*\n/m.test(output)) resolve(output);
    });
    child.stderr?.on("data", (chunk: Buffer) => {
      remarks += chunk.toString();
    });
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`The server ended with code ${code}:\n${remarks}${output}`)));
  });
}
