import {
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
} from "drizzle-orm/pg-core";
import type { RepresentativeSubset } from "../../../domain/representative-subset.ts";
import type { QuestionFilter } from "../../../domain/slice/question-filter.ts";
import { releases } from "./benchmark-tables.ts";

/** A run that a snapshot counts, with the revision of its scoring. */
export interface SnapshotRun {
  readonly run: number;
  readonly revision: number;
}

/**
 * Statistics of a release's questions on one date. A slice that uses a snapshot does not change when new runs are
 * submitted. Snapshots are made only of releases with visible answers, and only from public runs. A stored snapshot
 * never changes.
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
    /** The counted runs with the revisions of their scorings. */
    runs: jsonb().$type<readonly SnapshotRun[]>().notNull(),
    families: integer().notNull(),
    /** SHA-256 of the statistics and of their inputs. Snapshots with the same content are stored once. */
    contentHash: text().notNull(),
  },
  (table) => [unique().on(table.releaseId, table.contentHash)],
);

/** The statistics of one question in a snapshot. A statistic is null if it is undefined or comes from too few runs. */
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

/**
 * Subsets of questions that represent all questions of a slice, with the data from which the score over the whole slice
 * is estimated. Which questions represent a slice is determined from the answers of public runs. A stored subset never
 * changes.
 */
export const itemSubsets = pgTable(
  "item_subsets",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    releaseId: integer()
      .notNull()
      .references(() => releases.id),
    /** The owner of the API key that stored the subset. */
    owner: text().notNull(),
    storedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** The `QuestionFilter` of the slice. */
    filter: jsonb().$type<QuestionFilter>().notNull(),
    keyRevision: integer().notNull(),
    subset: jsonb().$type<RepresentativeSubset>().notNull(),
    /** SHA-256 of the ordinals of the questions. It is used to find the runs over exactly these questions. */
    questionsHash: text().notNull(),
    /** SHA-256 of the slice, the size, the seed, the counted runs with their scorings, and the key revision. */
    contentHash: text().notNull(),
  },
  (table) => [unique().on(table.releaseId, table.contentHash), index().on(table.releaseId, table.questionsHash)],
);
