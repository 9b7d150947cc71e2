import { sql } from "drizzle-orm";
import {
  doublePrecision,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { CHALLENGE_FIELDS } from "../../../domain/challenge.ts";
import type { SealedBoard } from "../../../domain/final-board.ts";
import { benchmarks, releases } from "./benchmark-tables.ts";
import { models, runs } from "./run-tables.ts";

/** When submissions to a benchmark are accepted, and what they have to state. A benchmark without a row has no challenge. */
export const challenges = pgTable("challenges", {
  benchmarkId: integer()
    .primaryKey()
    .references(() => benchmarks.id),
  /** Null for no opening date: submissions are accepted already. */
  opensAt: timestamp({ withTimezone: true }),
  /** Null for no closing date. */
  closesAt: timestamp({ withTimezone: true }),
  requiredFields: text({ enum: CHALLENGE_FIELDS }).array().notNull(),
});

/** The questions behind the public board of a release; the others are behind its private board. A stored split is never replaced. */
export const boardSplits = pgTable("board_splits", {
  releaseId: integer()
    .primaryKey()
    .references(() => releases.id),
  /** The share of the questions that was asked for. */
  publicShare: doublePrecision().notNull(),
  /** Random, 32 bytes in hexadecimal. Whoever knows it can compute the split. */
  seed: text().notNull(),
  /** Ascending. */
  publicOrdinals: integer().array().notNull(),
  /** When the private board becomes visible to everybody. */
  privateOpensAt: timestamp({ withTimezone: true }).notNull(),
});

/**
 * The leaderboard of a release as it was when a challenge closed. A row never changes. If a challenge is
 * extended after it closed, it gets another row when it closes again.
 */
export const finalBoards = pgTable(
  "final_boards",
  {
    releaseId: integer()
      .notNull()
      .references(() => releases.id),
    /** The closing date of the challenge. */
    closedAt: timestamp({ withTimezone: true }).notNull(),
    /** When the board was computed, by the database's clock. */
    sealedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    board: jsonb().$type<SealedBoard>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.releaseId, table.closedAt] })],
);

/** The public keys that servers of this database have signed with. Private keys are not stored here. */
export const signingKeys = pgTable("signing_keys", {
  /** The key's thumbprint, by RFC 7638. */
  id: text().primaryKey(),
  /** The x-coordinate of the Ed25519 key in base64url, by RFC 8037. */
  publicKey: text().notNull(),
  since: timestamp({ withTimezone: true }).notNull().defaultNow(),
  /** When the key was revoked; null for a trusted key. */
  revokedAt: timestamp({ withTimezone: true }),
});

/**
 * The real models behind anonymous runs. Until the runs are named, they belong to another row of `models`, with a
 * random slug. Only the naming of the runs reads the real name.
 */
export const pseudonyms = pgTable(
  "pseudonyms",
  {
    /** The model that the runs belong to until they are named. */
    modelId: integer()
      .primaryKey()
      .references(() => models.id),
    benchmarkId: integer()
      .notNull()
      .references(() => benchmarks.id),
    owner: text().notNull(),
    slug: text().notNull(),
    name: text().notNull(),
    parameters: text(),
    organization: text(),
    url: text(),
    /** When the server names the runs; null if their owner does. */
    namesAt: timestamp({ withTimezone: true }),
    /** Null until the runs are named. */
    namedAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    uniqueIndex("pseudonyms_unnamed")
      .on(table.benchmarkId, table.owner, table.slug)
      .where(sql`${table.namedAt} is null`),
  ],
);

/** The fields of an anonymous run that are concealed, besides its model. The row is deleted when the run is named. */
export const concealedRuns = pgTable("concealed_runs", {
  runId: integer()
    .primaryKey()
    .references(() => runs.id),
  notes: text(),
  reportUrl: text(),
});

/** Owners that a benchmark's maintainers count as one. An owner without a row stands for itself. */
export const mergedOwners = pgTable(
  "merged_owners",
  {
    benchmarkId: integer()
      .notNull()
      .references(() => benchmarks.id),
    owner: text().notNull(),
    /** The same text for all owners that are counted as one: the first of them in alphabetical order. */
    person: text().notNull(),
    since: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.benchmarkId, table.owner] })],
);
