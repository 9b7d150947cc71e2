import { setTimeout as pause } from "node:timers/promises";
import { encodeNodeId } from "../../domain/node-id.ts";
import { insertAuditRecord } from "../access/audit-log-queries.ts";
import { fetchOpenedReleases } from "../benchmarks/final-board-queries.ts";
import type { Database } from "../db/database.ts";
import { fetchDueNamings } from "../runs/pseudonym-writes.ts";
import { nameDueRun } from "../runs/submission/change-run.ts";
import type { RunServices } from "../runs/submission/run-services.ts";
import { sealDueBoards } from "./seal-boards.ts";

/** Milliseconds between two checks of the dates. */
const INTERVAL = 5_000;

type ClockServices = Pick<RunServices, "database" | "numbers">;

/**
 * Does work when its date has come: stores the final boards of closed challenges, names anonymous runs, and invalidates
 * cached answers when a private board opens. Any number of servers may run it at once.
 */
export class ChallengeClock {
  readonly #stop = new AbortController();
  #running: Promise<void> = Promise.resolve();
  #opened: ReadonlySet<number> | null = null;

  constructor(
    private readonly services: ClockServices,
    private readonly log: (source: string, error: unknown) => void,
  ) {}

  start(): void {
    this.#running = this.#run();
  }

  /** Stops after the work in progress. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      await this.tick().catch((error: unknown) => this.log("challenge dates", error));
      await pause(INTERVAL, undefined, { signal }).catch(() => {});
    }
  }

  /**
   * Does all work that is due. If a part fails, the other parts are still done.
   * @throws the first failure, after all parts
   */
  async tick(): Promise<void> {
    const { database, numbers } = this.services;
    const failures: unknown[] = [];
    const attempt = (work: Promise<void>): Promise<void> => work.catch((error: unknown) => void failures.push(error));
    await attempt(sealDueBoards(database));
    for (const run of await fetchDueNamings(database)) await attempt(this.#name(run, numbers));
    await attempt(this.#openBoards(database));
    if (failures.length > 0) throw failures[0];
  }

  async #name(run: number, numbers: RunServices["numbers"]): Promise<void> {
    await this.services.database.transaction(async (tx) => {
      await nameDueRun(tx, numbers, run);
      await insertAuditRecord(tx, {
        owner: null,
        apiKey: null,
        operation: "nameRun",
        object: encodeNodeId("Run", run),
        outcome: "DONE",
        skipped: 0,
        requestId: "server",
      });
    });
  }

  /** Opening a board changes no data. An empty transaction advances the data's version, which invalidates caches. */
  async #openBoards(database: Database): Promise<void> {
    const opened = new Set(await fetchOpenedReleases(database));
    const isNew = this.#opened !== null && [...opened].some((release) => !this.#opened?.has(release));
    if (isNew) await database.transaction(async () => {});
    this.#opened = opened;
  }
}
