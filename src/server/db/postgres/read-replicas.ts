import { OmnidexError } from "../../../domain/errors.ts";
import type { DataVersions } from "../data-versions.ts";
import type { Queryable } from "../database.ts";
import type { Query, ResultOf } from "../statement.ts";
import { within } from "../within.ts";
import type { LogPosition, Replica } from "./replica.ts";

/** How replicas are watched, in milliseconds. */
export interface ReplicaPace {
  /** Between two looks at one that is up to date, or down. */
  readonly interval: number;
  /** To the first look again at one that has not replayed yet; each further one takes twice as long. */
  readonly poll: number;
  /** How long one look may take. */
  readonly patience: number;
}

export const REPLICA_PACE: ReplicaPace = { interval: 3_000, poll: 20, patience: 2_000 };

/** The server that replicas copy. */
export interface Primary extends Queryable {
  /** How far it has written by now. */
  position(version: string): Promise<LogPosition>;
}

interface Options {
  readonly replicas: readonly Replica[];
  readonly primary: Primary;
  readonly versions: DataVersions;
  readonly pace: ReplicaPace;
  /** Takes a line when a replica is left out because it fails, and when it is there again. */
  readonly report: (line: string) => void;
}

/**
 * Sends reads to the replicas that show the current version of the data, in turn, and to the primary where there is none:
 * no replica is asked before it has replayed what the primary had written when that version began. So what is read here may
 * be kept under that version like any other reading.
 */
export class ReadReplicas implements Queryable {
  readonly #options: Options;
  readonly #sleepers = new Set<() => void>();
  #position: { readonly version: string; readonly found: Promise<LogPosition> } | null = null;
  #woken: string | null = null;
  #turn = 0;
  #closed = false;

  constructor(options: Options) {
    this.#options = options;
  }

  async query<Q extends Query>(query: Q): Promise<ResultOf<Q>[]> {
    const { primary } = this.#options;
    const replica = this.#choose();
    if (replica === null) return primary.query(query);
    try {
      return await replica.query(query);
    } catch (error) {
      // What asks for too much asks for too much there, too. Anything else may be the standby's own: replaying cancels
      // statements that are in its way (40001), and it may end at any time.
      if (error instanceof OmnidexError && error.code !== "UNAVAILABLE") throw error;
      return primary.query(query);
    }
  }

  /** Looks after the replicas until `close`; comes back at once. */
  watch(): void {
    for (const replica of this.#options.replicas) void this.#watch(replica);
  }

  close(): void {
    this.#closed = true;
    this.#wake();
    for (const replica of this.#options.replicas) replica.drop();
  }

  #choose(): Replica | null {
    const { replicas, versions } = this.#options;
    const version = versions.current();
    // While it is not known what others change, only the primary knows what is.
    if (version === null) return null;
    for (let tried = 0; tried < replicas.length; tried++) {
      const replica = replicas[this.#turn++ % replicas.length];
      if (replica?.has(version)) return replica;
    }
    if (version !== this.#woken) {
      this.#woken = version;
      this.#wake();
    }
    return null;
  }

  async #watch(replica: Replica): Promise<void> {
    const { pace, report } = this.#options;
    let failed = false;
    let pause = pace.poll;
    while (!this.#closed) {
      const woken = this.#woken;
      const trouble = await this.#look(replica);
      if (trouble !== null && !failed) report(`The replica ${replica.name} is left out: ${trouble}.`);
      if (trouble === null && failed) report(`The replica ${replica.name} is there again.`);
      failed = trouble !== null;
      const isWaitedFor = !failed && !replica.has(this.#options.versions.current() ?? "");
      await this.#sleep(isWaitedFor ? pause : pace.interval);
      pause = isWaitedFor && woken === this.#woken ? Math.min(pause * 2, pace.interval) : pace.poll;
    }
    replica.drop();
  }

  /** What is wrong with it; null for nothing. */
  async #look(replica: Replica): Promise<string | null> {
    const position = await this.#current();
    try {
      await replica.look(position);
      return null;
    } catch (error) {
      return this.#closed ? null : reason(error);
    }
  }

  /** Where the primary stood under the current version, asked once for all replicas; null where that is not known. */
  async #current(): Promise<LogPosition | null> {
    const { primary, versions, pace } = this.#options;
    const version = versions.current();
    if (version === null) return null;
    // After the version is read: what has made it the current one is written by now.
    if (this.#position?.version !== version)
      this.#position = { version, found: within(pace.patience, primary.position(version)) };
    try {
      return await this.#position.found;
    } catch {
      // The primary's errors are those of the statements that meet them.
      this.#position = null;
      return null;
    }
  }

  async #sleep(milliseconds: number): Promise<void> {
    if (this.#closed) return;
    await new Promise<void>((resolve) => {
      const wake = (): void => {
        clearTimeout(timer);
        this.#sleepers.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, milliseconds).unref();
      this.#sleepers.add(wake);
    });
  }

  #wake(): void {
    for (const wake of this.#sleepers) wake();
  }
}

/** The first line of what failed; nodes of several addresses fail with an error that only has their errors. */
function reason(error: unknown): string {
  const first: unknown = error instanceof AggregateError && error.message === "" ? error.errors[0] : error;
  return (first instanceof Error ? first.message : String(first)).split("\n", 1)[0] ?? "";
}
