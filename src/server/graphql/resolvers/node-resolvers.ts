import { badInput } from "../../../domain/errors.ts";
import type { QueryNodeArgs, QueryNodesArgs } from "../../generated/schema-types.ts";
import type { PlannedObject } from "../plan/planned-object.ts";
import { fetchNodes } from "../plan/root-fields.ts";
import type { Resolver, ResolverMap } from "./resolver.ts";

/** How many ids `nodes` takes. */
export const MOST_NODES = 100;

const resolveNode: Resolver<QueryNodeArgs> = async (_source, { id }, context, info) => {
  const [node] = await fetchNodes(context, info, [id]);
  return node ?? null;
};

const resolveNodes: Resolver<QueryNodesArgs> = (_source, { ids }, context, info) => {
  if (ids.length > MOST_NODES) throw badInput(`'ids' may hold at most ${MOST_NODES} ids; got ${ids.length}.`);
  return fetchNodes(context, info, ids);
};

const resolveNodeType = ({ type }: PlannedObject): unknown => type;

export const nodeResolvers: ResolverMap = {
  Query: { node: resolveNode, nodes: resolveNodes },
  Node: { __resolveType: resolveNodeType },
};
