import type { Dimension, Facet } from "../../sdk/types.ts";
import { connect } from "../connection/sdk-client.ts";
import { bar, barWidth } from "../output/figures.ts";
import type { FormatOptions } from "../output/format-option.ts";
import { optionSpelling } from "../output/option-values.ts";
import { colors, printJson, printLine, remark } from "../output/printing.ts";
import { type Cell, type Column, printTable } from "../output/table.ts";
import { resolveSlice } from "../slice/resolve-slice.ts";
import type { SliceOptions } from "../slice/slice-options.ts";

export interface FacetsOptions extends SliceOptions, FormatOptions {
  readonly by: readonly Dimension[];
  readonly json?: boolean;
}

/** Prints the number of questions and videos of a slice for each value of the dimensions. */
export async function facets(options: FacetsOptions): Promise<void> {
  const { omnidex } = await connect();
  const filter = await resolveSlice(omnidex, options);
  const found = await omnidex.facets({ filter, by: options.by });
  if (options.json) return printJson(found);
  for (const [at, facet] of found.entries()) {
    if (at > 0) await printLine("");
    await printTable(facetColumns(facet), facetRows(facet), options.format);
  }
  if (found.every(({ values }) => values.length === 0)) remark("No question matches.");
}

const facetColumns = ({ dimension }: Facet): readonly Column[] => [
  { title: optionSpelling(dimension).toUpperCase() },
  { title: "LABEL", flexible: true },
  { title: "QUESTIONS", align: "right" },
  { title: "VIDEOS", align: "right" },
  { title: "", drawing: true },
];

function facetRows({ values }: Facet): readonly (readonly Cell[])[] {
  const most = Math.max(...values.map(({ questions }) => questions));
  return values.map(({ key, label, questions, videos }) => [
    { text: key, style: colors.bold },
    label,
    String(questions),
    String(videos),
    { text: bar(questions / most, barWidth()), style: colors.cyan },
  ]);
}
