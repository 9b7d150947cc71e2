import { expect } from "vitest";
import { type Asked, allRuns, ask, READ } from "./asking.ts";

const SUBMIT = "mutation ($input: SubmitRunInput!) { submitRun(input: $input) { run { id } } }";

const submission = (name: string, keys: readonly string[]): object => ({
  benchmark: "omnidex-demo",
  model: { name },
  inputs: ["VIDEO"],
  visibility: "PUBLIC",
  idempotencyKey: name,
  predictions: keys.map((question) => ({ question, response: "The answer is (A)." })),
});

/** Readers and writers that keep a server busy, with a record of the responses. */
export class Load {
  /** The id of each run that was acknowledged, by the name of its model. */
  readonly acknowledged = new Map<string, string>();
  /** How often each error code was returned; a missing answer counts as a code, too. */
  readonly codes = new Map<string, number>();
  readonly #works: readonly Promise<void>[];
  #ended = false;
  #answered: readonly (() => void)[] = [];

  /** @param server returns the current server, which may change over time */
  constructor(
    private readonly server: () => Asked,
    private readonly keys: readonly string[],
    { readers = 3, writers = 2, name = "" } = {},
  ) {
    const read = Array.from({ length: readers }, () => this.#read());
    const write = Array.from({ length: writers }, (_, writer) => this.#write(`${name}writer-${writer}`));
    this.#works = [...read, ...write];
  }

  /** Resolves after so many further answers, whatever they are. @throws the first unexpected error of a reader or writer */
  async answers(count: number): Promise<void> {
    const failed = Promise.all(this.#works);
    for (let answer = 0; answer < count; answer += 1) {
      const next = new Promise<void>((resolve) => {
        this.#answered = [...this.#answered, resolve];
      });
      await Promise.race([next, failed]);
    }
  }

  /** Stops once all pending answers have arrived. @throws the first unexpected error of a reader or writer */
  async end(): Promise<void> {
    this.#ended = true;
    await Promise.all(this.#works);
  }

  /** Expects every acknowledged run to be stored exactly once, and callers to have received only these error codes. */
  async expectKept(codes: readonly string[]): Promise<void> {
    expect([...this.codes.keys()].filter((code) => !["answered", ...codes].includes(code))).toEqual([]);
    const stored = await allRuns(this.server());
    expect(this.acknowledged.size).toBeGreaterThan(0);
    for (const [name, id] of this.acknowledged) expect(stored.get(name), name).toEqual([id]);
  }

  toString(): string {
    return `${JSON.stringify(Object.fromEntries(this.codes))}, ${this.acknowledged.size} runs kept`;
  }

  async #read(): Promise<void> {
    while (!this.#ended) await this.#ask(READ, {});
  }

  /** Each submission is sent until it is acknowledged, as the SDK does. */
  async #write(writer: string): Promise<void> {
    for (let number = 0; !this.#ended; number += 1) {
      const name = `${writer}-run-${number}`;
      while (!this.acknowledged.has(name) && !this.#ended) {
        const data = await this.#ask(SUBMIT, { input: submission(name, this.keys) });
        const id = (data as { submitRun?: { run: { id: string } | null } } | null | undefined)?.submitRun?.run?.id;
        if (id !== undefined) this.acknowledged.set(name, id);
      }
    }
  }

  async #ask(query: string, variables: object): Promise<unknown> {
    try {
      const { code = "answered", data } = await ask(this.server(), query, variables);
      this.#count(code);
      return data;
    } catch (error) {
      // `fetch` fails like this if no server listens or the connection breaks.
      if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error;
      this.#count("no answer");
      await new Promise((resolve) => setTimeout(resolve, 20));
      return null;
    }
  }

  #count(code: string): void {
    this.codes.set(code, (this.codes.get(code) ?? 0) + 1);
    const answered = this.#answered;
    this.#answered = [];
    for (const tell of answered) tell();
  }
}
