import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/postgres-js";
import { migrate } from "drizzle-orm/postgres-js/migrator";
import type postgres from "postgres";
import { migrationsFolder } from "../project-root.ts";
import { allDone } from "./all-done.ts";
import type { DataVersions } from "./data-versions.ts";
import type { Database, Queryable } from "./database.ts";
import { CHANGES_CHANNEL, HeardVersions } from "./heard-versions.ts";
import { postgresClient } from "./postgres-client.ts";
import { postgresQueryable, STATEMENT_TIMEOUT } from "./postgres-queryable.ts";
import { inTransaction } from "./postgres-transaction.ts";
import { PreparedTexts } from "./prepared-texts.ts";
import { type Primary, REPLICA_PACE, ReadReplicas, type ReplicaPace } from "./read-replicas.ts";
import { type LogPosition, Replica } from "./replica.ts";
import { StatementLog } from "./statement-log.ts";

/** Any number will do, so long as every server of this database takes the same. */
const MIGRATION_LOCK = 7_306_642_983;

/** What a server that has replicas is told besides. */
export interface ReplicaOptions {
  /** Their addresses. */
  readonly replicas?: readonly string[];
  /** Takes a line when one is left out, and when it is there again. */
  readonly report?: (line: string) => void;
  readonly pace?: ReplicaPace;
}

/** Opens a pool of connections to a PostgreSQL server, version 15 or later. Connects at the first statement. */
export function openPostgresDatabase(url: string, options: ReplicaOptions = {}): Database {
  const connection = { application_name: "omnidex", statement_timeout: STATEMENT_TIMEOUT };
  const client = postgresClient(url, { max: 10, connection });
  const log = new StatementLog();
  const prepared = new PreparedTexts();
  // Apart from the pool, whose connections may all be busy for longer than a notification may take.
  const sender = postgresClient(url, { max: 1, idle_timeout: 0 });
  const versions = new HeardVersions(url, (payload) => sender.notify(CHANGES_CHANNEL, payload));
  const queryable = (target: postgres.Sql | postgres.TransactionSql): Queryable =>
    postgresQueryable(target, log, prepared);
  const position = async (version: string): Promise<LogPosition> => {
    const [row] = await sender.unsafe<Omit<LogPosition, "version">[]>(POSITION);
    if (row === undefined) throw new Error("the primary did not say where it stands");
    return { version, ...row };
  };
  const replicas = readReplicas({ ...queryable(client), position }, versions, log, options);
  return {
    ...queryable(client),
    engine: "postgresql",
    transaction: async (work, reach = "visible") => {
      if (reach === "internal") return inTransaction(client, (tx) => work(queryable(tx)));
      const change = randomUUID();
      let committed = false;
      try {
        const result = await inTransaction(client, async (tx) => {
          // It is told at the end of the transaction, whenever it is said.
          const said = queryable(tx).query(sql`select pg_notify(${CHANGES_CHANNEL}, ${change})`);
          const [, done] = await allDone([said, work(queryable(tx))]);
          return done;
        });
        committed = true;
        return result;
      } finally {
        // Also where it failed: a connection that is lost at the end may have lost no more than the word of it.
        versions.advance(committed ? change : null);
      }
    },
    reads: replicas ?? queryable(client),
    versions,
    listen: async () => {
      await versions.listen();
      replicas?.watch();
    },
    onStatement: (listener) => log.listen(listener),
    migrate: () => migrateUnderLock(url),
    close: async () => {
      replicas?.close();
      await versions.close();
      await Promise.all([client.end({ timeout: 5 }), sender.end({ timeout: 5 })]);
    },
  };
}

/** Of what is inserted, not flushed: a commit that did not wait for the disk is visible already. */
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

/** On a connection of its own: an advisory lock belongs to its session. */
async function migrateUnderLock(url: string): Promise<void> {
  const client = postgresClient(url, { max: 1 });
  try {
    await client`select pg_advisory_lock(${MIGRATION_LOCK})`;
    await migrate(drizzle({ client }), { migrationsFolder: migrationsFolder() });
  } finally {
    await client.end({ timeout: 5 });
  }
}
