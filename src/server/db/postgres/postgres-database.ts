import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import { DatabaseError } from "pg";
import { PendingSet } from "../../../domain/pending-set.ts";
import { migrationsFolder } from "../../config/project-root.ts";
import type { DataVersions } from "../data-versions.ts";
import type { Database } from "../database.ts";
import { translateDatabaseError } from "../database-error.ts";
import { allDone } from "../promises.ts";
import { StatementLog } from "../statement-log.ts";
import { connect, LostConnectionError } from "./connection.ts";
import { CHANGES_CHANNEL, HeardVersions, MESSAGES_CHANNEL } from "./heard-versions.ts";
import { PostgresPool, type Sender } from "./pool.ts";
import { PreparedTexts, postgresQueryable, STATEMENT_TIMEOUT } from "./postgres-queryable.ts";
import { type Primary, REPLICA_PACE, ReadReplicas, type ReplicaPace } from "./read-replicas.ts";
import { type LogPosition, Replica } from "./replica.ts";

/** How soon a silent database is noticed, in milliseconds. */
interface PulsePace {
  /** How long the database may be silent while statements wait. It is then probed. */
  readonly silence: number;
  /** How long the probe may take. */
  readonly patience: number;
  /** How often the silence is checked while statements wait. */
  readonly interval: number;
}

/** A silent database is noticed in less than two seconds. Callers then get an error. */
const PACE: PulsePace = { silence: 300, patience: 1_000, interval: 100 };

interface Options {
  /** Sends a query that a living database answers at once. */
  readonly probe: () => Promise<unknown>;
  /** Called when a probe is not answered. It must end the pending statements, which would otherwise wait forever. */
  readonly onSilent: () => void;
  readonly pace?: PulsePace;
}

/**
 * Checks whether a database is alive while callers wait for it. A caller cannot distinguish a slow statement from a
 * frozen server, and a frozen server does not enforce its own time limits. So a probe is sent after a time without any
 * answer. If the database does not answer the probe, all pending work fails at once. New work also fails until the
 * database answers again.
 */
class Pulse {
  readonly #options: Options;
  readonly #pace: PulsePace;
  readonly #waiting = new PendingSet<(error: Error) => void>();
  #timer: NodeJS.Timeout | null = null;
  #lastSign = 0;
  #isSilent = false;
  #isAsking = false;
  #closed = false;

  constructor(options: Options) {
    this.#options = options;
    this.#pace = options.pace ?? PACE;
  }

  /**
   * Runs work that waits for the database, and stops waiting when the database no longer answers.
   * @param work the work; it can check whether the caller still waits for its result
   * @throws `LostConnectionError` if the database does not answer, or the error of the work
   */
  guard<T>(work: (isAwaited: () => boolean) => Promise<T>): Promise<T> {
    if (this.#isSilent) return Promise.reject(silent());
    const waiting = this.#waiting;
    if (waiting.size === 0) this.#lastSign = performance.now();
    this.#timer ??= setInterval(() => void this.#look(), this.#pace.interval).unref();
    return new Promise<T>((resolve, reject) => {
      const member = waiting.add(reject);
      work(() => waiting.has(member)).then(
        (result) => {
          waiting.remove(member);
          this.#lastSign = performance.now();
          resolve(result);
        },
        (error: unknown) => {
          waiting.remove(member);
          reject(error);
        },
      );
    });
  }

  close(): void {
    this.#closed = true;
    this.#rest();
  }

  #rest(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }

  async #look(): Promise<void> {
    if (this.#isAsking) return;
    if (!this.#isSilent && this.#waiting.size === 0) return this.#rest();
    if (!this.#isSilent && performance.now() - this.#lastSign < this.#pace.silence) return;
    this.#isAsking = true;
    const lives = await this.#lives();
    this.#isAsking = false;
    if (this.#closed) return;
    if (lives) this.#lastSign = performance.now();
    const wasSilent = this.#isSilent;
    this.#isSilent = !lives;
    if (lives || wasSilent) return;
    for (const reject of this.#waiting) reject(silent());
    this.#waiting.clear();
    this.#options.onSilent();
  }

  async #lives(): Promise<boolean> {
    const answered = this.#options.probe().then(() => true, isAnswer);
    // A short second timer lets the event loop read pending answers before the timeout counts. Otherwise a long pause
    // of the event loop would look like a silent database.
    const late = pause(this.#pace.patience, false, { ref: false }).then(() => pause(20, false, { ref: false }));
    return await Promise.race([answered, late]);
  }
}

const silent = (): LostConnectionError => new LostConnectionError("the database does not answer");

/** Whether an error shows that the database is alive. "Too many connections" (53300) does. */
const isAnswer = (error: unknown): boolean =>
  error instanceof LostConnectionError && error.cause instanceof DatabaseError && error.cause.code === "53300";

/** The id of the advisory lock for migrations: an arbitrary number that is the same in every server. */
const MIGRATION_LOCK = 7_306_642_983;

/** Additional settings of a server that has replicas. */
export interface ReplicaOptions {
  /** The connection URLs of the replicas. */
  readonly replicas?: readonly string[];
  /** Called with a log line when a replica is no longer used, and when it is used again. */
  readonly report?: (line: string) => void;
  readonly pace?: ReplicaPace;
  /** How soon a silent database is noticed; in less than two seconds by default. */
  readonly pulse?: PulsePace;
}

/** Opens a pool of connections to a PostgreSQL server, version 15 or later. The first statement connects. */
export function openPostgresDatabase(url: string, options: ReplicaOptions = {}): Database {
  const log = new StatementLog();
  const prepared = new PreparedTexts();
  // Notifications and probes do not use the main pool, because all its connections may be busy for longer than a
  // notification or a probe may take. They do not share a connection either, because a notification waits for the disk.
  const pace = options.pulse ?? PACE;
  // A connection that takes longer than a probe may take says no more than the probe.
  const connectTimeout = pace.patience + 500;
  const aside = new PostgresPool(url, {
    name: "omnidex aside",
    max: 1,
    connectTimeout,
    statementTimeout: 5_000,
  });
  const sign = new PostgresPool(url, { name: "omnidex pulse", max: 1, connectTimeout });
  const pulse = new Pulse({
    probe: () => sign.query({ text: "select 1", params: [] }),
    onSilent: () => {
      for (const connections of [sign, aside, pool]) connections.cut();
    },
    pace,
  });
  const pool = new PostgresPool(url, {
    name: "omnidex",
    max: 10,
    statementTimeout: STATEMENT_TIMEOUT,
    guard: (work) => pulse.guard(work),
  });
  const notify = (channel: string, payload: string) =>
    aside.query({ text: "select pg_notify($1, $2)", params: [channel, payload] });
  const versions = new HeardVersions(url, (payload) => notify(CHANGES_CHANNEL, payload));
  const queryable = (send: Sender) => postgresQueryable(send, log, prepared);
  const whole = queryable((statement) => pool.query(statement));
  const position = async (version: string): Promise<LogPosition> => {
    const [row] = await aside.query<Omit<LogPosition, "version">>({ text: POSITION, params: [] });
    if (row === undefined) throw new Error("the primary did not report its position");
    return { version, ...row };
  };
  const replicas = readReplicas({ ...whole, position }, versions, log, options);
  const inTransaction = async <T>(work: (send: Sender) => Promise<T>): Promise<T> => {
    try {
      return await pool.transaction(work);
    } catch (error) {
      throw translateDatabaseError(error);
    }
  };
  return {
    ...whole,
    engine: "postgresql",
    connections: () => pool.counts,
    transaction: async (work, reach = "visible") => {
      if (reach === "internal") return inTransaction((send) => work(queryable(send)));
      const change = randomUUID();
      let committed = false;
      try {
        const result = await inTransaction(async (send) => {
          // PostgreSQL sends a notification when its transaction commits.
          const said = queryable(send).query(sql`select pg_notify(${CHANGES_CHANNEL}, ${change})`);
          const [, done] = await allDone([said, work(queryable(send))]);
          return done;
        });
        committed = true;
        return result;
      } finally {
        // The version also advances after an error, because the commit may have succeeded before the connection was
        // lost.
        versions.advance(committed ? change : null);
      }
    },
    reads: replicas ?? whole,
    versions,
    neighbours: {
      tell: (text) => notify(MESSAGES_CHANNEL, text),
      hear: (listener) => versions.onMessage(listener),
    },
    listen: async () => {
      await versions.listen();
      replicas?.watch();
    },
    onStatement: (listener) => log.listen(listener),
    migrate: () => migrateUnderLock(url),
    close: async () => {
      replicas?.close();
      await versions.close();
      await Promise.all([pool.close(), aside.close(), sign.close()]);
      pulse.close();
    },
  };
}

/** Reads the insert position, not the flush position, as a commit that did not wait for the disk is visible already. */
const POSITION = `select pg_current_wal_insert_lsn()::text as lsn, system_identifier::text as system,
  current_database() as database from pg_control_system()`;

function readReplicas(
  primary: Primary,
  versions: DataVersions,
  log: StatementLog,
  { replicas: urls = [], report = () => {}, pace = REPLICA_PACE }: ReplicaOptions,
): ReadReplicas | null {
  if (urls.length === 0) return null;
  const replicas = urls.map((url) => new Replica(url, log, pace.patience));
  return new ReadReplicas({ replicas, primary, versions, pace, report });
}

/** Migrates over a separate connection, because an advisory lock belongs to one session. */
async function migrateUnderLock(url: string): Promise<void> {
  const client = await connect(url, { name: "omnidex migrations" }).catch((error: unknown) => {
    throw translateDatabaseError(error);
  });
  try {
    await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
    await migrate(drizzle({ client }), { migrationsFolder: migrationsFolder() });
  } finally {
    await client.end();
  }
}
