import { type SQL, sql } from "drizzle-orm";
import { aliasName } from "./aliased-table.ts";
import { type ConnectionSpec, type ListOrder, listName, nodesAsked, pageSource, rowCount } from "./connection-page.ts";
import { connectionText } from "./connection-text.ts";
import { type JsonEntry, jsonObject } from "./json-object.ts";
import { type PageArguments, pageArguments } from "./page-arguments.ts";
import type { PlanScope } from "./plan-scope.ts";
import { objectJson, type PlannedField } from "./planned-field.ts";
import type { SelectedField } from "./selection.ts";
import type { TableOf, TypeName } from "./type-tables.ts";

/** What a connection's resolvers read. `size` and the flags say how `rows`, one longer where there is more, is to be cut. */
export interface ConnectionJson {
  readonly list: string;
  readonly rows: readonly ConnectionRowJson[];
  readonly total?: number;
  readonly size: number;
  readonly backward: boolean;
  readonly after: boolean;
  readonly before: boolean;
}

/** `$cursor` holds the values of the order's columns; every other key, a node. */
export interface ConnectionRowJson {
  readonly $cursor?: readonly string[];
  readonly [node: string]: unknown;
}

/** A field that is a Relay connection. */
export const connection = <A, N extends TypeName>(spec: ConnectionSpec<A, N>): PlannedField<A> => ({
  plan: (parent, field, scope) => [[field.responseKey, connectionJson(spec, parent, field, scope)]],
  text: (parent, field, scope) => connectionText(spec, parent, field, scope),
});

/** The whole connection as one JSON expression, a `ConnectionJson`. */
export function connectionJson<A, N extends TypeName>(
  spec: ConnectionSpec<A, N>,
  parent: A,
  field: SelectedField,
  scope: PlanScope,
): SQL {
  const page = pageArguments(field, spec.maximum);
  const row = scope.row(spec.type);
  const order = spec.order(row, field.args);
  const list = listName(spec, order);
  const asked = new Set(field.children().map((child) => child.name));
  const entries: JsonEntry[] = [
    ["list", sql`${list}::text`],
    ["size", sql.raw(String(page.size))],
    ["backward", bool(page.backward)],
    ["after", bool(page.after !== null)],
    ["before", bool(page.before !== null)],
    [
      "rows",
      asked.size > (asked.has("totalCount") ? 1 : 0) ? rowsJson(spec, parent, field, scope, page) : sql`'[]'::json`,
    ],
  ];
  if (asked.has("totalCount")) {
    entries.push(["total", sql`${rowCount(spec, row, parent, field, scope)}::int`]);
  }
  return jsonObject(entries);
}

const bool = (value: boolean): SQL => sql.raw(String(value));

export function rowsJson<A, N extends TypeName>(
  spec: ConnectionSpec<A, N>,
  parent: A,
  field: SelectedField,
  scope: PlanScope,
  page: PageArguments,
): SQL {
  const row = scope.row(spec.type);
  const order = spec.order(row, field.args);
  const source = pageSource(spec, row, order, parent, field, scope, page, page.size + 1);
  const json = jsonObject(rowEntries(spec, row, order, field, scope.below(nodesAsked(field, page))));
  return sql`(select coalesce(json_agg(${json}), '[]') from (${source}) ${aliasName(row)})`;
}

/**
 * A row holds what each selection of `nodes` and of `edges { node }` asks for apart, under their response keys: they
 * may ask for different things under one name.
 */
function rowEntries<A, N extends TypeName>(
  spec: ConnectionSpec<A, N>,
  row: TableOf<N>,
  order: ListOrder,
  field: SelectedField,
  scope: PlanScope,
): readonly JsonEntry[] {
  const json = (node: SelectedField): SQL => objectJson(spec.type, row, node.children(), scope);
  const children = field.children();
  const entries: JsonEntry[] = children.filter(named("nodes")).map((nodes) => [nodes.responseKey, json(nodes)]);
  for (const edges of children.filter(named("edges"))) {
    const nodes = edges.children().filter(named("node"));
    entries.push(...nodes.map((node) => [edgeNodeKey(edges.responseKey, node.responseKey), json(node)] as const));
  }
  const cursors = children.some(named("pageInfo")) || children.filter(named("edges")).some(asksForCursor);
  return cursors ? [...entries, ["$cursor", cursorJson(order)]] : entries;
}

const named =
  (name: string) =>
  (field: SelectedField): boolean =>
    field.name === name;

const asksForCursor = (edges: SelectedField): boolean => edges.children().some(named("cursor"));

/** Where a row holds the node of an edge. */
export const edgeNodeKey = (edges: string, node: string): string => `${edges}$${node}`;

const cursorJson = (order: ListOrder): SQL =>
  sql`json_build_array(${sql.join(
    order.columns.map(({ expression }) => sql`(${expression})::text`),
    sql`, `,
  )})`;
