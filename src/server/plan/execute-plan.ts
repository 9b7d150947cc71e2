import { type SQL, sql } from "drizzle-orm";
import type { GraphQLResolveInfo } from "graphql";
import type { NodeType } from "../../domain/node-id.ts";
import type { Viewer } from "../../domain/viewer.ts";
import type { Queryable } from "../db/database.ts";
import { tableSource } from "./aliased-table.ts";
import { type ConnectionJson, connectionJson } from "./connection.ts";
import type { ConnectionSpec } from "./connection-page.ts";
import { type PlanScope, rootScope } from "./plan-scope.ts";
import { objectJson } from "./planned-field.ts";
import { PLANNED_TYPES } from "./planned-types.ts";
import type { RequestCost } from "./request-cost.ts";
import { selectedField } from "./selection.ts";
import type { TableOf, TypeName } from "./type-tables.ts";

/** Who asks, of which database. */
export interface PlanContext {
  readonly database: Queryable;
  readonly viewer: Viewer;
  readonly cost: RequestCost;
}

/** An object as its plan returns it: fields under their response keys. */
export type PlannedJson = Readonly<Record<string, unknown>>;

/** Reads the connection that a resolver was called for, with everything below it: one statement. */
export async function fetchConnection<N extends TypeName>(
  { database, viewer, cost }: PlanContext,
  info: GraphQLResolveInfo,
  spec: ConnectionSpec<null, N>,
): Promise<ConnectionJson> {
  const json = connectionJson(spec, null, selectedField(info), rootScope(PLANNED_TYPES, viewer, cost));
  const [row] = await database.query<{ json: ConnectionJson }>(sql`select ${json} as json`);
  if (row === undefined) throw new Error("a connection came back without a row");
  return row.json;
}

type Where<N extends TypeName> = (row: TableOf<N>, scope: PlanScope) => SQL;

/** Reads the one object of the type where the condition holds, with everything below it: one statement. */
export async function fetchObject<N extends TypeName>(
  context: PlanContext,
  info: GraphQLResolveInfo,
  type: N,
  where: Where<N>,
): Promise<PlannedJson | null> {
  const [json] = await fetchObjects(context, info, type, where);
  return json ?? null;
}

/** One object needs no order. */
const UNORDERED = (): SQL => sql`(select null)`;

/** Reads the objects of the type where the condition holds, in the given order: one statement. */
export async function fetchObjects<N extends TypeName>(
  { database, viewer, cost }: PlanContext,
  info: GraphQLResolveInfo,
  type: N,
  where: Where<N>,
  order: (row: TableOf<N>) => SQL = UNORDERED,
): Promise<readonly PlannedJson[]> {
  const field = selectedField(info);
  const scope = rootScope(PLANNED_TYPES, viewer, cost).below(field.cost.assumedSize);
  const row = scope.row(type);
  const json = objectJson(type, row, field.children(type), scope);
  const rows = await database.query<{ json: PlannedJson }>(
    sql`select ${json} as json from ${tableSource(row)} where ${where(row, scope)} order by ${order(row)}`,
  );
  return rows.map(({ json: object }) => object);
}

/** An object with its primary key, or what else tells it from the others. */
export interface KeyedJson {
  readonly key: number;
  readonly json: PlannedJson;
}

/** Reads the objects of a node type where the condition holds, in no order, `most` of them at most: one statement. */
export function fetchKeyedObjects<N extends NodeType>(
  { database, viewer, cost }: PlanContext,
  info: GraphQLResolveInfo,
  type: N,
  most: number,
  where: Where<N>,
  keyOf: (row: TableOf<N>) => SQL = (row) => sql`${row.id}`,
): Promise<readonly KeyedJson[]> {
  const scope = rootScope(PLANNED_TYPES, viewer, cost).below(most);
  const row = scope.row(type);
  const json = objectJson(type, row, selectedField(info).children(type), scope);
  return database.query<KeyedJson>(
    sql`select ${keyOf(row)} as key, ${json} as json from ${tableSource(row)} where ${where(row, scope)}`,
  );
}
