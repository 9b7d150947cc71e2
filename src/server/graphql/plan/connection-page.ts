import { type SQL, sql } from "drizzle-orm";
import { type CursorType, decodeCursor, type PageArguments } from "./page-arguments.ts";
import type { PlanScope } from "./plan-scope.ts";
import type { SelectedField } from "./selection.ts";
import { aliasName, type TableOf, type TypeName, tableSource } from "./type-tables.ts";

/** A sort order of rows. No two rows have the same values in all of its columns. */
export interface ListOrder {
  /** Identifies the order in its cursors. A list refuses a cursor from another order. */
  readonly name: string;
  readonly descending: boolean;
  readonly columns: readonly OrderColumn[];
}

export interface OrderColumn {
  /** Never NULL. */
  readonly expression: SQL;
  /** The PostgreSQL type to which a cursor's text is cast. */
  readonly type: CursorType;
}

/** How a GraphQL connection is read. `A` is the row of the object that has the field. */
export interface ConnectionSpec<A, N extends TypeName> {
  readonly name: string;
  readonly type: N;
  readonly maximum: number;
  readonly order: (row: TableOf<N>, args: SelectedField["args"], scope: PlanScope) => ListOrder;
  readonly where: (row: TableOf<N>, args: SelectedField["args"], parent: A, scope: PlanScope) => SQL;
  /** The rows to read, by default the whole table. Rows outside the requested page may be missing. */
  readonly source?: (args: SelectedField["args"], parent: A, part: PagePart) => SQL;
  /** An expression for the number of rows that is cheaper than counting them; null if the rows must be counted. */
  readonly count?: (args: SelectedField["args"], parent: A, scope: PlanScope) => SQL | null;
}

/** A range of a list: at most `limit` rows between two cursors, taken from the end if `backward` is true. */
export interface PagePart {
  /** The values of the order's columns in the cursor; null without a cursor. */
  readonly after: readonly string[] | null;
  readonly before: readonly string[] | null;
  readonly backward: boolean;
  readonly limit: number | null;
}

const EVERYTHING: PagePart = { after: null, before: null, backward: false, limit: null };

/** The FROM clause's item for the rows of the list. */
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

/** The number of nodes that a page reads; 0 if the document selects no field of the nodes. */
export const nodesAsked = (field: Pick<SelectedField, "children">, page: PageArguments): number =>
  field.children().some(asksForNodes) ? page.size : 0;

const asksForNodes = (field: SelectedField): boolean =>
  field.name === "nodes" || (field.name === "edges" && field.children().some(({ name }) => name === "node"));

/** The name that cursors contain to identify their list and order. */
export const listName = ({ name }: { readonly name: string }, order: ListOrder): string => `${name}:${order.name}`;

/** The decoded `after` and `before` cursors of a page. */
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

/** A SELECT of the first `limit` rows of a page. A page that is read backward begins at its last row. */
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

/** A condition for the rows after a cursor, or before it if `before` is true. */
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
