import { evidenceText, neededText, notCountedTexts } from "../../formats/tables/run-counts.ts";
import type { ComparisonPlan } from "../../sdk/types.ts";
import { connect } from "../connection/sdk-client.ts";
import { percent } from "../output/figures.ts";
import type { FormatOptions } from "../output/format-option.ts";
import { printJson, remark } from "../output/printing.ts";
import type { Cell, Column } from "../output/table.ts";
import { printBeside, printTable } from "../output/table-formats.ts";
import { resolveSlice } from "../slice/resolve-slice.ts";
import { type RunOptions, runFilter } from "../slice/run-options.ts";
import type { SliceOptions } from "../slice/slice-options.ts";

export interface PowerOptions extends SliceOptions, RunOptions, FormatOptions {
  /** The difference to detect, in percentage points. */
  readonly difference: number;
  readonly power: number;
  readonly significance: number;
  readonly json?: boolean;
}

const COLUMNS: readonly Column[] = [
  { title: "POINTS", align: "right" },
  { title: "POWER", align: "right" },
  { title: "QUESTIONS", align: "right" },
  { title: "VIDEOS", align: "right" },
  { title: "ONE TO A VIDEO", align: "right" },
  { title: "DETECTABLE", align: "right" },
  { title: "AVAILABLE", align: "right", csv: ["available questions", "available videos"] },
];

/** Prints how many questions and videos a comparison of two models needs. */
export async function power(benchmark: string, options: PowerOptions): Promise<void> {
  const { omnidex } = await connect();
  const filter = await resolveSlice(omnidex, options, benchmark);
  const runs = runFilter(options);
  const { difference, power: wanted, significance, format } = options;
  const asked = { filter, runs, difference: difference / 100, power: wanted, level: significance };
  const plan = await omnidex.comparisonPlan(benchmark, asked);
  if (options.json) return printJson(plan);
  for (const text of notCountedTexts(plan)) remark(text);
  const [missing] = plan.withheld;
  if (missing !== undefined)
    return remark(neededText("The sizes of a comparison", { needs: missing.needs, has: plan.evidence }));
  await printBeside(`${benchmark}, ${evidenceText(plan.evidence)}\n`, format);
  await printTable(COLUMNS, [planRow(plan)], format);
  if (plan.questions !== null && plan.questions > plan.available.questions)
    remark(`The slice has only ${plan.available.questions.toLocaleString("en-US")} questions.`);
}

function planRow({ difference, power: wanted, available, ...plan }: ComparisonPlan): readonly Cell[] {
  return [
    { text: percent(difference), values: [difference] },
    { text: percent(wanted), values: [wanted] },
    countCell(plan.questions),
    countCell(plan.videos),
    countCell(plan.independentQuestions),
    { text: plan.detectable === null ? "" : percent(plan.detectable), values: [plan.detectable] },
    {
      text: `${available.questions.toLocaleString("en-US")} on ${available.videos.toLocaleString("en-US")}`,
      values: [available.questions, available.videos],
    },
  ];
}

const countCell = (count: number | null) => ({ text: count?.toLocaleString("en-US") ?? "", values: [count] });
