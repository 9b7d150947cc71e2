import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** The administrator's key of the server. */
export const KEY = "measured-server-admin-key";
const file = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** What the server's process says of itself: delays of its event loop in milliseconds, its memory in bytes. */
export interface LoopDelays {
  readonly p99: number;
  readonly p999: number;
  readonly max: number;
  readonly count: number;
  readonly rss: number;
}

/** What the server's process holds after its garbage was collected. */
export interface Holdings {
  /** In bytes. */
  readonly heap: number;
  readonly rss: number;
  /** What keeps the event loop alive, by its kind: sockets, timers, files. */
  readonly resources: Readonly<Record<string, number>>;
}

/** An answer, and how long it took in milliseconds. */
export interface TimedAnswer {
  readonly status: number;
  readonly text: string;
  readonly milliseconds: number;
}

/** The built server as a process of its own. */
export class MeasuredServer {
  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
  ) {}

  /** @param settings of the environment, besides */
  static async start(database: string, settings: NodeJS.ProcessEnv = {}): Promise<MeasuredServer> {
    const args = ["--import", file("./watch-loop.mjs"), file("../../bin/omnidex.js"), "serve"];
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

  /** The delays since this was asked last. */
  async delays(): Promise<LoopDelays> {
    return (await this.#ask("measure")) as LoopDelays;
  }

  /** Collects the garbage first, which holds the event loop for as long as that takes. */
  async holdings(): Promise<Holdings> {
    return (await this.#ask("settle")) as Holdings;
  }

  async #ask(question: "measure" | "settle"): Promise<unknown> {
    const answer = once(this.child, "message");
    this.child.send(question);
    return (await answer)[0];
  }

  async post(path: string, body: string | Uint8Array<ArrayBuffer>, type = "application/json"): Promise<TimedAnswer> {
    const start = performance.now();
    const headers = { "content-type": type, authorization: `Bearer ${KEY}` };
    const response = await fetch(`${this.url}${path}`, { method: "POST", headers, body });
    const text = await response.text();
    return { status: response.status, text, milliseconds: performance.now() - start };
  }

  async get(path: string): Promise<TimedAnswer> {
    const start = performance.now();
    const response = await fetch(`${this.url}${path}`, { headers: { authorization: `Bearer ${KEY}` } });
    return { status: response.status, text: await response.text(), milliseconds: performance.now() - start };
  }

  graphql(query: string, variables: object = {}): Promise<TimedAnswer> {
    return this.post("/graphql", JSON.stringify({ query, variables }));
  }

  async stop(): Promise<void> {
    this.child.kill("SIGTERM");
    await once(this.child, "exit");
  }
}
