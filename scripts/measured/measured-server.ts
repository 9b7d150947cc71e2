import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { KEY, TimedClient } from "./timed-client.ts";

const file = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The state of the server's process: delays of its event loop in milliseconds, and its memory in bytes. */
export interface LoopDelays {
  readonly p99: number;
  readonly p999: number;
  readonly max: number;
  readonly count: number;
  /** The CPU time of all threads since the start, in milliseconds. */
  readonly cpu: number;
  readonly rss: number;
}

/** What the server's process holds after a garbage collection. */
export interface Holdings {
  /** In bytes. */
  readonly heap: number;
  readonly rss: number;
  /** The number of resources that keep the event loop alive, by kind: sockets, timers, files. */
  readonly resources: Readonly<Record<string, number>>;
}

/** The built server as a process of its own. */
export class MeasuredServer extends TimedClient {
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, url: string) {
    super(url);
    this.#child = child;
  }

  /**
   * @param settings additional environment variables
   * @param project the folder of a built project, if not this one
   */
  static async start(
    database: string,
    settings: NodeJS.ProcessEnv = {},
    project = file("../../"),
  ): Promise<MeasuredServer> {
    const args = ["--import", file("./watch-loop.mjs"), join(project, "bin/omnidex.js"), "serve"];
    const env = { ...process.env, DATABASE_URL: database, PORT: "0", OMNIDEX_ADMIN_KEY: KEY, ...settings };
    const child = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "inherit", "ipc"] });
    let output = "";
    for await (const piece of child.stdout ?? []) {
      output += piece;
      const url = /serves (http:\S+)/.exec(output)?.[1];
      if (url !== undefined) return new MeasuredServer(child, url);
    }
    throw new Error(`the server did not start: ${output}`);
  }

  /** The delays since the last call. */
  async delays(): Promise<LoopDelays> {
    return (await this.#ask("measure")) as LoopDelays;
  }

  /** Collects garbage first, which blocks the event loop. */
  async holdings(): Promise<Holdings> {
    return (await this.#ask("settle")) as Holdings;
  }

  async #ask(question: "measure" | "settle"): Promise<unknown> {
    const answer = once(this.#child, "message");
    this.#child.send(question);
    return (await answer)[0];
  }

  /** Returns the exit code; null if a signal ended the process. */
  async stop(): Promise<number | null> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return this.#child.exitCode;
    this.#child.kill("SIGTERM");
    const [code] = await once(this.#child, "exit");
    return code;
  }
}
