import { doublePrecision, integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { CHALLENGE_FIELDS } from "../../../domain/challenge.ts";
import { benchmarks, releases } from "./benchmark-tables.ts";

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
  /** From when on everybody sees the private board. */
  privateOpensAt: timestamp({ withTimezone: true }).notNull(),
});
