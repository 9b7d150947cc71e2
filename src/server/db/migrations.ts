import { sql } from "drizzle-orm";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { OmnidexError } from "../../domain/errors.ts";
import { migrationsFolder } from "../config/project-root.ts";
import type { Queryable } from "./database.ts";
import { boolean, float, list, text, typed } from "./typed-sql.ts";

/** A migration that has been applied to a database. */
export interface AppliedMigration {
  /** The migration's date, in milliseconds since 1970. The migrator identifies the migration by it. */
  readonly when: number;
  /** SHA-256 of its file. */
  readonly hash: string;
}

/** A migration that this version of Omnidex can run. */
export interface Migration extends AppliedMigration {
  readonly statements: readonly string[];
}

/** All migrations of this version of Omnidex, oldest first. */
export const knownMigrations = (): readonly Migration[] =>
  readMigrationFiles({ migrationsFolder: migrationsFolder() }).map(({ folderMillis, hash, sql: statements }) => ({
    when: folderMillis,
    hash,
    statements,
  }));

/** The migrations that were applied to a database, oldest first; empty for an empty database. */
export async function appliedMigrations(database: Queryable): Promise<readonly AppliedMigration[]> {
  const found = boolean(sql`to_regclass('drizzle.__drizzle_migrations') is not null`);
  const [table] = await database.query(typed`select ${list({ found })}`);
  if (table?.found !== true) return [];
  // Milliseconds since 1970 fit a double precision exactly.
  const columns = { when: float(sql`created_at`), hash: text(sql`hash`) };
  return database.query(typed`select ${list(columns)} from drizzle.__drizzle_migrations order by created_at`);
}

/** The applied migrations that this version of Omnidex does not have. */
export function unknownMigrations(applied: readonly AppliedMigration[]): readonly AppliedMigration[] {
  const known = new Set(knownMigrations().map(({ when }) => when));
  return applied.filter(({ when }) => !known.has(when));
}

/**
 * Refuses a database that a newer version of Omnidex has migrated. This version would write rows without the data that
 * the newer version requires.
 * @throws `CONFLICT`
 */
export async function refuseNewerDatabase(database: Queryable): Promise<void> {
  const applied = await appliedMigrations(database);
  const unknown = unknownMigrations(applied);
  if (unknown.length === 0) return;
  throw new OmnidexError(
    "CONFLICT",
    `The database belongs to a newer version of Omnidex: it has ${applied.length} migrations, of which this version does not know ` +
      `${unknown.length}. Start that version or a later one, or restore a backup that was made before the upgrade.`,
    { applied: applied.length, unknown: unknown.length },
  );
}

/**
 * Refuses a database that lacks migrations of this version of Omnidex.
 * @throws `CONFLICT`
 */
export async function requireMigrated(database: Queryable): Promise<void> {
  const [applied, known] = [await appliedMigrations(database), knownMigrations()];
  if (applied.length >= known.length) return;
  throw new OmnidexError(
    "CONFLICT",
    `Only ${applied.length} of this version's ${known.length} migrations have been applied to the database: bring it up to date with 'omnidex migrate'.`,
  );
}

/** Runs migrations, oldest first, and records them as the migrator does. */
export async function runMigrations(tx: Queryable, migrations: readonly Migration[]): Promise<void> {
  await tx.query(sql`create schema if not exists drizzle`);
  await tx.query(sql`
    create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`);
  for (const { when, hash, statements } of migrations) {
    for (const statement of statements) await tx.query({ text: statement, params: [] });
    await tx.query(sql`
      insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}::text, ${String(when)}::text::bigint)`);
  }
}
