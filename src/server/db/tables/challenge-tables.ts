import { sql } from "drizzle-orm";
import {
  boolean,
  doublePrecision,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { CHALLENGE_FIELDS, type SealedBoard } from "../../../domain/final-board.ts";
import { benchmarks, releases } from "./benchmark-tables.ts";
import { models, runs } from "./run-tables.ts";

/**
 * The challenge of a benchmark: when submissions are accepted, and which fields they must state. A benchmark without a
 * row has no challenge.
 */
export const challenges = pgTable("challenges", {
  benchmarkId: integer()
    .primaryKey()
    .references(() => benchmarks.id),
  /** Null for no opening date. */
  opensAt: timestamp({ withTimezone: true }),
  /** Null for no closing date. */
  closesAt: timestamp({ withTimezone: true }),
  requiredFields: text({ enum: CHALLENGE_FIELDS }).array().notNull(),
});

/** The split of a release's questions between its public and its private board. It stays once a run of the release is scored. */
export const boardSplits = pgTable("board_splits", {
  releaseId: integer()
    .primaryKey()
    .references(() => releases.id),
  /** The requested share of questions on the public board, from 0 to 1. */
  publicShare: doublePrecision().notNull(),
  /** 32 random bytes in hexadecimal. Anyone who knows the seed can compute the split. */
  seed: text().notNull(),
  /** The ordinals of the questions on the public board, ascending. All other questions are on the private board. */
  publicOrdinals: integer().array().notNull(),
  /** When the private board becomes visible to everybody; null until maintainers set a date. */
  privateOpensAt: timestamp({ withTimezone: true }),
  /** Whether maintainers show scores over slices of the private part, too, once the challenge has closed. */
  privateDisclosed: boolean().notNull().default(false),
});

/**
 * The leaderboard of a release when a challenge closed. A row never changes. If a challenge is extended after it
 * closed, another row is stored when it closes again.
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
 * The real models of anonymous runs. Until the runs are named, they belong to a placeholder row of `models` that has a
 * random slug. The real name is read only when the runs are named.
 */
export const pseudonyms = pgTable(
  "pseudonyms",
  {
    /** The placeholder model, to which the runs belong until they are named. */
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
    /** When the server names the runs; null if their owner names them. */
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

/** The concealed fields of an anonymous run, except its model. The row is deleted when the run is named. */
export const concealedRuns = pgTable("concealed_runs", {
  runId: integer()
    .primaryKey()
    .references(() => runs.id),
  notes: text(),
  reportUrl: text(),
});

/** Owners whom a benchmark's maintainers count as one person. An owner without a row is not merged with any other. */
export const mergedOwners = pgTable(
  "merged_owners",
  {
    benchmarkId: integer()
      .notNull()
      .references(() => benchmarks.id),
    owner: text().notNull(),
    /** The alphabetically first owner of the merged group. All owners of the group have the same value. */
    person: text().notNull(),
    since: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.benchmarkId, table.owner] })],
);
