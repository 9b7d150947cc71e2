import { reportedText } from "../../domain/external-metric.ts";
import { namesOfTasks } from "../../domain/official-value.ts";
import { plainText } from "../../domain/printable-text.ts";
import { sizedName } from "../../domain/sized-name.ts";
import type { CapabilityLevels } from "../../sdk/types.ts";
import { connect } from "../connection/sdk-client.ts";
import { colors } from "../output/colors.ts";
import { shareCell } from "../output/figures.ts";
import type { FormatOptions } from "../output/format-option.ts";
import { remarkPaperSize } from "../output/printed-size.ts";
import { printJson, remark } from "../output/printing.ts";
import type { Cell, Column } from "../output/table.ts";
import { printBeside, printTable } from "../output/table-formats.ts";
import { resolveRun } from "../runs/run-reference.ts";

export interface LevelsOptions extends FormatOptions {
  readonly published: boolean;
  readonly json?: boolean;
}

const COLUMNS: readonly Column[] = [
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
  await printTable(COLUMNS, [...own, ...figures], format);
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
