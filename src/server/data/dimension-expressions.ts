import { type SQL, sql } from "drizzle-orm";
import type { videos } from "../db/tables/benchmark-tables.ts";
import type { QuestionRow } from "./slice-condition.ts";

/** The benchmark's own level: WorldSense's records name it `task_domain`, AVI-Bench's folders are a `stage` each. */
export const nativeLevel = (q: QuestionRow): SQL =>
  sql`coalesce(${q.native} ->> 'task_domain', ${q.native} ->> 'stage')`;

/** The benchmark's own duration bucket. Only WorldSense has them (`1-2min`); elsewhere `duration` is the duration itself. */
export const nativeDurationBucket = (v: typeof videos): SQL =>
  sql`case when ${v.native} ->> 'duration' like '%min' then ${v.native} ->> 'duration' end`;
