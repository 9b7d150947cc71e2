import { type SQL, sql } from "drizzle-orm";
import type { QuestionRow } from "./slice-condition.ts";

/** WorldSense's records name their level `task_domain`; AVI-Bench's come in a folder for each `stage`. */
export const nativeLevel = (q: QuestionRow): SQL =>
  sql`coalesce(${q.native} ->> 'task_domain', ${q.native} ->> 'stage')`;
