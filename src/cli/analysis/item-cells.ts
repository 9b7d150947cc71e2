import type { ItemPage } from "../../sdk/types.ts";
import { counted } from "../output/figures.ts";
import type { Cell } from "../output/table.ts";

/** "29 runs of 12 families" */
export const evidenceText = ({ runs, families }: ItemPage["evidence"]): string =>
  `${counted(runs, "run")} of ${counted(families, "family")}`;

/** A number with two decimals, and in CSV the numbers behind it. */
export const decimalCell = (...values: readonly [number | null, ...(number | null)[]]): Cell => ({
  text: values[0]?.toFixed(2).replace("-", "−") ?? "",
  values,
});
