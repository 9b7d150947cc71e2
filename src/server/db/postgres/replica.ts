import { DatabaseError } from "pg";
import { OmnidexError } from "../../../domain/errors.ts";
import type { Queryable } from "../database.ts";
import { isLost } from "../database-error.ts";
import { within } from "../promises.ts";
import type { Query, ResultOf } from "../statement.ts";
import type { StatementLog } from "../statement-log.ts";
import { PostgresPool } from "./pool.ts";
import { PreparedTexts, postgresQueryable, STATEMENT_TIMEOUT } from "./postgres-queryable.ts";

/**
 * The primary's write position under a version of the data. A replica that has replayed up to this position shows that
 * version.
 */
export interface LogPosition {
  readonly version: string;
  /** A log sequence number. @see https://www.postgresql.org/docs/current/datatype-pg-lsn.html */
  readonly lsn: string;
  /** The system identifier, which a primary and its standbys share. */
  readonly system: string;
  readonly database: string;
}

interface Looked {
  readonly standby: boolean;
  readonly system: string;
  readonly database: string;
  readonly replayed: boolean;
}

interface Connections {
  /** A separate pool for checks, because all connections of `pool` may be busy. */
  readonly probe: PostgresPool;
  readonly pool: PostgresPool;
  readonly queryable: Queryable;
}

/** A hot standby of the database, with the latest version of the data that it has fully replayed. */
export class Replica implements Queryable {
  /** The host of the replica's URL. */
  readonly name: string;
  #connections: Connections | null = null;
  #version: string | null = null;

  /** @param patience the longest that a check or a new connection may take, in milliseconds */
  constructor(
    private readonly url: string,
    private readonly log: StatementLog,
    private readonly patience: number,
  ) {
    this.name = new URL(url).host;
  }

  /** Whether the replica shows all data of a version. */
  has(version: string): boolean {
    return this.#version === version;
  }

  async query<Q extends Query>(query: Q): Promise<ResultOf<Q>[]> {
    if (this.#connections === null) throw new Error(`The replica ${this.name} is not connected.`);
    const { queryable } = this.#connections;
    try {
      return await queryable.query(query);
    } catch (error) {
      if (isItsEnd(error)) this.drop();
      throw error;
    }
  }

  /**
   * Checks how far the replica has replayed. If the check fails, all pending work of the replica fails at once.
   * @throws if the replica does not answer in time, or is not a standby of this database
   */
  async look(position: LogPosition | null): Promise<void> {
    this.#connections ??= this.#connect();
    const { probe } = this.#connections;
    try {
      const [looked] = await within(
        this.patience,
        probe.query<Looked>({ text: LOOK, params: [position?.lsn ?? "0/0"] }),
      );
      if (looked?.standby !== true) throw new Error("it is not a standby");
      if (position === null) return;
      if (looked.system !== position.system || looked.database !== position.database)
        throw new Error("it is a standby of another database");
      // The result does not count if the connections were replaced meanwhile: the server may have restarted at an
      // earlier position.
      this.#version = looked.replayed && this.#connections?.probe === probe ? position.version : null;
    } catch (error) {
      this.drop();
      throw error;
    }
  }

  /** Stops using the replica until the next check, and rejects its pending work. */
  drop(): void {
    const connections = this.#connections;
    this.#connections = null;
    this.#version = null;
    // A patience of 0 rejects pending work without waiting for the server.
    void connections?.probe.close(0);
    void connections?.pool.close(0);
  }

  #connect(): Connections {
    const connectTimeout = this.patience;
    // A closed connection can mean a restart, after which a standby may be at an earlier position than before.
    const onGone = (): void => {
      if (this.#connections?.pool === pool) this.#version = null;
    };
    const pool: PostgresPool = new PostgresPool(this.url, {
      name: "omnidex reads",
      max: 10,
      statementTimeout: STATEMENT_TIMEOUT,
      connectTimeout,
      onGone,
    });
    const probe = new PostgresPool(this.url, { name: "omnidex replica", max: 1, connectTimeout });
    const queryable = postgresQueryable((statement) => pool.query(statement), this.log, new PreparedTexts());
    return { probe, pool, queryable };
  }
}

const LOOK = `select pg_is_in_recovery() as standby, system_identifier::text as system, current_database() as database,
  coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) as replayed from pg_control_system()`;

/**
 * Whether the error means that the server or the connection failed, not only the statement. This holds for errors that
 * do not come from PostgreSQL, and for PostgreSQL's class 53 (insufficient resources).
 */
function isItsEnd(error: unknown): boolean {
  // The cancellation of one statement by replay (`UNAVAILABLE`) says nothing about the server.
  if (error instanceof OmnidexError) return isLost(error);
  if (!(error instanceof Error && "code" in error)) return false;
  return !(error instanceof DatabaseError) || /^53/.test(error.code ?? "");
}
