import { type SQL, sql } from "drizzle-orm";
import type { SetName, VideoSet } from "../../domain/slice/conditions.ts";
import { namedCondition, type Slice } from "../../domain/slice/question-slice.ts";
import type { videos } from "../db/tables/benchmark-tables.ts";
import {
  audioCondition,
  audioMask,
  benchmarkCondition,
  bucketCondition,
  categoryCondition,
  durationCondition,
  oneOf,
} from "./slice-condition.ts";

type VideoRow = typeof videos;

/** A slice as a condition on a row of videos; `null` if the slice has conditions that apply to questions only. */
export function videoSliceCondition(slice: Slice, v: VideoRow): SQL | null {
  switch (slice.kind) {
    case "everything":
      return sql`true`;
    case "nothing":
      return sql`false`;
    case "and":
      return conjunction(slice.of.map((part) => videoSliceCondition(part, v)));
    case "or":
    case "not":
      return null;
    default: {
      const condition = namedCondition(slice);
      if (condition.kind === "audio")
        return audioCondition(condition.quantifier, audioMask(condition.values), v.audioMask);
      if (condition.kind === "range" && condition.name === "durationSeconds")
        return durationCondition(condition.bound, condition.value, v.durationSeconds);
      return condition.kind === "set" ? (SETS[condition.name]?.(condition.values, v) ?? null) : null;
    }
  }
}

function conjunction(parts: readonly (SQL | null)[]): SQL | null {
  const conditions = parts.filter((part) => part !== null);
  return conditions.length < parts.length ? null : sql`(${sql.join(conditions, sql` and `)})`;
}

type SetCondition = (values: readonly string[], v: VideoRow) => SQL;

/** For each set of `VideoFilter`, whether a video's value is one of a list. */
const VIDEO_SETS: Readonly<Record<VideoSet, SetCondition>> = {
  benchmarks: (slugs, v) => benchmarkCondition(slugs, v.releaseId),
  durationBuckets: (keys, v) => bucketCondition(keys, v.durationSeconds),
  categories: (slugs, v) => categoryCondition(slugs, v.categoryId),
  durationLabels: (values, v) => oneOf(v.durationLabel, values),
  subsets: (values, v) => oneOf(v.subset, values),
  keys: (values, v) => oneOf(v.key, values),
};
const SETS: Readonly<Partial<Record<SetName, SetCondition>>> = VIDEO_SETS;
