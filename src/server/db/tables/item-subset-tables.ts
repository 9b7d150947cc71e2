import { index, integer, jsonb, pgTable, text, timestamp, unique } from "drizzle-orm/pg-core";
import type { RepresentativeSubset } from "../../../domain/representative-subset.ts";
import type { QuestionFilter } from "../../../domain/slice/question-filter.ts";
import { releases } from "./benchmark-tables.ts";

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
