import { randomBytes } from "node:crypto";
import postgres from "postgres";
import { type Config, readConfig } from "../../src/server/config/config.ts";
import type { DatabaseLocation } from "../../src/server/config/database-location.ts";
import type { Environment } from "../../src/server/config/settings.ts";
import { citusNodes, copyDatabase, dropDatabase } from "./citus-databases.ts";

/** A database that is used by one test only. */
export interface TestDatabase {
  /** The value for `DATABASE_URL`: `memory:` for PGlite, otherwise the address of a new PostgreSQL database. */
  readonly url: string;
  /** Removes the database, even if it has open connections. */
  drop(): Promise<void>;
}

/**
 * Creates an empty database for one test: a new database on the server of `TEST_DATABASE_URL`, which the global set-up and
 * `npm run test:citus` set, or else PGlite in memory.
 * @param template the address of a database of that server, to be copied
 */
export async function createTestDatabase(template?: string): Promise<TestDatabase> {
  const server = process.env.TEST_DATABASE_URL;
  if (server === undefined || server === "") return { url: "memory:", drop: async () => {} };
  const name = `omnidex_test_${randomBytes(8).toString("hex")}`;
  const url = new URL(server);
  url.pathname = `/${name}`;
  const nodes = citusNodes();
  const copied = template === undefined ? emptyTemplate() : new URL(template).pathname.slice(1);
  if (nodes.length > 0) {
    await copyDatabase(nodes, name, copied);
    return { url: url.href, drop: () => dropDatabase(nodes, name) };
  }
  await administer(server, (sql) => sql`create database ${sql(name)} template ${sql(copied)}`);
  return { url: url.href, drop: () => administer(server, (sql) => sql`drop database ${sql(name)} with (force)`) };
}

/**
 * The name of the database that new databases are copied from. On Citus, it has Omnidex's tables, and the table of
 * predictions is distributed over the nodes.
 */
const emptyTemplate = (): string => process.env.TEST_CITUS_TEMPLATE || "template1";

async function administer(server: string, work: (sql: postgres.Sql) => Promise<unknown>): Promise<void> {
  const sql = postgres(server, { max: 1, onnotice: () => {} });
  try {
    await work(sql);
  } finally {
    await sql.end();
  }
}

/**
 * A location whose database may be silent for a minute. A test shares the event loop with its server: if it holds the
 * loop, the database must not count as silent.
 */
export const patient = (location: DatabaseLocation): DatabaseLocation =>
  location.engine === "pglite" ? location : { ...location, pulse: { silence: 300, patience: 60_000, interval: 100 } };

/** The settings of a server in the test's process. */
export function patientConfig(environment: Environment): Config {
  const config = readConfig(environment);
  return { ...config, database: patient(config.database) };
}
