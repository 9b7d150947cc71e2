import { doublePrecision, index, integer, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import { EXTERNAL_METRICS, KEY_VERDICTS } from "../../../domain/vocabulary.ts";
import { releases } from "./benchmark-tables.ts";
import { runs } from "./run-tables.ts";

/**
 * Decisions of maintainers about the answer keys of single questions. Rows are never changed, so the table is also the
 * history of the decisions.
 */
export const keyReviews = pgTable(
  "key_reviews",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    releaseId: integer()
      .notNull()
      .references(() => releases.id),
    /** The question's ordinal in the release. */
    ordinal: integer().notNull(),
    verdict: text({ enum: KEY_VERDICTS }).notNull(),
    /** The position, from 1, of the option that was the key when it was reviewed. */
    key: integer().notNull(),
    /**
     * The position, from 1, of the option that the answers favoured, or that became the key through a confirmed review;
     * null if there is no such option.
     */
    proposed: integer(),
    /** The statistical evidence against the key at the time of the review; null if there were too few runs. */
    evidence: doublePrecision(),
    /** The revision of the answer key that was reviewed, or that a confirmed review created. */
    keyRevision: integer().notNull(),
    /** The owner of the API key. */
    reviewer: text().notNull(),
    reason: text().notNull(),
    reviewedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index().on(table.releaseId, table.ordinal)],
);

/** The types of the errors that people found in predictions. A prediction may have several. */
export const errorLabels = pgTable(
  "error_labels",
  {
    runId: integer()
      .notNull()
      .references(() => runs.id),
    /** The question's ordinal in the run's release. */
    ordinal: integer().notNull(),
    errorType: text().notNull(),
    /** The owner of the API key. */
    labelledBy: text().notNull(),
    labelledAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.runId, table.ordinal, table.errorType] })],
);

/** Scores of predictions that somebody computed elsewhere and reported. */
export const externalScores = pgTable(
  "external_scores",
  {
    runId: integer()
      .notNull()
      .references(() => runs.id),
    /** The question's ordinal in the run's release. */
    ordinal: integer().notNull(),
    metric: text({ enum: EXTERNAL_METRICS }).notNull(),
    /** From -1 to 1. */
    value: doublePrecision().notNull(),
    /** How the score was computed, in the words of the reporter. */
    source: text().notNull(),
    /** The owner of the API key. */
    reportedBy: text().notNull(),
    reportedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.runId, table.ordinal] })],
);
