import { OmnidexError } from "../../../domain/errors.ts";
import type { DataVersions } from "../data-versions.ts";
import type { Queryable } from "../database.ts";
import { within } from "../promises.ts";
import type { Query, ResultOf } from "../statement.ts";
import type { LogPosition, Replica } from "./replica.ts";

/** How often replicas are checked, in milliseconds. */
export interface ReplicaPace {
  /** The pause between two checks of a replica that is up to date or unreachable. */
  readonly interval: number;
  /** The pause after the first check that finds the replica behind. It doubles with each further one. */
  readonly poll: number;
  /** How long one check may take. */
  readonly patience: number;
}

export const REPLICA_PACE: ReplicaPace = { interval: 3_000, poll: 20, patience: 2_000 };

/** The primary server, which the replicas copy. */
export interface Primary extends Queryable {
  /** The current write position of the primary, for a version of the data. */
  position(version: string): Promise<LogPosition>;
}

interface Options {
  readonly replicas: readonly Replica[];
  readonly primary: Primary;
  readonly versions: DataVersions;
  readonly pace: ReplicaPace;
  /** Called with a log line when a replica fails and is no longer used, and when it is used again. */
  readonly report: (line: string) => void;
}

/**
 * Sends reads in turn to the replicas that show the current version of the data. If no replica shows it, reads go to
 * the primary. A replica is used only after it has replayed everything that the primary had written when the version
 * began. So results of a replica may be cached under that version.
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
      // An `OmnidexError` other than `UNAVAILABLE`, such as an exceeded limit, would occur on the primary, too. Any
      // other error may be specific to the standby: replay cancels conflicting statements (40001), and a standby may
      // stop at any time.
      if (error instanceof OmnidexError && error.code !== "UNAVAILABLE") throw error;
      return primary.query(query);
    }
  }

  /** Checks the replicas until `close`. Returns at once. */
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
    // While the version of the data is unknown, only the primary is sure to have the latest data.
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
      if (trouble !== null && !failed) report(`The replica ${replica.name} is not used: ${trouble}.`);
      if (trouble === null && failed) report(`The replica ${replica.name} is used again.`);
      failed = trouble !== null;
      const isWaitedFor = !failed && !replica.has(this.#options.versions.current() ?? "");
      await this.#sleep(isWaitedFor ? pause : pace.interval);
      pause = isWaitedFor && woken === this.#woken ? Math.min(pause * 2, pace.interval) : pace.poll;
    }
    replica.drop();
  }

  /** The reason why a replica cannot be used; null if it can. */
  async #look(replica: Replica): Promise<string | null> {
    const position = await this.#current();
    try {
      await replica.look(position);
      return null;
    } catch (error) {
      return this.#closed ? null : reason(error);
    }
  }

  /** The primary's position under the current version, read once for all replicas; null if the version is unknown. */
  async #current(): Promise<LogPosition | null> {
    const { primary, versions, pace } = this.#options;
    const version = versions.current();
    if (version === null) return null;
    // The position is read after the version, so it covers every write that led to this version.
    if (this.#position?.version !== version)
      this.#position = { version, found: within(pace.patience, primary.position(version)) };
    try {
      return await this.#position.found;
    } catch {
      // The error is not reported here, because the next statement on the primary reports it to its caller.
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

/**
 * The first line of an error message. If a host has several addresses, the connection error has no message and contains
 * one error for each address.
 */
function reason(error: unknown): string {
  const first: unknown = error instanceof AggregateError && error.message === "" ? error.errors[0] : error;
  return (first instanceof Error ? first.message : String(first)).split("\n", 1)[0] ?? "";
}
