import type { LimitFunction } from "p-limit";
import pLimit from "p-limit";
import { Client, type ClientConfig, Pool, type PoolClient } from "pg";
import type { ConnectionCounts } from "../database.ts";
import { isLost } from "../database-error.ts";
import { allDone } from "../promises.ts";
import {
  asLost,
  type ConnectionSettings,
  connectionConfig,
  cut,
  LostConnectionError,
  type SentStatement,
  send,
  sendTo,
} from "./connection.ts";
import type { Answered } from "./sent-query.ts";

export interface PoolSettings extends ConnectionSettings {
  /** The largest number of connections. */
  readonly max: number;
  /** Called when a connection has ended, on either side. */
  readonly onGone?: () => void;
  /** Waits for the results of statements. It may stop waiting before they arrive, as `Pulse` does. */
  readonly guard?: Guard;
}

/** Runs work and waits for its result. The work can check whether its caller is still waiting. */
type Guard = <T>(work: (isAwaited: () => boolean) => Promise<T>) => Promise<T>;

/** Sends a statement over one connection of a pool. */
export type Sender = <T extends object>(statement: SentStatement) => Promise<T[]>;

/**
 * The largest share of a pool's connections that transactions may hold. The other connections stay free for reads,
 * because transactions may wait for each other's locks.
 */
const FOR_TRANSACTIONS = 0.6;

/** How long closing a pool waits for pending work, in milliseconds. */
const FAREWELL = 5_000;

/** Connections to one PostgreSQL server, opened on demand. A lost connection fails only the work pending on it. */
export class PostgresPool {
  readonly #pool: Pool;
  readonly #clients = new Set<Client>();
  readonly #turns: LimitFunction;
  /** How long a transaction waits for a connection, in milliseconds. */
  readonly #patience: number;
  readonly #guard: Guard;
  #closed: Promise<void> | null = null;

  constructor(url: string, { max, onGone, guard, ...settings }: PoolSettings) {
    this.#guard = guard ?? ((work) => work(() => true));
    this.#patience = connectionConfig(url, settings).connectionTimeoutMillis ?? 0;
    this.#turns = pLimit(Math.max(1, Math.floor(max * FOR_TRANSACTIONS)));
    this.#pool = new Pool({
      ...connectionConfig(url, settings),
      max,
      idleTimeoutMillis: 0,
      Client: clientIn(this.#clients),
    });
    this.#pool.on("remove", () => onGone?.());
    // An error of an idle connection is ignored: the pool has already removed the connection.
    this.#pool.on("error", () => {});
  }

  /** The number of open connections, of idle connections, and of callers that wait for a connection. */
  get counts(): ConnectionCounts {
    const { totalCount, idleCount, waitingCount } = this.#pool;
    return { connections: totalCount, idle: idleCount, waiting: waitingCount + this.#turns.pendingCount };
  }

  /** @throws PostgreSQL's error, or `LostConnectionError` */
  query<T extends object>(statement: SentStatement): Promise<T[]> {
    return this.#guard((isAwaited) => this.#ask<T>(statement, isAwaited));
  }

  /** Creates only one promise per statement, which saves time because most requests send a single statement. */
  #ask<T extends object>(statement: SentStatement, isAwaited: () => boolean): Promise<T[]> {
    return new Promise((resolve, reject) => {
      this.#pool.connect((failure, client) => {
        if (client === undefined) return reject(asLost(failure));
        // The caller may have given up while it waited for a connection.
        if (!isAwaited()) return client.release();
        const done = (error: unknown, answered: Answered<T>): void => {
          client.release(error instanceof Error && isLost(error) ? error : undefined);
          if (error === null) resolve(answered.rows);
          else reject(error);
        };
        try {
          sendTo<T>(client, statement, done);
        } catch (error) {
          client.release();
          reject(error);
        }
      });
    });
  }

  /**
   * Runs the work in one transaction, which is rolled back if the work fails.
   * @throws the work's error, PostgreSQL's error at the commit, or `LostConnectionError`. After a
   * `LostConnectionError`, the transaction may or may not have been committed.
   */
  transaction<T>(work: (sender: Sender) => Promise<T>): Promise<T> {
    const patience = performance.now() + this.#patience;
    return this.#turns(() => {
      if (performance.now() > patience)
        throw new LostConnectionError("no connection was free for a transaction in time");
      return this.#transaction(work);
    });
  }

  #transaction<T>(work: (sender: Sender) => Promise<T>): Promise<T> {
    return this.#lend(async (client) => {
      const sender: Sender = async <R extends object>(statement: SentStatement) =>
        (await this.#send<R>(client, statement)).rows;
      try {
        // The statements of `work` are sent right after `begin`, without waiting for its result.
        const [, done] = await allDone([this.#send(client, BEGIN), work(sender)]);
        const { command } = await this.#send(client, COMMIT);
        if (command !== "COMMIT")
          throw new Error("a statement of the transaction failed, and its error was not handled");
        return done;
      } catch (error) {
        if (!isLost(error)) await this.#undo(client);
        throw error;
      }
    });
  }

  /**
   * Closes all connections, including connections that are being opened. Pending work fails with `LostConnectionError`.
   * The next statement opens a new connection.
   */
  cut(): void {
    for (const client of this.#clients) cut(client);
  }

  /** Waits for pending work, up to a limit, and closes the pool. */
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
      // Closing the connection makes PostgreSQL roll back. The caller gets the error of the work, not of the rollback.
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
      // The connection may open after the caller has stopped waiting. It then goes back to the pool.
      connecting?.then((client) => client.release()).catch(() => {});
      throw asLost(error);
    }
  }
}

/** A client class that adds each client to a set before it connects and removes it when it has ended. */
const clientIn = (clients: Set<Client>) =>
  class extends Client {
    constructor(config?: string | ClientConfig) {
      super(config);
      clients.add(this);
      this.once("end", () => clients.delete(this));
      // The pool has no listener for the errors of a client that is checked out. An error without a listener
      // would end the process.
      this.on("error", () => {});
    }
  };

const BEGIN: SentStatement = { text: "begin", params: [] };
const COMMIT: SentStatement = { text: "commit", params: [] };
const ROLLBACK: SentStatement = { text: "rollback", params: [] };
