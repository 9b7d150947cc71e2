import { type SQL, sql } from "drizzle-orm";
import type { QuestionRow } from "./slice-condition.ts";

/** The benchmark's own level: WorldSense's records name it `task_domain`, AVI-Bench's folders are a `stage` each. */
export const nativeLevel = (q: QuestionRow): SQL =>
  sql`coalesce(${q.native} ->> 'task_domain', ${q.native} ->> 'stage')`;
