import { meanAndSpread } from "../../../src/scoring/metrics/distributions.ts";
import { groupBy } from "./group-by.ts";
import { cellOf, OVERALL, type TableRow, tableRows } from "./published-tables.ts";

/** A model's three runs in Table 1. */
export interface SeedSummary {
  readonly name: string;
  readonly model: string;
  readonly averages: readonly number[];
  readonly mean: number;
  /** The sample's standard deviation. */
  readonly spread: number;
}

function summarise(model: string, rows: readonly TableRow[]): SeedSummary {
  const averages = rows.map((row) => cellOf(row, OVERALL));
  const { mean, standardDeviation } = meanAndSpread(averages);
  return { name: rows[0]?.label.split(",")[0] ?? model, model, averages, mean, spread: standardDeviation ?? 0 };
}

/** A summary of each model of Table 1 over its three seeds. */
export const SEED_SUMMARIES: readonly SeedSummary[] = [
  ...groupBy(tableRows("MMWorld, Table 1"), (row) => row.model),
].map(([model, rows]) => summarise(model, rows));

/** How much the seed alone changes the figures. */
export function seedNote(): string {
  const rows = SEED_SUMMARIES.map(
    ({ name, averages, mean, spread }) =>
      `| ${name} | ${averages.map((value) => value.toFixed(2)).join(" | ")} | ${mean.toFixed(2)} | ${spread.toFixed(2)} |`,
  );
  return [
    "The three seeds of Table 1, their mean, and their spread (the sample's standard deviation), in points:",
    "",
    "| model | seed 1 | seed 2 | seed 3 | mean | spread |",
    "| --- | ---: | ---: | ---: | ---: | ---: |",
    ...rows,
  ].join("\n");
}
