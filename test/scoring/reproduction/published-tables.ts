import { readFileSync } from "node:fs";
import { publishedQuestions } from "../../../src/domain/slice/published-questions.ts";
import { type PublishedRow, parsePublishedResults } from "../../../src/formats/papers/published-results.ts";
import { groupBy } from "./group-by.ts";

const ROWS = parsePublishedResults(
  readFileSync(new URL("../../../data/published-results.csv", import.meta.url), "utf8"),
);

/** The name of the cell with a row's figure over all questions. */
export const OVERALL = "overall";

/** One row of a published table: a model under one condition. */
export interface TableRow {
  readonly label: string;
  readonly model: string;
  readonly inputs: string;
  readonly condition: string;
  /** The figures, each by the paper's own name for its column. */
  readonly cells: ReadonlyMap<string, number>;
}

/** The published tables and their numbers of figures, in the order of the papers. */
export const PUBLISHED_TABLES: ReadonlyMap<string, number> = ROWS.reduce(
  (counts, { source }) => counts.set(source, (counts.get(source) ?? 0) + 1),
  new Map<string, number>(),
);

function isCounted({ source, metric, value: percentage, dimension, key }: PublishedRow): boolean {
  if (dimension === null && key !== null) return false;
  const part = dimension === null || key === null ? "overall" : { dimension, key };
  return publishedQuestions({ source, metric, part, percentage, runs: 1 }) !== null;
}

/** For each table, how many of its figures are over a known number of questions. */
export const COUNTED_FIGURES: ReadonlyMap<string, number> = ROWS.reduce(
  (counts, row) => counts.set(row.source, (counts.get(row.source) ?? 0) + Number(isCounted(row))),
  new Map<string, number>(),
);

/** The same name for a model that tables write differently: "NExTGPT" and "NExT-GPT". */
const modelOf = (row: PublishedRow): string => row.modelSlug.replaceAll("-", "");

function labelOf(row: PublishedRow): string {
  const inputs = row.inputs.map((input) => input.toLowerCase()).join(" + ");
  const size = row.parameters === null ? "" : ` ${row.parameters}`;
  return [row.modelName + size, inputs, row.condition].filter((part) => part !== null).join(", ");
}

/** The rows of a published table, as it prints them. */
export function tableRows(source: string): readonly TableRow[] {
  const rows = groupBy(
    ROWS.filter((row) => row.source === source),
    labelOf,
  );
  return [...rows].flatMap(([label, [first, ...others]]) => {
    if (first === undefined) return [];
    return {
      label,
      model: modelOf(first),
      inputs: first.inputs.join("+"),
      condition: first.condition ?? "",
      cells: new Map([first, ...others].map((row) => [row.nativeKey ?? OVERALL, row.value])),
    };
  });
}

/** A figure that the row must have. */
export function cellOf(row: TableRow, key: string): number {
  const value = row.cells.get(key);
  if (value === undefined) throw new Error(`${row.label} has no figure for '${key}'`);
  return value;
}
