import type { Dimension, Facet } from "../../sdk/types.ts";
import { connect } from "../connection/sdk-client.ts";
import { barWidth } from "../output/bar-width.ts";
import { bar } from "../output/bars.ts";
import { colors } from "../output/colors.ts";
import { printJson, printLine, remark } from "../output/printing.ts";
import { type Column, formatTable } from "../output/table.ts";
import { optionSpelling } from "../slice/enum-values.ts";
import { resolveSlice } from "../slice/slice-check.ts";
import type { SliceOptions } from "../slice/slice-options.ts";

export interface FacetsOptions extends SliceOptions {
  readonly by: readonly Dimension[];
  readonly json?: boolean;
}

/** Prints the number of questions and videos of a slice for each value of the dimensions. */
export async function facets(options: FacetsOptions): Promise<void> {
  const { omnidex } = await connect();
  const filter = await resolveSlice(omnidex, options);
  const found = await omnidex.facets({ filter, by: options.by });
  if (options.json) return printJson(found);
  for (const [at, facet] of found.entries()) await printLine(`${at === 0 ? "" : "\n"}${facetTable(facet)}`);
  if (found.every(({ values }) => values.length === 0)) remark("No question matches.");
}

function facetTable({ dimension, values }: Facet): string {
  const columns: readonly Column[] = [
    { title: optionSpelling(dimension).toUpperCase() },
    { title: "LABEL", flexible: true },
    { title: "QUESTIONS", align: "right" },
    { title: "VIDEOS", align: "right" },
    { title: "" },
  ];
  const most = Math.max(...values.map(({ questions }) => questions));
  const rows = values.map(({ key, label, questions, videos }) => [
    { text: key, style: colors.bold },
    label,
    String(questions),
    String(videos),
    { text: bar(questions / most, barWidth()), style: colors.cyan },
  ]);
  return formatTable(columns, rows, { heading: colors.dim });
}
