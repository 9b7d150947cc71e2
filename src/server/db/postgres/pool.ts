import pLimit, { type LimitFunction } from "p-limit";
import { Client, type ClientConfig, Pool, type PoolClient } from "pg";
import { allDone } from "../all-done.ts";
import type { ConnectionCounts } from "../database.ts";
import { isLost } from "../database-error.ts";
import {
  type Answered,
  asLost,
  type ConnectionSettings,
  connectionConfig,
  cut,
  LostConnectionError,
  type SentStatement,
  send,
} from "./connection.ts";

export interface PoolSettings extends ConnectionSettings {
  /** How many connections there are at most. */
  readonly max: number;
  /** Called when a connection is gone, whoever ended it. */
  readonly onGone?: () => void;
  /** Waits for what the database does, and may give up: `Pulse`. */
  readonly guard?: <T>(work: () => Promise<T>) => Promise<T>;
}

/** Sends a statement over one connection of a pool. */
export type Sender = <T extends object>(statement: SentStatement) => Promise<T[]>;

/** The share of a pool that transactions may hold together: they wait for each other's locks, and reads must not wait with them. */
const FOR_TRANSACTIONS = 0.6;

/** How long a pool waits for what is under way when it is closed, in milliseconds. */
const FAREWELL = 5_000;

/** Connections to one PostgreSQL, made when they are needed. A lost one costs what was under way on it, and nothing else. */
export class PostgresPool {
  readonly #pool: Pool;
  readonly #clients = new Set<Client>();
  readonly #turns: LimitFunction;
  /** How long a transaction waits for its turn, in milliseconds. */
  readonly #patience: number;
  readonly #guard: <T>(work: () => Promise<T>) => Promise<T>;
  #closed: Promise<void> | null = null;

  constructor(url: string, { max, onGone, guard, ...settings }: PoolSettings) {
    this.#guard = guard ?? ((work) => work());
    this.#patience = connectionConfig(url, settings).connectionTimeoutMillis ?? 0;
    this.#turns = pLimit(Math.max(1, Math.floor(max * FOR_TRANSACTIONS)));
    this.#pool = new Pool({
      ...connectionConfig(url, settings),
      max,
      idleTimeoutMillis: 0,
      Client: clientIn(this.#clients),
    });
    this.#pool.on("remove", () => onGone?.());
    // Of connections at rest, which the pool has taken out already.
    this.#pool.on("error", () => {});
  }

  /** How many connections there are, how many of them rest, and how many callers wait for one. */
  get counts(): ConnectionCounts {
    const { totalCount, idleCount, waitingCount } = this.#pool;
    return { connections: totalCount, idle: idleCount, waiting: waitingCount + this.#turns.pendingCount };
  }

  /** @throws PostgreSQL's error, or `LostConnectionError` */
  query<T extends object>(statement: SentStatement): Promise<T[]> {
    return this.#lend(async (client) => (await this.#send<T>(client, statement)).rows);
  }

  /**
   * Does the work in one transaction, which is undone where the work fails.
   * @throws what the work throws, PostgreSQL's error at the end, or `LostConnectionError`: then it may have been done
   */
  transaction<T>(work: (sender: Sender) => Promise<T>): Promise<T> {
    const patience = performance.now() + this.#patience;
    return this.#turns(() => {
      if (performance.now() > patience)
        throw new LostConnectionError("no connection came free for a transaction in time");
      return this.#transaction(work);
    });
  }

  #transaction<T>(work: (sender: Sender) => Promise<T>): Promise<T> {
    return this.#lend(async (client) => {
      const sender: Sender = async <R extends object>(statement: SentStatement) =>
        (await this.#send<R>(client, statement)).rows;
      try {
        // Its statements go out behind `begin`, without waiting for it.
        const [, done] = await allDone([this.#send(client, BEGIN), work(sender)]);
        const { command } = await this.#send(client, COMMIT);
        if (command !== "COMMIT") throw new Error("a statement of the transaction has failed, and nobody was told");
        return done;
      } catch (error) {
        if (!isLost(error)) await this.#undo(client);
        throw error;
      }
    });
  }

  /**
   * Cuts off all connections, those that are not yet made among them. What waits on them fails with `LostConnectionError`; the
   * next statement connects anew.
   */
  cut(): void {
    for (const client of this.#clients) cut(client);
  }

  /** Waits for what is under way, though not for ever. */
  close(patience = FAREWELL): Promise<void> {
    this.#closed ??= this.#close(patience);
    return this.#closed;
  }

  async #close(patience: number): Promise<void> {
    const late = setTimeout(() => this.cut(), patience).unref();
    await this.#pool.end();
    clearTimeout(late);
  }

  async #undo(client: PoolClient): Promise<void> {
    try {
      await this.#send(client, ROLLBACK);
    } catch {
      // PostgreSQL undoes what its connection takes with it. Who waits is told why the work has failed.
      cut(client);
    }
  }

  #send<T extends object>(client: PoolClient, statement: SentStatement): Promise<Answered<T>> {
    return this.#guard(() => send<T>(client, statement));
  }

  async #lend<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    const client = await this.#connect();
    let lost: Error | undefined;
    try {
      return await work(client);
    } catch (error) {
      if (error instanceof Error && isLost(error)) lost = error;
      throw error;
    } finally {
      client.release(lost);
    }
  }

  async #connect(): Promise<PoolClient> {
    let connecting: Promise<PoolClient> | undefined;
    try {
      return await this.#guard(() => {
        connecting = this.#pool.connect();
        return connecting;
      });
    } catch (error) {
      // It may still come, when nobody waits for it any more.
      connecting?.then((client) => client.release()).catch(() => {});
      throw asLost(error);
    }
  }
}

/** The clients of a pool, each in the set from before it connects until it has ended. */
const clientIn = (clients: Set<Client>) =>
  class extends Client {
    constructor(config?: string | ClientConfig) {
      super(config);
      clients.add(this);
      this.once("end", () => clients.delete(this));
      // Also while it is lent, when the pool itself does not listen: an error that nobody hears would end the process.
      this.on("error", () => {});
    }
  };

const BEGIN: SentStatement = { text: "begin", params: [] };
const COMMIT: SentStatement = { text: "commit", params: [] };
const ROLLBACK: SentStatement = { text: "rollback", params: [] };
