/** The most characters of a value that are compared and repeated in an error. */
export const LONGEST_VALUE = 80;

/** A part of a filter that cannot match anything, which is probably a mistake. */
export interface FilterFault {
  /** The position in the filter: `filter.and[1].tasks[0]`. */
  readonly path: string;
  /** The value at that position; long texts are cut. */
  readonly value: unknown;
  /** One sentence that says what is wrong. */
  readonly reason: string;
  /** The allowed values that were probably meant, nearest first. */
  readonly nearest: readonly string[];
  /** The number of allowed values; null for a range. */
  readonly allowed: number | null;
  /** The allowed values, if they are few. */
  readonly values: readonly string[] | null;
}
