import { type SQL, sql } from "drizzle-orm";
import type { videos } from "../db/tables/benchmark-tables.ts";
import type { QuestionRow } from "./slice-condition.ts";

/** WorldSense's records name their level `task_domain`; AVI-Bench's come in a folder for each `stage`. */
export const nativeLevel = (q: QuestionRow): SQL =>
  sql`coalesce(${q.native} ->> 'task_domain', ${q.native} ->> 'stage')`;

/** Only WorldSense's records name a bucket (`1-2min`); elsewhere `duration` is the duration itself. */
export const nativeDurationBucket = (v: typeof videos): SQL =>
  sql`case when ${v.native} ->> 'duration' like '%min' then ${v.native} ->> 'duration' end`;
