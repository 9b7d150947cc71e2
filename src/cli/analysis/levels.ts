import { percent } from "../../domain/figures-text.ts";
import { namesOfTasks } from "../../domain/official-value.ts";
import { grouped, plainText, sizedName } from "../../domain/texts.ts";
import { reportedText } from "../../domain/vocabulary.ts";
import { evidenceText, neededText, notCountedTexts } from "../../formats/tables/run-counts.ts";
import type { CapabilityLevels, ComparisonPlan } from "../../sdk/types.ts";
import { connect } from "../connection/sdk-client.ts";
import { shareCell } from "../output/figures.ts";
import type { FormatOptions } from "../output/format-option.ts";
import { remarkPaperSize } from "../output/printed-texts.ts";
import { colors, printJson, remark } from "../output/printing.ts";
import { type Cell, type Column, printBeside, printTable } from "../output/table.ts";
import { resolveRun } from "../runs/run-reference.ts";
import { resolveSlice } from "../slice/resolve-slice.ts";
import { type RunOptions, runFilter } from "../slice/run-options.ts";
import type { SliceOptions } from "../slice/slice-options.ts";

export interface LevelsOptions extends FormatOptions {
  readonly published: boolean;
  readonly json?: boolean;
}

const LEVELS_COLUMNS: readonly Column[] = [
  { title: "MODEL", flexible: true },
  ...["PERCEPTION", "UNDERSTANDING", "REASONING", "SENSATION", "OVERALL", "L1", "L2", "L3", "L4"].map(
    (title): Column => ({ title, align: "right", isName: true }),
  ),
  { title: "FROM" },
];

/** Prints AVI-Bench's stages and levels of a run over both denominators, and those of the paper's models. */
export async function levels(reference: string, { published, json, format }: LevelsOptions): Promise<void> {
  const { omnidex } = await connect();
  const run = await resolveRun(omnidex, reference);
  const [strict, official, partial, withReported, models] = await Promise.all([
    omnidex.levels(run.id),
    omnidex.levels(run.id, { denominators: "OFFICIAL" }),
    omnidex.levels(run.id, { partial: true }),
    omnidex.levels(run.id, { reported: true }),
    published ? omnidex.publishedCapabilityLevels() : [],
  ]);
  if (json) return printJson({ strict, official, partial, withReported, published: models });
  if (strict === null || official === null || partial === null || withReported === null)
    return remark(`${run.id} has no levels: only scored runs over AVI-Bench with visible answers have them.`);
  const row = (from: string, found: CapabilityLevels) => levelRow(colors.bold, run.model.name, found, from);
  const own = [row(`${run.id}, strict`, strict), row(`${run.id}, official`, official)];
  if (strict.missing.length > 0) {
    own.push(row(`${run.id}, strict, partial`, partial));
    remark(
      `No score: ${namesOfTasks(strict.missing)}. Partial values leave out these tasks; do not rank them with complete ones.`,
    );
  }
  if (withReported.reported.length > 0) {
    own.push(row(`${run.id}, strict, with reported scores`, withReported));
    for (const { task, reported } of await omnidex.taskScores(run.id))
      if (reported !== null)
        remark(
          `${namesOfTasks([task.slug])} ${shareCell(reported.valueStrict).text}: ${plainText(reportedText(reported))}`,
        );
    remark("Do not rank values with reported scores among others.");
  }
  await printBeside(`${colors.bold(run.id)}  ${plainText(run.model.name)} on ${run.benchmark.slug}\n`, format);
  const figures = models.map(({ modelName, model, computed, source }) =>
    levelRow(colors.dim, `${sizedName(modelName, model.parameters)} *`, computed, source),
  );
  await printTable(LEVELS_COLUMNS, [...own, ...figures], format);
  if (figures.length === 0) return;
  await printBeside(colors.dim("\n* computed from a paper's figures of the tasks"), format);
  await remarkPaperSize(omnidex, run.benchmark.slug);
}

function levelRow(
  style: (text: string) => string,
  name: string,
  { stages, overall, taskAdaptive, modalityAdaptive, stageAdaptive, domainAdaptive }: CapabilityLevels,
  from: string,
): readonly Cell[] {
  const values = [
    ...stages.map(({ value }) => value),
    ...[overall, taskAdaptive, modalityAdaptive, stageAdaptive, domainAdaptive],
  ];
  return [{ text: name, style }, ...values.map((value) => (value === null ? "" : shareCell(value))), from];
}

export interface PowerOptions extends SliceOptions, RunOptions, FormatOptions {
  /** The difference to detect, in percentage points. */
  readonly difference: number;
  readonly power: number;
  readonly significance: number;
  readonly json?: boolean;
}

const POWER_COLUMNS: readonly Column[] = [
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
  await printTable(POWER_COLUMNS, [planRow(plan)], format);
  if (plan.questions !== null && plan.questions > plan.available.questions)
    remark(`The slice has only ${grouped(plan.available.questions)} questions.`);
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
      text: `${grouped(available.questions)} on ${grouped(available.videos)}`,
      values: [available.questions, available.videos],
    },
  ];
}

const countCell = (count: number | null) => ({ text: count === null ? "" : grouped(count), values: [count] });
