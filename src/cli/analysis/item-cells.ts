import type { Cell } from "../output/table.ts";

/** A number with two decimals, and in CSV the numbers behind it. */
export const decimalCell = (...values: readonly [number | null, ...(number | null)[]]): Cell => ({
  text: values[0]?.toFixed(2).replace("-", "−") ?? "",
  values,
});
