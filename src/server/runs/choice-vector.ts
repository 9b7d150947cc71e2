import { setTimeout as pause } from "node:timers/promises";
import { holdAnswerKeyOfRun } from "../benchmarks/benchmark-locks.ts";
import { fetchLatestChoices, fetchRunsWithoutChoices, storeChoices } from "./choice-queries.ts";
import { fetchOutcomes } from "./prediction-writes.ts";
import type { SheetServices } from "./reading/answer-sheet.ts";
import { lockRun } from "./run-writes.ts";
import { choiceVector } from "./submission/score-run.ts";

/** How many runs are listed with one statement. */
const RUNS = 200;
/** Milliseconds between two runs, so that requests are not kept waiting. */
const PAUSE = 5;
/** Milliseconds before another attempt after a failure, such as a full disk. */
const RETRY = 60_000;

/**
 * Stores the chosen options of a run whose latest scoring lacks them. The options are read from the predictions, which
 * hold the answers of the latest scoring. Locks prevent corrections of the answer key and rescorings from changing
 * these answers meanwhile.
 * @returns the choices; null for a run that is not scored
 */
export const fillChoices = ({ database, sheets }: SheetServices, run: number): Promise<Uint8Array | null> =>
  database.transaction(async (tx) => {
    await holdAnswerKeyOfRun(tx, run);
    const locked = await lockRun(tx, run);
    const latest = (await fetchLatestChoices(tx, [run])).get(run);
    if (locked === undefined || latest === undefined) return null;
    if (latest.choices !== null) return latest.choices;
    const choices = choiceVector(await fetchOutcomes(tx, run), await sheets.load(tx, locked));
    await storeChoices(tx, run, choices);
    return choices;
  }, "internal");

/**
 * Stores, in the background, the chosen options of all runs that an earlier version scored. Each run has its own
 * transaction, so a restarted server resumes where it stopped, and several servers may do this at once.
 */
export class ChoiceFilling {
  readonly #stop = new AbortController();
  #running: Promise<void> = Promise.resolve();

  constructor(
    private readonly services: SheetServices,
    private readonly log: (source: string, error: unknown) => void,
  ) {}

  start(): void {
    this.#running = this.#run();
  }

  /** Stops after the run in progress. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  /** Resolves once every run has its choices, or the work was stopped. */
  get done(): Promise<void> {
    return this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      const failed = await this.#fillAll().catch((error: unknown) => error ?? true);
      if (failed === undefined || this.#stop.signal.aborted) return;
      this.log("chosen options", failed);
      await this.#wait(RETRY);
    }
  }

  async #fillAll(): Promise<void> {
    for (let after = 0; !this.#stop.signal.aborted; ) {
      const runs = await fetchRunsWithoutChoices(this.services.database, after, RUNS);
      for (const run of runs) {
        if (this.#stop.signal.aborted) return;
        await fillChoices(this.services, run);
        await this.#wait(PAUSE);
      }
      if (runs.length < RUNS) return;
      after = runs.at(-1) ?? after;
    }
  }

  async #wait(milliseconds: number): Promise<void> {
    await pause(milliseconds, undefined, { signal: this.#stop.signal, ref: false }).catch(() => {});
  }
}
