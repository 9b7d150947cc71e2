import { setTimeout as pause } from "node:timers/promises";
import { Omnidex } from "../../src/sdk/index.ts";
import { KEY } from "../measured/timed-client.ts";

const BENCHMARK = "omnidex-demo";

/** The number of runs that are kept. Older ones are withdrawn, so that the stored data do not grow without bound. */
const KEPT = 40;

/** The number of kinds of reads, and the number of slices. */
const [KINDS, SLICES] = [7, 500];

/** The responses, used in turn. */
const RESPONSES = [
  "A",
  "The answer is (B).",
  "I looked at the first minute. Therefore: C",
  "<think>It may be A, or D.</think> D",
] as const;

/** The number of operations by kind, and the failures. */
export interface SoakTally {
  readonly done: Map<string, number>;
  readonly faults: string[];
}

/** A mixed load on a server, paced so that it does not saturate the machine. */
export class SoakLoad {
  readonly tally: SoakTally = { done: new Map(), faults: [] };
  readonly #anonymous: Omnidex;
  readonly #writer: Omnidex;
  readonly #runs: string[] = [];
  #turn = 0;

  constructor(private readonly url: string) {
    this.#anonymous = new Omnidex({ url, maxRetries: 0 });
    this.#writer = new Omnidex({ url, apiKey: KEY, maxRetries: 0 });
  }

  /**
   * Runs readers, a writer, and a client that disconnects in the middle, until `end` on the clock of
   * `performance.now()`.
   */
  async until(end: number): Promise<void> {
    const keys: string[] = [];
    for await (const { key } of this.#anonymous.questions({ filter: { benchmarks: [BENCHMARK] } })) keys.push(key);
    const repeat = async (work: () => Promise<void>, rest: number): Promise<void> => {
      while (performance.now() < end) {
        await work();
        await pause(rest);
      }
    };
    await Promise.all([
      repeat(() => this.#read(), 15),
      repeat(() => this.#read(), 15),
      repeat(() => this.#write(keys), 200),
      repeat(() => this.#goAway(), 100),
    ]);
  }

  async #doing(kind: string, work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
      this.tally.done.set(kind, (this.tally.done.get(kind) ?? 0) + 1);
    } catch (error) {
      if (this.tally.faults.length < 20) this.tally.faults.push(`${kind}: ${String(error)}`);
    }
  }

  /** Sends the next read: the kinds take turns, and so do the slices. After 90 seconds the caches contain all slices. */
  async #read(): Promise<void> {
    this.#turn += 1;
    const slice = Math.floor(this.#turn / KINDS) % SLICES;
    const longer = { gt: slice / 2 };
    const run = this.#runs.at(-1);
    const reads: readonly (readonly [string, () => Promise<unknown>])[] = [
      ["questions", () => this.#anonymous.questions({ filter: { durationSeconds: longer }, pageSize: 20 }).page()],
      ["leaderboard", () => this.#anonymous.leaderboard(BENCHMARK, { filter: { durationSeconds: longer } }).page()],
      ["search", () => this.#anonymous.questions({ filter: { text: `word ${slice}` }, pageSize: 5 }).page()],
      ["runs", () => this.#writer.runs({ pageSize: 20 }).page()],
      ["run", async () => (run === undefined ? null : await this.#writer.run(run))],
      ["export", () => this.#fetched("/export/questions.ndjson")],
      ["metrics", () => this.#fetched("/metrics")],
    ];
    const [kind, work] = reads[this.#turn % KINDS] as (typeof reads)[number];
    await this.#doing(kind, work);
  }

  async #fetched(path: string, signal?: AbortSignal): Promise<string> {
    const headers = { authorization: `Bearer ${KEY}` };
    const response = await fetch(this.url + path, { headers, ...(signal && { signal }) });
    const text = await response.text();
    if (!response.ok) throw new Error(`${response.status} ${text.slice(0, 300)}`);
    return text;
  }

  async #write(keys: readonly string[]): Promise<void> {
    const name = `soak ${this.#turn} ${this.#runs.length}`;
    const predictions = keys.map((question, index) => ({
      question,
      response: RESPONSES[(this.#turn + index) % RESPONSES.length] as string,
    }));
    const content = { benchmark: BENCHMARK, model: { name }, inputs: ["VIDEO" as const], idempotencyKey: name };
    await this.#doing("submission", async () => {
      const { id } = await this.#writer.submitRun({ ...content, predictions });
      this.#runs.push(id);
    });
    if (this.#runs.length <= KEPT) return;
    const oldest = this.#runs.shift() as string;
    await this.#doing("withdrawal", () => this.#writer.withdrawRun(oldest));
  }

  /** A client that disconnects in the middle of a response must not leave anything behind. */
  async #goAway(): Promise<void> {
    await this.#doing("hanging up", async () => {
      const gone = this.#fetched("/export/questions.ndjson", AbortSignal.timeout(3));
      await gone.catch((error: Error) => {
        if (error.name !== "TimeoutError") throw error;
      });
    });
  }
}
