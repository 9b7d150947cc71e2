import { index, integer, jsonb, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import type { JudgeVerdict } from "../../../domain/vocabulary.ts";
import { runs } from "./run-tables.ts";

/** The judge's queue: one row for each response that a judge reads or has read. */
export const judgeTasks = pgTable(
  "judge_tasks",
  {
    runId: integer()
      .notNull()
      .references(() => runs.id),
    ordinal: integer().notNull(),
    /** SHA-256 of the request to the judge. Equal requests share one judgement. */
    contentHash: text().notNull(),
    status: text({ enum: ["PENDING", "DONE", "FAILED"] }).notNull(),
    attempts: integer().notNull().default(0),
    nextAttemptAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** The end of the lease of the process that works on the task. */
    lockedUntil: timestamp({ withTimezone: true }),
    lastError: text(),
  },
  (table) => [
    primaryKey({ columns: [table.runId, table.ordinal] }),
    index().on(table.status, table.nextAttemptAt),
    index().on(table.contentHash),
  ],
);

/** The judge's replies. They are never deleted, so a request that was answered is not sent again. */
export const judgements = pgTable("judgements", {
  contentHash: text().primaryKey(),
  judge: text().notNull(),
  /** The judge's reply, unchanged. */
  reply: text().notNull(),
  verdict: jsonb().$type<JudgeVerdict>().notNull(),
  createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
});
