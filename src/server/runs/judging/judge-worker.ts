import { setMaxListeners } from "node:events";
import type { JudgeConfig } from "../../config/service-config.ts";
import { type ClaimedTask, claimJudgeTasks, fetchFinishableRuns } from "../judge-queries.ts";
import type { SheetServices } from "../reading/answer-sheet.ts";
import { JUDGE_PACE, type JudgePace } from "./ask-judge.ts";
import type { Judge } from "./judge.ts";
import { workOnTask } from "./judge-task.ts";

/** Called with errors that do not belong to a request. */
export type WorkerLog = (where: string, error: unknown) => void;

export interface JudgeWorkerOptions {
  readonly services: SheetServices;
  /** Scores a run whose tasks may all be done. */
  readonly finish: (run: number) => Promise<void>;
  /** Must be the judge of the run services, so that a submission wakes the worker. */
  readonly judge: Judge;
  readonly config: JudgeConfig;
  readonly log: WorkerLog;
  readonly pace?: JudgePace;
}

/**
 * Sends the queued tasks to the judge, a limited number at a time, and scores the runs whose tasks are all done. The
 * queue and the leases are in the database, so any number of servers may run a worker on the same database.
 */
export class JudgeWorker {
  readonly #options: JudgeWorkerOptions;
  readonly #pace: JudgePace;
  readonly #stop = new AbortController();
  readonly #underWay = new Set<Promise<void>>();
  readonly #running: Promise<void>;
  #closing = false;
  #pausedUntil = 0;
  #swept = 0;

  constructor(options: JudgeWorkerOptions) {
    this.#options = options;
    this.#pace = options.pace ?? JUDGE_PACE;
    // Each request in progress adds a listener.
    setMaxListeners(options.config.concurrency, this.#stop.signal);
    this.#running = this.#run();
  }

  /**
   * Stops claiming tasks. Requests in progress get a short time to finish. The tasks of requests that do not finish
   * return to the queue.
   */
  async stop(): Promise<void> {
    this.#closing = true;
    this.#options.judge.signal.give();
    await this.#running;
    const timer = setTimeout(() => this.#stop.abort(), this.#pace.grace);
    await Promise.all(this.#underWay);
    clearTimeout(timer);
  }

  async #run(): Promise<void> {
    while (!this.#closing) {
      const claimed = await this.#round().catch((error) => this.#failed(error));
      // A claim takes only one of several due tasks with equal content, so more tasks may still be due.
      const mayHaveMore = claimed > 0 && this.#underWay.size < this.#options.config.concurrency;
      if (!mayHaveMore && !this.#closing) await this.#options.judge.signal.wait(this.#pace.poll);
    }
  }

  /** Claims due tasks up to the concurrency limit. Returns the number claimed. */
  async #round(): Promise<number> {
    const { services, config } = this.#options;
    const free = Date.now() < this.#pausedUntil ? 0 : config.concurrency - this.#underWay.size;
    const claimed =
      free === 0
        ? []
        : await services.database.transaction((tx) => claimJudgeTasks(tx, free, this.#pace.lease), "internal");
    for (const task of claimed) this.#start(task);
    if (claimed.length === 0 || Date.now() - this.#swept > this.#pace.poll) await this.#sweep();
    return claimed.length;
  }

  #start(task: ClaimedTask): void {
    const work = this.#work(task)
      .catch((error) => this.#failed(error))
      .then(() => {
        this.#underWay.delete(work);
        this.#options.judge.signal.give();
      });
    this.#underWay.add(work);
  }

  async #work(task: ClaimedTask): Promise<void> {
    const { services, config: judge } = this.#options;
    const pause = (milliseconds: number): void => {
      this.#pausedUntil = Math.max(this.#pausedUntil, Date.now() + milliseconds);
    };
    const work = { services, judge, pace: this.#pace, stop: this.#stop.signal, pause };
    for (const run of await workOnTask(work, task)) await this.#options.finish(run);
  }

  /**
   * Finishes the runs that wait for the judge but have no pending task. Either the judge had already answered equal
   * requests for all of their tasks, or their server stopped right after the last task.
   */
  async #sweep(): Promise<void> {
    this.#swept = Date.now();
    const { services, finish } = this.#options;
    for (const run of await fetchFinishableRuns(services.database)) {
      await finish(run).catch((error) => this.#failed(error));
    }
  }

  #failed(error: unknown): number {
    this.#options.log("judge", error);
    return 0;
  }
}
