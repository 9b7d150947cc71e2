import { type SQL, sql } from "drizzle-orm";
import type { GraphQLResolveInfo } from "graphql";
import { decodeNodeId, encodeNodeId, type NodeType } from "../../domain/node-id.ts";
import { runVisibleTo } from "../data/run-conditions.ts";
import { inCurrentRelease } from "../data/slice-condition.ts";
import { integerArray } from "../db/statement.ts";
import type { ConnectionJson } from "./connection.ts";
import type { ConnectionSpec } from "./connection-page.ts";
import {
  fetchConnection,
  fetchKeyedObjects,
  fetchObject,
  fetchObjects,
  type KeyedJson,
  type PlanContext,
  type PlannedJson,
} from "./execute-plan.ts";
import type { PlanScope } from "./plan-scope.ts";
import type { TableOf, TypeName } from "./type-tables.ts";
import { modelsSpec } from "./types/model-fields.ts";
import { publishedResultsSpec } from "./types/published-result-fields.ts";
import { questionsSpec } from "./types/question-list.ts";
import { runsSpec } from "./types/run-list.ts";
import { videosSpec } from "./types/video-fields.ts";

/** Reads what a root field asks for, with everything below it, in one statement. */
type RootConnection = (context: PlanContext, info: GraphQLResolveInfo) => Promise<ConnectionJson>;

const rootConnection =
  <N extends TypeName>(spec: ConnectionSpec<null, N>): RootConnection =>
  (context, info) =>
    fetchConnection(context, info, spec);

/** The connections of the root, by field. */
export const ROOT_CONNECTIONS = {
  questions: questionsSpec<null>(inCurrentRelease),
  videos: videosSpec,
  models: modelsSpec,
  runs: runsSpec<null>(() => sql`true`),
  publishedResults: publishedResultsSpec<null>(() => sql`true`),
} as const;

export const fetchQuestions = rootConnection(ROOT_CONNECTIONS.questions);
export const fetchVideos = rootConnection(ROOT_CONNECTIONS.videos);
export const fetchModels = rootConnection(ROOT_CONNECTIONS.models);
export const fetchRuns = rootConnection(ROOT_CONNECTIONS.runs);
export const fetchPublishedResults = rootConnection(ROOT_CONNECTIONS.publishedResults);

/** The order of all benchmarks: that of their slugs. */
export const BENCHMARK_ORDER = (b: TableOf<"Benchmark">): SQL => sql`${b.slug} collate "C"`;

export const fetchBenchmarks = (context: PlanContext, info: GraphQLResolveInfo): Promise<readonly PlannedJson[]> =>
  fetchObjects(context, info, "Benchmark", () => sql`true`, BENCHMARK_ORDER);

export const fetchBenchmark = (
  context: PlanContext,
  info: GraphQLResolveInfo,
  slug: string,
): Promise<PlannedJson | null> => fetchObject(context, info, "Benchmark", (b) => sql`${b.slug} = ${slug}::text`);

/** A run by its primary key, where the viewer may see it. */
export const fetchRun = (context: PlanContext, info: GraphQLResolveInfo, key: number): Promise<PlannedJson | null> =>
  fetchObject(context, info, "Run", (r) => sql`${r.id} = ${key}::int and ${runVisibleTo(context.viewer, r)}`);

/** Which objects of a type a viewer may reach by id, where it is not all of them. */
export const MAY_BE_SEEN: { readonly [N in NodeType]?: (row: TableOf<N>, scope: PlanScope) => SQL } = {
  Run: (r, { viewer }) => runVisibleTo(viewer, r),
  Model: (m, scope) => modelsSpec.where(m, {}, null, scope),
};

/**
 * The objects behind node ids, in their order, each with its GraphQL type under `$type`; null where there is none that
 * the viewer may see. One statement for each type among them.
 */
export async function fetchNodes(
  context: PlanContext,
  info: GraphQLResolveInfo,
  ids: readonly string[],
): Promise<readonly (PlannedJson | null)[]> {
  const decoded = ids.map(decodeNodeId);
  const types = [...new Set(decoded.flatMap((node) => (node === null ? [] : [node.type])))];
  const byId = new Map<string, PlannedJson>();
  for (const type of types) {
    const keys = decoded.flatMap((node) => (node?.type === type ? [node.key] : []));
    for (const { key, json } of await fetchByKeys(context, info, type, keys)) {
      byId.set(encodeNodeId(type, key), { ...json, $type: type });
    }
  }
  return decoded.map((node) => (node === null ? null : (byId.get(encodeNodeId(node.type, node.key)) ?? null)));
}

/** The objects of a node type with these primary keys, where the viewer may see them, in no order: one statement. */
export const fetchByKeys = <N extends NodeType>(
  context: PlanContext,
  info: GraphQLResolveInfo,
  type: N,
  keys: readonly number[],
): Promise<readonly KeyedJson[]> =>
  fetchKeyedObjects(context, info, type, keys.length, (row, scope) => {
    const mayBeSeen = MAY_BE_SEEN[type]?.(row, scope) ?? sql`true`;
    return sql`${row.id} = any(${integerArray(keys)}) and ${mayBeSeen}`;
  });

/** The questions at these ordinals of a release, keyed by ordinal, in no order: one statement. */
export const fetchQuestionsAt = (
  context: PlanContext,
  info: GraphQLResolveInfo,
  release: number,
  ordinals: readonly number[],
): Promise<readonly KeyedJson[]> =>
  fetchKeyedObjects(
    context,
    info,
    "Question",
    ordinals.length,
    (q) => sql`${q.releaseId} = ${release}::int and ${q.ordinal} = any(${integerArray(ordinals)})`,
    (q) => sql`${q.ordinal}`,
  );

/** Those questions of a release, by ordinal, as a list. */
export const fetchQuestionsByOrdinal = (
  context: PlanContext,
  info: GraphQLResolveInfo,
  release: number,
  ordinals: readonly number[],
): Promise<ConnectionJson> =>
  fetchConnection(
    context,
    info,
    questionsSpec<null>((q) => sql`${q.releaseId} = ${release}::int and ${q.ordinal} = any(${integerArray(ordinals)})`),
  );
