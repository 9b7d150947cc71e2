import { counted } from "../../domain/texts.ts";
import { evidenceText, neededText, notCountedTexts } from "../../formats/tables/run-counts.ts";
import type { Item, ItemOrder, ItemPage } from "../../sdk/types.ts";
import { connect } from "../connection/sdk-client.ts";
import { intervalCell, shareCell } from "../output/figures.ts";
import type { FormatOptions } from "../output/format-option.ts";
import { colors, printJson, remark } from "../output/printing.ts";
import { type Cell, type Column, printBeside, printTable } from "../output/table.ts";
import { resolveSlice } from "../slice/resolve-slice.ts";
import { type RunOptions, runFilter } from "../slice/run-options.ts";
import type { SliceOptions } from "../slice/slice-options.ts";

/** A cell with the first value to two decimals. CSV has all values at full precision. */
export const decimalCell = (...values: readonly [number | null, ...(number | null)[]]): Cell => ({
  text: values[0]?.toFixed(2).replace("-", "−") ?? "",
  values,
});

export interface ItemsOptions extends SliceOptions, RunOptions, FormatOptions {
  readonly order?: ItemOrder["field"];
  readonly desc?: boolean;
  readonly limit: number;
  readonly json?: boolean;
}

const COLUMNS: readonly Column[] = [
  { title: "KEY" },
  { title: "RUNS", align: "right" },
  { title: "RIGHT", align: "right" },
  { title: "95 %", align: "right", csv: ["lower", "upper"] },
  { title: "WEAK", align: "right" },
  { title: "MIDDLE", align: "right" },
  { title: "ABLE", align: "right" },
  { title: "DISCR", align: "right" },
  { title: "A", align: "right", csv: ["a", "a_error"] },
  { title: "B", align: "right" },
  { title: "SAME", align: "right" },
  { title: "UNPARSED", align: "right" },
  { title: "CHOICES" },
  { title: "QUESTION", flexible: true },
];

/** Prints the statistics of the questions of a slice. */
export async function items(benchmark: string, options: ItemsOptions): Promise<void> {
  const { omnidex } = await connect();
  const filter = await resolveSlice(omnidex, options, benchmark);
  const runs = runFilter(options);
  const { limit, order = "ORDINAL", desc } = options;
  const orderBy = { field: order, direction: desc ? "DESC" : "ASC" } as const;
  const list = omnidex.itemAnalysis(benchmark, {
    filter,
    runs,
    orderBy,
    withModel: true,
    pageSize: Math.min(limit, 1_000),
  });
  const [page, nodes] = await Promise.all([list.take(1).page(), list.take(limit).toArray()]);
  const { evidence, leftOut, uncounted, withheld, totalCount } = page;
  if (options.json) return printJson({ evidence, leftOut, uncounted, withheld, totalCount, nodes });
  const { format } = options;
  remarkWithheld(page);
  for (const text of notCountedTexts(page, "Not counted for A and B")) remark(text);
  if (nodes.length === 0) return remark("No question matches.");
  await printBeside(`${benchmark}, ${evidenceText(evidence)}\n`, format);
  await printTable(COLUMNS, nodes.map(itemRow), format);
  if (totalCount > nodes.length) remark(`${nodes.length} of ${counted(totalCount, "question")}. --limit shows more.`);
}

/** Prints on stderr which figures are left out, how many runs they need, and how many there are. */
function remarkWithheld({ withheld }: Pick<ItemPage, "withheld">): void {
  for (const { figure, ...missing } of withheld) remark(neededText(LEFT_OUT[figure] ?? figure, missing));
}

const LEFT_OUT: Readonly<Partial<Record<ItemPage["withheld"][number]["figure"], string>>> = {
  SHARE: "All figures",
  BANDS: "WEAK, MIDDLE and ABLE",
  DISCRIMINATION: "Values of DISCR",
  MODEL: "A and B",
};

function itemRow({ question, asked, share, interval, shareByBand, model, ...item }: Item): readonly Cell[] {
  return [
    { text: question.key, style: colors.bold },
    String(asked),
    shareCell(share),
    intervalCell(interval && { interval }),
    ...[0, 1, 2].map((band) => shareCell(shareByBand[band] ?? null)),
    decimalCell(item.discrimination),
    decimalCell(model?.a ?? null, model?.aError ?? null),
    decimalCell(model?.b ?? null),
    shareCell(item.agreement),
    shareCell(item.unparsed),
    item.options
      .filter(({ count }) => count > 0)
      .map(({ label, isKey, count }) => `${label ?? "?"}${isKey ? "*" : ""} ${count}`)
      .join(", "),
    question.text,
  ];
}
