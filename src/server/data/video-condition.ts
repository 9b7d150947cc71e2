import { type SQL, sql } from "drizzle-orm";
import type { Slice } from "../../domain/slice/slice.ts";
import { textArray } from "../db/statement.ts";
import type { videos } from "../db/tables/benchmark-tables.ts";
import {
  audioCondition,
  audioMask,
  benchmarkCondition,
  bucketCondition,
  categoryCondition,
  durationCondition,
} from "./slice-condition.ts";

type VideoRow = typeof videos;

/** A slice as a condition on a row of videos; `null` if the slice has conditions that apply to questions only. */
export function videoSliceCondition(slice: Slice, v: VideoRow): SQL | null {
  switch (slice.kind) {
    case "everything":
      return sql`true`;
    case "nothing":
      return sql`false`;
    case "in":
      return listCondition(slice, v);
    case "audio":
      return audioCondition(slice.quantifier, audioMask(slice.values), v.audioMask);
    case "duration":
      return durationCondition(slice.bound, slice.seconds, v.durationSeconds);
    case "and":
      return conjunction(slice.of.map((part) => videoSliceCondition(part, v)));
    default:
      return null;
  }
}

function conjunction(parts: readonly (SQL | null)[]): SQL | null {
  const conditions = parts.filter((part) => part !== null);
  return conditions.length < parts.length ? null : sql`(${sql.join(conditions, sql` and `)})`;
}

function listCondition({ field, values }: Extract<Slice, { kind: "in" }>, v: VideoRow): SQL | null {
  switch (field) {
    case "benchmarks":
      return benchmarkCondition(values, v.releaseId);
    case "categories":
      return categoryCondition(values, v.categoryId);
    case "durationBuckets":
      return bucketCondition(values, v.durationSeconds);
    case "durationLabels":
      return sql`${v.durationLabel} = any(${textArray(values)})`;
    case "subsets":
      return sql`${v.subset} = any(${textArray(values)})`;
    case "keys":
      return sql`${v.key} = any(${textArray(values)})`;
    default:
      return null;
  }
}
