/**
 * The values of a column. If `rows` is null, there is one value for each row. Otherwise rows share values: `rows` has the
 * index of each row's value, -1 for none.
 */
export interface ColumnValues<T = unknown> {
  readonly values: readonly T[];
  readonly rows: Int32Array | null;
}
