import { type GetColumnData, SQL, type SQLChunk, type SQLWrapper, StringChunk, sql } from "drizzle-orm";
import { type AnyPgColumn, PgDialect } from "drizzle-orm/pg-core";

/** Renders statements. Columns have snake case in the database. */
export const dialect = new PgDialect({ casing: "snake_case" });

// One object of columns gives both the SQL of a select list and the type of its rows: docs/decisions/0027-typed-sql.md.

/**
 * An SQL expression whose values have the type `T`. Only the functions of this module create expressions. Each function
 * writes the PostgreSQL type into the SQL and declares the matching TypeScript type.
 */
class Expression<T> implements SQLWrapper {
  declare protected readonly type: T;

  /** @param sqlType the PostgreSQL type, as `format_type` writes it */
  constructor(
    private readonly expression: SQL,
    readonly sqlType: string,
    readonly nullable = false,
  ) {}

  getSQL(): SQL {
    return this.expression;
  }

  shouldOmitSQLParens(): boolean {
    return true;
  }
}

export type { Expression };

/** An item of a select list: a column of a table, or an expression. */
export type Selectable = AnyPgColumn | Expression<unknown>;

/** A select list: the selected items, by their names in the row. */
export type Columns = Readonly<Record<string, Selectable>>;

/**
 * The column types for which both drivers return Drizzle's type. Other types, such as `bigint`, need a cast: PGlite
 * reads a `bigint` as a number, node-postgres as a string.
 */
type ReadAsTyped =
  | "PgArray"
  | "PgBoolean"
  | "PgCustomColumn"
  | "PgDoublePrecision"
  | "PgInteger"
  | "PgJsonb"
  | "PgReal"
  | "PgSmallInt"
  | "PgText"
  | "PgTimestamp";

/** The type of a column's values; `never` if a driver returns values of another type than Drizzle declares. */
export type ValueOf<C> =
  C extends Expression<infer T>
    ? T
    : C extends AnyPgColumn
      ? C["_"]["columnType"] extends ReadAsTyped
        ? GetColumnData<C>
        : never
      : never;

/** The type of the rows of a select list. */
export type RowOf<C extends Columns> = { readonly [K in keyof C]: ValueOf<C[K]> };

/** Some columns of a table, under their own names. */
export const pick = <T, const K extends keyof T>(table: T, ...names: readonly K[]): Readonly<Pick<T, K>> =>
  Object.fromEntries(names.map((name) => [name, table[name]])) as unknown as Pick<T, K>;

/** The type of a value after PostgreSQL has written it as JSON. */
type Json<T> = T extends Date | Uint8Array ? string : T;
type JsonRow<R> = { readonly [K in keyof R]: Json<R[K]> };

const cast =
  <T>(sqlType: string) =>
  (expression: SQLWrapper): Expression<T> =>
    new Expression(sql`(${expression})::${sql.raw(sqlType)}`, sqlType);

/*
 * Expressions of a PostgreSQL type. They must not be NULL; mark an expression that can be NULL with `nullable`. The
 * cast turns a `count(*)` or a `sum` of integers, which are `bigint`, into a number.
 */
export const int = cast<number>("integer");
export const float = cast<number>("double precision");
export const text = cast<string>("text");
export const boolean = cast<boolean>("boolean");
export const textList = cast<readonly string[]>("text[]");

/** An expression whose values come from a fixed set of words. */
export const oneOf = <const T extends string>(_words: readonly T[], expression: SQLWrapper): Expression<T> =>
  new Expression(sql`(${expression})::text`, "text");

/**
 * An expression with the type of a given column. It is used for a column of an aliased table. The expression can be
 * NULL if the given column can.
 */
export const like = <C extends AnyPgColumn>(column: C, expression: SQLWrapper): Expression<ValueOf<C>> =>
  new Expression(sql`(${expression})::${sql.raw(column.getSQLType())}`, column.getSQLType(), !column.notNull);

/** Marks an expression that can be NULL: a column of an outer join, an aggregate over no rows. */
export const nullable = <S extends Selectable>(column: S): Expression<ValueOf<S> | null> =>
  new Expression(sql`${column}`, sqlTypeOf(column), true);

/** The expression if a condition holds, else NULL. */
export const when = <S extends Selectable>(condition: SQL, column: S): Expression<ValueOf<S> | null> =>
  new Expression(sql`case when ${condition} then ${column} end`, sqlTypeOf(column), true);

/** A subquery of one column and at most one row; NULL without a row. `rest` is the subquery from FROM on. */
export const scalar = <S extends Selectable>(column: S, rest: SQL): Expression<ValueOf<S> | null> =>
  new Expression(sql`(select ${column} ${rest})`, sqlTypeOf(column), true);

/** A text as JSON. Both drivers read JSON unchanged, but PGlite drops a byte order mark at the start of a `text`. */
export const textAsJson = <S extends Selectable>(column: S): Expression<Json<ValueOf<S>>> =>
  new Expression(sql`to_json(${column})`, sqlTypeOf(column), isNullable(column));

/** A JSON object. */
export const jsonObject = <C extends Columns>(columns: C): Expression<JsonRow<RowOf<C>>> =>
  new Expression(
    sql`json_build_object(${sql.join(
      Object.entries(columns).map(([name, column]) => sql`${sql.raw(`'${name}'`)}, ${column}`),
      sql`, `,
    )})`,
    "json",
  );

/** A JSON array with one item per column. It is shorter than an object, because it has no names. */
export const jsonTuple = <const T extends readonly Selectable[]>(
  ...columns: T
): Expression<{ readonly [K in keyof T]: Json<ValueOf<T[K]>> }> =>
  new Expression(sql`json_build_array(${sql.join([...columns], sql`, `)})`, "json");

/** The input of an aggregate, and its order. */
interface Collected {
  /** `order by …` */
  readonly order?: SQL;
  readonly distinct?: boolean;
}

/** An aggregate that collects a column's values in a JSON array; empty if there are no rows. */
export const jsonList = <S extends Selectable>(
  column: S,
  { order = sql``, distinct = false }: Collected = {},
): Expression<readonly Json<ValueOf<S>>[]> =>
  new Expression(sql`coalesce(json_agg(${distinct ? sql`distinct ` : sql``}${column} ${order}), '[]'::json)`, "json");

/** An aggregate that collects a column's values in the rows that a condition selects, in a JSON array. */
export const collected = <S extends Selectable>(column: S, condition: SQL): Expression<readonly Json<ValueOf<S>>[]> =>
  new Expression(sql`coalesce(json_agg(${column}) filter (where ${condition}), '[]'::json)`, "json");

/** A subquery that returns a column's values as a JSON array. `rest` is the subquery from FROM on. */
export const jsonListFrom = <S extends Selectable>(
  column: S,
  rest: SQL,
  collected?: Collected,
): Expression<readonly Json<ValueOf<S>>[]> =>
  new Expression(sql`(select ${jsonList(column, collected)} ${rest})`, "json");

/** The rows of a statement as one JSON array of objects, which the drivers read faster than rows. */
export const jsonRows = <R extends object>(rows: Select<R>): Expression<readonly JsonRow<R>[]> =>
  new Expression(sql`(select coalesce(json_agg(listed), '[]'::json) from (${rows}) listed)`, "json");

/** References to the columns of a subquery, by its alias. `columns` is the subquery's own select list. */
export const columnsOf = <C extends Columns>(
  alias: string,
  columns: C,
): { readonly [K in keyof C]: Expression<ValueOf<C[K]>> } =>
  Object.fromEntries(
    Object.entries(columns).map(([name, column]) => [
      name,
      new Expression(sql`${sql.identifier(alias)}.${sql.identifier(name)}`, sqlTypeOf(column), isNullable(column)),
    ]),
  ) as { readonly [K in keyof C]: Expression<ValueOf<C[K]>> };

/** The columns of a subquery as JSON arrays; NULL for an array that is too long. */
type JsonColumns<C extends Columns> = { readonly [K in keyof C]: Expression<readonly Json<ValueOf<C[K]>>[] | null> };

/**
 * The columns of a subquery, each as a JSON array in the order of the rows. Drivers read this form faster than any
 * other.
 * @param longest the most bytes of an array; a longer one is NULL
 */
export const jsonColumns = <C extends Columns>(alias: string, columns: C, longest: number): JsonColumns<C> =>
  Object.fromEntries(
    Object.entries(columnsOf(alias, columns)).map(([name, column]) => {
      const values = jsonList(column);
      return [name, when(sql`octet_length((${values})::text) <= ${longest}`, values)];
    }),
  ) as unknown as JsonColumns<C>;

/** A select list whose rows have the type of its columns: `"runs"."id" as "id", …`. */
class List<C extends Columns> extends SQL {
  declare protected readonly type: C;

  constructor(readonly columns: Columns) {
    super(chunksOf(columns));
  }
}

const COMMA = new StringChunk(", ");
const SEEN = new WeakMap<Columns, { readonly chunks: SQLChunk[]; readonly isFinal: boolean }>();

/**
 * The SQL chunks of a list. From its second use on, a list without parameters is stored as one text, because rendering
 * the columns takes most of the time.
 */
function chunksOf(columns: Columns): SQLChunk[] {
  const seen = SEEN.get(columns);
  if (seen?.isFinal) return seen.chunks;
  const chunks = seen === undefined ? flatList(columns) : asText(seen.chunks);
  SEEN.set(columns, { chunks, isFinal: seen !== undefined });
  return chunks;
}

/** The chunks are flat, because Drizzle renders and merges each nested template separately. */
const flatList = (columns: Columns): SQLChunk[] =>
  Object.entries(columns).flatMap(([name, column], index) => [
    ...(index === 0 ? [] : [COMMA]),
    column,
    new StringChunk(` as "${name}"`),
  ]);

function asText(chunks: SQLChunk[]): SQLChunk[] {
  const { sql: rendered, params } = dialect.sqlToQuery(new SQL(chunks));
  return params.length === 0 ? [new StringChunk(rendered)] : chunks;
}

/** The list after SELECT or RETURNING in a `typed` statement. */
export const list = <C extends Columns>(columns: C): List<C> => new List(columns);

/** The select list of a subquery within a `typed` statement. The outer statement refers to it with `columnsOf`. */
export const innerList = (columns: Columns): SQL => new SQL(chunksOf(columns));

/** A statement whose rows have the type `R`. */
export class Select<R extends object> extends SQL {
  declare protected readonly row: R;

  constructor(
    query: SQL,
    readonly columns: Columns,
  ) {
    super(query.queryChunks);
  }
}

/** The type of the rows of a template with these parameters. It is the type of the only list among the parameters. */
type RowIn<P> = [Extract<P, List<Columns>>] extends [never] ? Row : P extends List<infer C> ? RowOf<C> : never;

/**
 * The template of a statement with typed rows. It has exactly one `list`, which determines the type of the rows:
 * `` typed`select ${list({ id: runs.id })} from ${runs}` ``.
 */
export function typed<const P extends readonly unknown[]>(
  strings: TemplateStringsArray,
  ...params: P
): Select<RowIn<P[number]>> {
  const [columns, ...others] = params.flatMap((param) => (param instanceof List ? [param.columns] : []));
  if (columns === undefined || others.length > 0) throw new TypeError("a typed statement has exactly one list");
  return new Select(sql(strings, ...params), columns);
}

/** A row of a statement that is not `typed`. */
export type Row = Readonly<Record<string, unknown>>;

/** The first row; undefined if there are no rows. */
export const first = async <R>(rows: Promise<readonly R[]>): Promise<R | undefined> => (await rows)[0];

/** The PostgreSQL type of a column or an expression. */
export const sqlTypeOf = (column: Selectable): string =>
  column instanceof Expression ? column.sqlType : column.getSQLType();

/** Whether a column or an expression can be NULL. */
export const isNullable = (column: Selectable): boolean =>
  column instanceof Expression ? column.nullable : !column.notNull;
