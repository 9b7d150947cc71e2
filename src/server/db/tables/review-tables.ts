import { doublePrecision, index, integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { KEY_VERDICTS } from "../../../domain/key-verdict.ts";
import { releases } from "./benchmark-tables.ts";

/**
 * The decisions of maintainers about the keys of single questions. Rows are never changed, so the table is also the
 * history.
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
    /** The option that was the key when it was reviewed, from 1 on. */
    key: integer().notNull(),
    /**
     * The option that the answers favoured, or that a confirmed review made the key; null if there is no such option.
     */
    proposed: integer(),
    /** The evidence against the key when it was reviewed; null if there were too few runs. */
    evidence: doublePrecision(),
    /** The revision of the answer key that was reviewed, or that a confirmed review made. */
    keyRevision: integer().notNull(),
    /** The owner of the API key. */
    reviewer: text().notNull(),
    reason: text().notNull(),
    reviewedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index().on(table.releaseId, table.ordinal)],
);
