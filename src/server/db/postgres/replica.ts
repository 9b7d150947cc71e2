import { DatabaseError } from "pg";
import { OmnidexError } from "../../../domain/errors.ts";
import type { Queryable } from "../database.ts";
import { isLost } from "../database-error.ts";
import type { Query, ResultOf } from "../statement.ts";
import type { StatementLog } from "../statement-log.ts";
import { within } from "../within.ts";
import { PostgresPool } from "./pool.ts";
import { postgresQueryable, STATEMENT_TIMEOUT } from "./postgres-queryable.ts";
import { PreparedTexts } from "./prepared-texts.ts";

/** How far the primary had written when a version of the data was the current one: who has replayed that shows it. */
export interface LogPosition {
  readonly version: string;
  /** A log sequence number. @see https://www.postgresql.org/docs/current/datatype-pg-lsn.html */
  readonly lsn: string;
  /** What all copies of one cluster have in common. */
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
  /** For looking alone: those of the pool may all be busy. */
  readonly probe: PostgresPool;
  readonly pool: PostgresPool;
  readonly queryable: Queryable;
}

/** One hot standby of the database, and up to which version of the data it is known to have come. */
export class Replica implements Queryable {
  /** Its address, without what is secret in it. */
  readonly name: string;
  #connections: Connections | null = null;
  #version: string | null = null;

  /** @param patience how long a look may take, and a connection to be made, in milliseconds */
  constructor(
    private readonly url: string,
    private readonly log: StatementLog,
    private readonly patience: number,
  ) {
    this.name = new URL(url).host;
  }

  /** Shows everything that this version of the data has. */
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
   * Looks how far it has come. Where it is lost, everything that is under way on it fails at once.
   * @throws where it does not answer in time, or is no standby of this database
   */
  async look(position: LogPosition | null): Promise<void> {
    this.#connections ??= this.#connect();
    const { probe } = this.#connections;
    try {
      const [looked] = await within(
        this.patience,
        probe.query<Looked>({ text: LOOK, params: [position?.lsn ?? "0/0"] }),
      );
      if (looked?.standby !== true) throw new Error("it is no standby");
      if (position === null) return;
      if (looked.system !== position.system || looked.database !== position.database)
        throw new Error("it is a standby of another database");
      // Not of connections that were dropped in the meantime: the server may have begun anew, further back.
      this.#version = looked.replayed && this.#connections?.probe === probe ? position.version : null;
    } catch (error) {
      this.drop();
      throw error;
    }
  }

  /** Leaves it out until the next look. */
  drop(): void {
    const connections = this.#connections;
    this.#connections = null;
    this.#version = null;
    // What waits on them is rejected, with no regard to how long the other side takes.
    void connections?.probe.close(0);
    void connections?.pool.close(0);
  }

  #connect(): Connections {
    const connectTimeout = this.patience;
    // A standby that has ended begins again further back than it was.
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
 * Not only the statement has failed, but the server or the way to it: what is no error of PostgreSQL's, and of its own
 * the class 53 (resources).
 */
function isItsEnd(error: unknown): boolean {
  // A statement that was cancelled for the sake of replaying may be sent again, and says nothing of the server.
  if (error instanceof OmnidexError) return isLost(error);
  if (!(error instanceof Error && "code" in error)) return false;
  return !(error instanceof DatabaseError) || /^53/.test(error.code ?? "");
}
