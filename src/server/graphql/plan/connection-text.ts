import { type SQL, sql } from "drizzle-orm";
import {
  type ConnectionSpec,
  type ListOrder,
  listName,
  nodesAsked,
  pageCursors,
  pageSource,
  rowCount,
} from "./connection-page.ts";
import {
  JsonText,
  jsonConstant,
  jsonListText,
  jsonObjectText,
  jsonOf,
  jsonOfPlain,
  type TextEntry,
} from "./json-pieces.ts";
import { encodedCursor, type PageArguments, pageArguments, pageEnds } from "./page-arguments.ts";
import type { PlannedField, PlanScope } from "./plan-scope.ts";
import { objectText } from "./planned-field.ts";
import type { SelectedField } from "./selection.ts";
import { aliasName, NotCompilableError, type TableOf, type TypeName } from "./type-tables.ts";

/** A field that is a Relay connection. */
export const connection =
  <A, N extends TypeName>(spec: ConnectionSpec<A, N>): PlannedField<A> =>
  (parent, field, scope) =>
    connectionText(spec, parent, field, scope);

/** A page for which SQL is being written. */
interface Page<N extends TypeName> {
  readonly type: N;
  readonly row: TableOf<N>;
  readonly list: string;
  readonly order: ListOrder;
  readonly page: PageArguments;
  /**
   * Whether the rows have a row number `n`, which starts at 1 and follows the direction of reading. Numbered rows may
   * include one row beyond the page.
   */
  readonly numbered: boolean;
  readonly scope: PlanScope;
}

/**
 * The JSON text of a connection.
 * @throws NotCompilableError if SQL alone cannot produce it
 */
export function connectionText<A, N extends TypeName>(
  spec: ConnectionSpec<A, N>,
  parent: A,
  field: SelectedField,
  scope: PlanScope,
): JsonText {
  const page = pageArguments(field, spec.maximum);
  const row = scope.row(spec.type);
  const order = spec.order(row, field.args, scope);
  const parts = {
    type: spec.type,
    row,
    list: listName(spec, order),
    order,
    page,
    numbered: isNumbered(field, page),
    scope: scope.below(nodesAsked(field, page)),
  };
  const entries = field.answered().map((child): TextEntry => {
    if (child.name === "totalCount") return [child.responseKey, countText(spec, parent, field, scope)];
    return [child.responseKey, partText(child, parts)];
  });
  const object = jsonObjectText(entries);
  if (field.answered().every(({ name }) => WITHOUT_ROWS.has(name))) {
    // An invalid cursor is an error even if no row is read.
    pageCursors(parts.list, order, page);
    return object;
  }
  const limit = parts.numbered ? page.size + 1 : page.size;
  const source = pageSource(spec, row, order, parent, field, scope, page, limit);
  if (!parts.numbered) return new JsonText([sql`(select ${object.sql} from (${source}) ${aliasName(row)})`]);
  // `group by ()` returns exactly one row, even for an empty page or a selection without aggregates.
  return new JsonText([
    sql`(select ${object.sql} from (
    select *, row_number() over () as n from (${source}) ${aliasName(row)}) ${aliasName(row)} group by ())`,
  ]);
}

/** An aggregate over the rows of a page. */
export function overPage<A, N extends TypeName>(
  spec: ConnectionSpec<A, N>,
  parent: A,
  field: SelectedField,
  scope: PlanScope,
  aggregate: (row: TableOf<N>) => SQL,
): SQL {
  const page = pageArguments(field, spec.maximum);
  const row = scope.row(spec.type);
  const order = spec.order(row, field.args, scope);
  const source = pageSource(spec, row, order, parent, field, scope, page, page.size);
  return sql`(select ${aggregate(row)} from (${source}) ${aliasName(row)})`;
}

/** Whether the rows need row numbers: to reverse a page that is read backward, or to fill its `pageInfo`. */
const isNumbered = (field: SelectedField, { backward }: PageArguments): boolean =>
  backward || field.answered().some(({ name }) => name === "pageInfo");

/** Fields of a connection that need no rows. */
const WITHOUT_ROWS: ReadonlySet<string> = new Set(["totalCount", "__typename"]);

function countText<A, N extends TypeName>(
  spec: ConnectionSpec<A, N>,
  parent: A,
  field: SelectedField,
  scope: PlanScope,
): JsonText {
  return new JsonText([sql`${rowCount(spec, scope.row(spec.type), parent, field, scope)}::text`]);
}

function partText<N extends TypeName>(field: SelectedField, page: Page<N>): JsonText {
  switch (field.name) {
    case "__typename":
      return jsonConstant(`${page.type}Connection`);
    case "nodes":
      return rowList(page, objectText(page.type, page.row, field.answered(), page.scope));
    case "edges":
      return rowList(page, edgeText(field, page));
    case "pageInfo":
      return pageInfoText(field, page);
    default:
      throw new NotCompilableError(`${field.name} of a connection`);
  }
}

const isOnPage = ({ page }: Pick<Page<TypeName>, "page">): SQL => sql`n <= ${sql.raw(String(page.size))}`;

/** The JSON list of the rows, in the order of the connection. A page that was read backward is reversed. */
const rowList = <N extends TypeName>(page: Page<N>, json: JsonText): JsonText =>
  !page.numbered
    ? jsonListText(json)
    : jsonListText(
        json,
        sql` order by n ${page.page.backward ? sql`desc` : sql`asc`}`,
        sql` filter (where ${isOnPage(page)})`,
      );

function edgeText<N extends TypeName>(field: SelectedField, page: Page<N>): JsonText {
  return jsonObjectText(
    field.answered().map((child): TextEntry => {
      if (child.name === "__typename") return [child.responseKey, jsonConstant(`${page.type}Edge`)];
      if (child.name === "cursor") return [child.responseKey, jsonOfPlain(cursorText(page))];
      return [child.responseKey, objectText(page.type, page.row, child.answered(), page.scope)];
    }),
  );
}

function pageInfoText<N extends TypeName>(field: SelectedField, page: Page<N>): JsonText {
  const { backward, size } = page.page;
  const more = new JsonText([sql`(count(*) > ${sql.raw(String(size))})::text`]);
  const cursor = (isLast: boolean): JsonText =>
    jsonOf(
      sql`(array_agg(${cursorText(page)} order by n ${isLast === backward ? sql`asc` : sql`desc`}) filter (where ${isOnPage(page)}))[1]`,
    );
  const values: Readonly<Record<string, JsonText>> = {
    __typename: jsonConstant("PageInfo"),
    ...pageEnds(page.page, more, jsonConstant),
    startCursor: cursor(false),
    endCursor: cursor(true),
  };
  return jsonObjectText(
    field.answered().map(({ name, responseKey }): TextEntry => {
      const value = values[name];
      if (value === undefined) throw new NotCompilableError(`PageInfo.${name}`);
      return [responseKey, value];
    }),
  );
}

const cursorText = <N extends TypeName>({ list, order }: Page<N>): SQL =>
  encodedCursor(
    list,
    order.columns.map(({ expression }) => expression),
  );
