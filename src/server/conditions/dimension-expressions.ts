import { type SQL, sql } from "drizzle-orm";
import type { QuestionRow } from "./slice-condition.ts";

/** The benchmark's own word for the level: `task_domain` in WorldSense's records, `stage` for AVI-Bench's folders. */
export const nativeLevel = (q: QuestionRow): SQL =>
  sql`coalesce(${q.native} ->> 'task_domain', ${q.native} ->> 'stage')`;
