/**
 * The values of a column. If `rows` is null, `values` has one value for each row. Otherwise, rows share values, and
 * `rows` has the index of each row's value; -1 for a row without a value.
 */
export interface ColumnValues<T = unknown> {
  readonly values: readonly T[];
  readonly rows: Int32Array | null;
}
