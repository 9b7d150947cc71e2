import { doublePrecision, integer, jsonb, pgTable, primaryKey, text, timestamp, unique } from "drizzle-orm/pg-core";
import { releases } from "./benchmark-tables.ts";

/** A run as a snapshot counts it. */
export interface SnapshotRun {
  readonly run: number;
  readonly revision: number;
}

/**
 * Statistics of a release's questions as of a date. Slices that use them do not move with the leaderboard. Snapshots
 * are made only of releases that show their answers, and only from public runs. A stored snapshot never changes.
 */
export const itemSnapshots = pgTable(
  "item_snapshots",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    releaseId: integer()
      .notNull()
      .references(() => releases.id),
    takenAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    note: text(),
    /** The revision of the answer key. */
    keyRevision: integer().notNull(),
    /** The counted runs with the revisions of their scorings. Not foreign keys: they are a record, which outlives runs. */
    runs: jsonb().$type<readonly SnapshotRun[]>().notNull(),
    families: integer().notNull(),
    /** SHA-256 of the statistics and of their inputs. The same content is stored once. */
    contentHash: text().notNull(),
  },
  (table) => [unique().on(table.releaseId, table.contentHash)],
);

/** The statistics of one question in a snapshot; null where one is undefined or comes from too few runs. */
export const itemStatistics = pgTable(
  "item_statistics",
  {
    snapshotId: integer()
      .notNull()
      .references(() => itemSnapshots.id),
    ordinal: integer().notNull(),
    difficulty: doublePrecision(),
    discrimination: doublePrecision(),
    unparsed: doublePrecision(),
    agreement: doublePrecision(),
  },
  (table) => [primaryKey({ columns: [table.snapshotId, table.ordinal] })],
);
