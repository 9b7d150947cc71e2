import { type SQL, sql } from "drizzle-orm";
import { aliasName, tableSource } from "./aliased-table.ts";
import { type CursorType, decodeCursor } from "./cursor.ts";
import type { PageArguments } from "./page-arguments.ts";
import type { PlanScope } from "./plan-scope.ts";
import type { SelectedField } from "./selection.ts";
import type { TableOf, TypeName } from "./type-tables.ts";

/** An order over rows. The values of its columns are unique together. */
export interface ListOrder {
  /** Part of each cursor, so that a cursor of one order is refused for another. */
  readonly name: string;
  readonly descending: boolean;
  readonly columns: readonly OrderColumn[];
}

export interface OrderColumn {
  /** Never NULL. */
  readonly expression: SQL;
  /** The PostgreSQL type as which the text of the expression is read back. */
  readonly type: CursorType;
}

/** How a GraphQL connection is read. `A` is the row of the object that has the field. */
export interface ConnectionSpec<A, N extends TypeName> {
  readonly name: string;
  readonly type: N;
  readonly maximum: number;
  readonly order: (row: TableOf<N>, args: SelectedField["args"], scope: PlanScope) => ListOrder;
  readonly where: (row: TableOf<N>, args: SelectedField["args"], parent: A, scope: PlanScope) => SQL;
  /** The rows to read from, if not the whole table. They may leave out rows that are not on the page. */
  readonly source?: (args: SelectedField["args"], parent: A, part: PagePart) => SQL;
  /** The number of rows, if there is a cheaper way than counting them; else null. */
  readonly count?: (args: SelectedField["args"], parent: A, scope: PlanScope) => SQL | null;
}

/** A part of a list: the rows between two cursors, counted from one end. */
export interface PagePart {
  /** The values of the order's columns. */
  readonly after: readonly string[] | null;
  readonly before: readonly string[] | null;
  readonly backward: boolean;
  readonly limit: number | null;
}

const EVERYTHING: PagePart = { after: null, before: null, backward: false, limit: null };

/** What belongs in a FROM. */
function sourceOf<A, N extends TypeName>(
  spec: ConnectionSpec<A, N>,
  row: TableOf<N>,
  parent: A,
  field: SelectedField,
  part: PagePart,
): SQL {
  const source = spec.source?.(field.args, parent, part);
  return source === undefined ? tableSource(row) : sql`${source} ${aliasName(row)}`;
}

/** The number of rows of the whole list, as a scalar. */
export function rowCount<A, N extends TypeName>(
  spec: ConnectionSpec<A, N>,
  row: TableOf<N>,
  parent: A,
  field: SelectedField,
  scope: PlanScope,
): SQL {
  const where = spec.where(row, field.args, parent, scope);
  const source = sourceOf(spec, row, parent, field, EVERYTHING);
  return spec.count?.(field.args, parent, scope) ?? sql`(select count(*) from ${source} where ${where})`;
}

/** The number of nodes that a page reads; 0 if only its cursors or its length are selected. */
export const nodesAsked = (field: Pick<SelectedField, "children">, page: PageArguments): number =>
  field.children().some(asksForNodes) ? page.size : 0;

const asksForNodes = (field: SelectedField): boolean =>
  field.name === "nodes" || (field.name === "edges" && field.children().some(({ name }) => name === "node"));

/** The name of the list and order that its cursors contain. */
export const listName = ({ name }: { readonly name: string }, order: ListOrder): string => `${name}:${order.name}`;

/** The values in the cursors of a page. */
type PageCursors = Pick<PagePart, "after" | "before">;

/**
 * Decodes the cursors of a page.
 * @throws `BAD_USER_INPUT` for a cursor that is not valid for this list and order
 */
export function pageCursors(list: string, order: ListOrder, { after, before }: PageArguments): PageCursors {
  const types = order.columns.map(({ type }) => type);
  return {
    after: after === null ? null : decodeCursor(list, types, "after", after),
    before: before === null ? null : decodeCursor(list, types, "before", before),
  };
}

/** At most `limit` rows of a page, in the direction in which the page is read: a SELECT of the row's columns. */
export function pageSource<A, N extends TypeName>(
  spec: ConnectionSpec<A, N>,
  row: TableOf<N>,
  order: ListOrder,
  parent: A,
  field: SelectedField,
  scope: PlanScope,
  page: PageArguments,
  limit: number,
): SQL {
  const { after, before } = pageCursors(listName(spec, order), order, page);
  const conditions = [
    spec.where(row, field.args, parent, scope),
    ...(after === null ? [] : [beyond(order, after, false)]),
    ...(before === null ? [] : [beyond(order, before, true)]),
  ];
  const source = sourceOf(spec, row, parent, field, { after, before, backward: page.backward, limit });
  const direction = order.descending === page.backward ? sql`asc` : sql`desc`;
  const by = order.columns.map(({ expression }) => sql`${expression} ${direction}`);
  return sql`select ${aliasName(row)}.* from ${source} where ${sql.join(conditions, sql` and `)}
    order by ${sql.join(by, sql`, `)} limit ${sql.raw(String(limit))}`;
}

/** The rows after a cursor in the order's own direction, or the rows before it. */
function beyond(order: ListOrder, values: readonly string[], before: boolean): SQL {
  const columns = sql.join(
    order.columns.map(({ expression }) => expression),
    sql`, `,
  );
  const limits = sql.join(
    order.columns.map(({ type }, index) => sql`${values[index]}::text::${sql.raw(type)}`),
    sql`, `,
  );
  return order.descending === before ? sql`(${columns}) > (${limits})` : sql`(${columns}) < (${limits})`;
}
