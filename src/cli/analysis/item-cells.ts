import type { Cell } from "../output/table.ts";

/** A cell with the first value to two decimals. CSV has all values at full precision. */
export const decimalCell = (...values: readonly [number | null, ...(number | null)[]]): Cell => ({
  text: values[0]?.toFixed(2).replace("-", "−") ?? "",
  values,
});
