import { type SQL, sql } from "drizzle-orm";
import type { NodeType } from "../../../domain/node-id.ts";
import { runVisibleTo } from "../../conditions/run-conditions.ts";
import { inCurrentRelease } from "../../conditions/slice-condition.ts";
import { laterValue } from "../../db/statement.ts";
import { benchmarks, releases } from "../../db/tables/benchmark-tables.ts";
import type { PlanScope } from "./plan-scope.ts";
import type { TableOf } from "./type-tables.ts";
import { modelsSpec, publishedResultsSpec } from "./types/published-result-fields.ts";
import { questionsSpec } from "./types/question-list.ts";
import { runsSpec } from "./types/run-list.ts";
import { videosSpec } from "./types/video-fields.ts";

/** The connections of `Query`, by field. */
export const ROOT_CONNECTIONS = {
  questions: questionsSpec<null>(inCurrentRelease),
  videos: videosSpec,
  models: modelsSpec,
  runs: runsSpec<null>(() => sql`true`),
  publishedResults: publishedResultsSpec<null>(() => sql`true`),
} as const;

/** Orders benchmarks by their slugs. */
export const BENCHMARK_ORDER = (b: TableOf<"Benchmark">): SQL => sql`${b.slug} collate "C"`;

/** The condition that the viewer may see an object, by its type. Objects of other types are visible to everyone. */
export const MAY_BE_SEEN: { readonly [N in NodeType]?: (row: TableOf<N>, scope: PlanScope) => SQL } = {
  Run: (r, { viewer }) => runVisibleTo(viewer, r),
  Model: (m, scope) => modelsSpec.where(m, {}, null, scope),
};

/** The questions at some ordinals of a release. `release` and `ordinals` are bound later. */
export const questionsAt = (q: TableOf<"Question">): SQL =>
  sql`${q.releaseId} = ${laterValue("release")}::int and ${q.ordinal} = any(${laterValue("ordinals")}::int[])`;

/** A question or video by its natural key in the current release of a benchmark. `key` and the slug are bound later. */
export const ofNaturalKey = (row: TableOf<"Question"> | TableOf<"Video">): SQL =>
  sql`${row.key} = ${laterValue("key")}::text and ${row.releaseId} = (
    select ${releases.id} from ${releases} join ${benchmarks} on ${benchmarks.id} = ${releases.benchmarkId}
    where ${benchmarks.slug} = ${laterValue("benchmark")}::text and ${releases.isCurrent})`;
