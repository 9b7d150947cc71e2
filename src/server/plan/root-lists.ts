import { type SQL, sql } from "drizzle-orm";
import type { NodeType } from "../../domain/node-id.ts";
import { runVisibleTo } from "../data/run-conditions.ts";
import { inCurrentRelease } from "../data/slice-condition.ts";
import { laterValue } from "../db/statement.ts";
import type { PlanScope } from "./plan-scope.ts";
import type { TableOf } from "./type-tables.ts";
import { modelsSpec } from "./types/model-fields.ts";
import { publishedResultsSpec } from "./types/published-result-fields.ts";
import { questionsSpec } from "./types/question-list.ts";
import { runsSpec } from "./types/run-list.ts";
import { videosSpec } from "./types/video-fields.ts";

/** The connections of the root, by field. */
export const ROOT_CONNECTIONS = {
  questions: questionsSpec<null>(inCurrentRelease),
  videos: videosSpec,
  models: modelsSpec,
  runs: runsSpec<null>(() => sql`true`),
  publishedResults: publishedResultsSpec<null>(() => sql`true`),
} as const;

/** The order of all benchmarks: that of their slugs. */
export const BENCHMARK_ORDER = (b: TableOf<"Benchmark">): SQL => sql`${b.slug} collate "C"`;

/** The objects of a type that a viewer may reach by id, for types with restricted access. */
export const MAY_BE_SEEN: { readonly [N in NodeType]?: (row: TableOf<N>, scope: PlanScope) => SQL } = {
  Run: (r, { viewer }) => runVisibleTo(viewer, r),
  Model: (m, scope) => modelsSpec.where(m, {}, null, scope),
};

/** The questions of a release whose `release` and `ordinals` come later. */
export const questionsAt = (q: TableOf<"Question">): SQL =>
  sql`${q.releaseId} = ${laterValue("release")}::int and ${q.ordinal} = any(${laterValue("ordinals")}::int[])`;
