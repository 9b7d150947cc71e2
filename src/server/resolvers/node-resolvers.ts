import { type SQL, sql } from "drizzle-orm";
import type { GraphQLResolveInfo } from "graphql";
import { badInput } from "../../domain/errors.ts";
import { decodeNodeId, encodeNodeId, type NodeType } from "../../domain/node-id.ts";
import { runVisibleTo } from "../data/run-conditions.ts";
import { integerArray } from "../db/statement.ts";
import type { QueryNodeArgs, QueryNodesArgs } from "../generated/schema-types.ts";
import type { RequestContext } from "../graphql/context.ts";
import { fetchKeyedObjects, type KeyedJson } from "../plan/execute-plan.ts";
import type { PlanScope } from "../plan/plan-scope.ts";
import type { TableOf } from "../plan/type-tables.ts";
import { modelsSpec } from "../plan/types/model-fields.ts";
import type { Resolver, ResolverMap, Source } from "./resolver.ts";

const MOST_NODES = 100;

/** Which objects of a type a viewer may reach by id, where it is not all of them. */
const visible: { readonly [N in NodeType]?: (row: TableOf<N>, scope: PlanScope) => SQL } = {
  Run: (r, { viewer }) => runVisibleTo(viewer, r),
  Model: (m, scope) => modelsSpec.where(m, {}, null, scope),
};

const resolveNode: Resolver<QueryNodeArgs> = async (_source, { id }, context, info) => {
  const [node] = await fetchNodes([id], context, info);
  return node ?? null;
};

const resolveNodes: Resolver<QueryNodesArgs> = (_source, { ids }, context, info) => {
  if (ids.length > MOST_NODES) throw badInput(`'ids' may hold at most ${MOST_NODES} ids; got ${ids.length}.`);
  return fetchNodes(ids, context, info);
};

/** The objects behind the ids, in their order: one statement for each type among them. */
async function fetchNodes(
  ids: readonly string[],
  context: RequestContext,
  info: GraphQLResolveInfo,
): Promise<readonly (Source | null)[]> {
  const decoded = ids.map(decodeNodeId);
  const types = [...new Set(decoded.flatMap((node) => (node === null ? [] : [node.type])))];
  const byId = new Map<string, Source>();
  for (const type of types) {
    const keys = decoded.flatMap((node) => (node?.type === type ? [node.key] : []));
    for (const { key, json } of await fetchByKeys(type, keys, context, info)) {
      byId.set(encodeNodeId(type, key), { ...json, $type: type });
    }
  }
  return decoded.map((node) => (node === null ? null : (byId.get(encodeNodeId(node.type, node.key)) ?? null)));
}

const fetchByKeys = <N extends NodeType>(
  type: N,
  keys: readonly number[],
  context: RequestContext,
  info: GraphQLResolveInfo,
): Promise<readonly KeyedJson[]> =>
  fetchKeyedObjects(context, info, type, (row, scope) => {
    const mayBeSeen = visible[type]?.(row, scope) ?? sql`true`;
    return sql`${row.id} = any(${integerArray(keys)}) and ${mayBeSeen}`;
  });

export const nodeResolvers: ResolverMap = {
  Query: { node: resolveNode, nodes: resolveNodes },
  Node: { __resolveType: (node: Source) => node.$type },
};
