/** The number of characters of a value that are compared with allowed values and repeated in an error. */
export const LONGEST_VALUE = 80;

/** A part of a filter that cannot match anything, which is probably a mistake. */
export interface FilterFault {
  /** The position in the filter: `filter.and[1].tasks[0]`. */
  readonly path: string;
  /** The value at that position; long texts are cut. */
  readonly value: unknown;
  /** One sentence that says what is wrong. */
  readonly reason: string;
  /** The allowed values that the caller probably meant, nearest first. */
  readonly nearest: readonly string[];
  /** The number of allowed values; null for a range. */
  readonly allowed: number | null;
  /** The allowed values, if they are few. */
  readonly values: readonly string[] | null;
}

/** The suggestion, if there is one, and the allowed values or their number. Empty if the fault has neither. */
export function adviceText({ nearest, allowed, values }: FilterFault): string {
  const meant = nearest.length === 0 ? [] : [meantText(nearest)];
  const others = allowed === null ? [] : [values === null ? countText(allowed) : allowedText(values)];
  return [...meant, ...others].join(" ");
}

/** "Did you mean 'a' or 'b'?" */
export const meantText = (nearest: readonly string[]): string =>
  `Did you mean ${nearest.map((name) => `'${name}'`).join(" or ")}?`;

const countText = (count: number): string => (count === 1 ? "One value is allowed." : `${count} values are allowed.`);

function allowedText(values: readonly string[]): string {
  if (values.length === 0) return "No value is allowed here.";
  const separator = values.some((value) => value.includes(",")) ? "; " : ", ";
  return `Allowed (${values.length}): ${values.join(separator)}.`;
}
