import { type ConnectionJson, type ConnectionRowJson, edgeNodeKey } from "../plan/connection.ts";
import { encodeCursor } from "../plan/cursor.ts";
import type { Resolver, ResolverMap } from "./resolver.ts";

/** An edge knows under which response key its connection asked for it. */
interface EdgeSource {
  readonly row: ConnectionRowJson;
  readonly list: string;
  readonly edgesKey: string;
}

/** The rows of the page, in the order of the list, without the one that only says that there is more. */
function pageRows({ rows, size, backward }: ConnectionJson): readonly ConnectionRowJson[] {
  const page = rows.slice(0, size);
  return backward ? page.reverse() : page;
}

const cursorOf = (list: string, row: ConnectionRowJson | undefined): string | null =>
  row?.$cursor === undefined ? null : encodeCursor(list, row.$cursor);

const resolveNodes: Resolver<object, ConnectionJson> = (connection, _args, _context, info) =>
  pageRows(connection).map((row) => row[info.path.key]);

const resolveEdges: Resolver<object, ConnectionJson> = (connection, _args, _context, info) =>
  pageRows(connection).map((row): EdgeSource => ({ row, list: connection.list, edgesKey: String(info.path.key) }));

const resolveEdgeNode: Resolver<object, EdgeSource> = ({ row, edgesKey }, _args, _context, info) =>
  row[edgeNodeKey(edgesKey, String(info.path.key))];

/** @see https://relay.dev/graphql/connections.htm#sec-undefined.PageInfo.Fields */
const resolvePageInfo: Resolver<object, ConnectionJson> = (connection) => {
  const page = pageRows(connection);
  const more = connection.rows.length > connection.size;
  return {
    hasNextPage: connection.backward ? connection.before : more,
    hasPreviousPage: connection.backward ? more : connection.after,
    startCursor: cursorOf(connection.list, page[0]),
    endCursor: cursorOf(connection.list, page.at(-1)),
  };
};

const connectionFields = {
  nodes: resolveNodes,
  edges: resolveEdges,
  pageInfo: resolvePageInfo,
  totalCount: (({ total }) => total) satisfies Resolver<object, ConnectionJson>,
};

const edgeFields = {
  cursor: (({ list, row }) => cursorOf(list, row)) satisfies Resolver<object, EdgeSource>,
  node: resolveEdgeNode,
};

const CONNECTED = ["Question", "Video", "Model", "Run", "Prediction", "PublishedResult"] as const;

/** Every connection and edge type of the schema. */
export const connectionResolvers: ResolverMap = Object.fromEntries(
  CONNECTED.flatMap((name) => [
    [`${name}Connection`, connectionFields],
    [`${name}Edge`, edgeFields],
  ]),
);
