/** The fields that are not undefined. */
export const definedFields = <T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;

/**
 * The values of a column. If `rows` is null, `values` has one value for each row. Otherwise, rows share values, and
 * `rows` has the index of each row's value; -1 for a row without a value.
 */
export interface ColumnValues<T = unknown> {
  readonly values: readonly T[];
  readonly rows: Int32Array | null;
}
