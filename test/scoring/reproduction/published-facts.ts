import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";

/** A cell of a table about datasets, samples or statistics, and not about the scores of models on a benchmark. */
export interface PublishedFact {
  readonly benchmark: string;
  readonly source_table: string;
  readonly row: string;
  readonly key: string;
  /** As printed, but without thousands separators and units; empty if the paper prints no value. */
  readonly value: string;
}

/** The facts of `data/published-facts.csv`, in the order of the papers. */
export const FACTS: readonly PublishedFact[] = parse(
  readFileSync(new URL("../../../data/published-facts.csv", import.meta.url), "utf8"),
  { columns: true },
);

/** The rows of a table, each with its cells by their keys. */
export function factRows(benchmark: string, table: string): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const rows = new Map<string, Map<string, string>>();
  for (const fact of FACTS) {
    if (fact.benchmark !== benchmark || fact.source_table !== table) continue;
    const cells = rows.get(fact.row) ?? new Map<string, string>();
    rows.set(fact.row, cells.set(fact.key, fact.value));
  }
  return rows;
}

/** A number that the row must have. */
export function numberOf(cells: ReadonlyMap<string, string> | undefined, key: string): number {
  const text = cells?.get(key);
  if (text === undefined || text === "") throw new Error(`there is no figure for '${key}'`);
  return Number(text);
}
