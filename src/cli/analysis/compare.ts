import { differenceTexts, errorOf, inputsText, LEVEL, points, pText, scoreText } from "../../domain/figures-text.ts";
import { differencesText } from "../../domain/run-protocol.ts";
import { counted } from "../../domain/texts.ts";
import { type ComparedRun, differenceGroups } from "../../formats/tables/comparison-table.ts";
import type { Dimension, RunComparison, Score } from "../../sdk/types.ts";
import { fetchComparison } from "../../tables/result-tables.ts";
import { connect } from "../connection/sdk-client.ts";
import { barWidth, differenceBar } from "../output/figures.ts";
import type { FormatOptions } from "../output/format-option.ts";
import { colors, printJson, remark } from "../output/printing.ts";
import { type Cell, type Drawing, formatTable, printBeside, printNoted } from "../output/table.ts";
import { UsageError } from "../output/usage-error.ts";
import { resolveRun } from "../runs/run-reference.ts";
import { resolveRunSlice } from "../slice/resolve-slice.ts";
import type { SliceOptions } from "../slice/slice-options.ts";

export interface CompareOptions extends SliceOptions, FormatOptions {
  readonly by?: readonly Dimension[];
  readonly json?: boolean;
}

type Comparison = Omit<RunComparison, "disagreements" | "betterOn">;

/** Prints how two runs differ. */
export async function compare(a: string, b: string, options: CompareOptions): Promise<void> {
  const by = options.by ?? [];
  if (by.length > 2) throw new UsageError("--by takes one dimension, or two.");
  const { omnidex } = await connect();
  const [runA, runB] = await Promise.all([resolveRun(omnidex, a), resolveRun(omnidex, b)]);
  const filter = await resolveRunSlice(omnidex, options, runA);
  const { found: comparison, scores, table } = await fetchComparison(omnidex, [runA, runB], by, filter);
  const { disagreements: _list, betterOn: _better, ...found } = comparison;
  const [scoreA, scoreB] = scores;
  for (const { id, model, partial } of [runA, runB])
    if (partial)
      remark(`Warning: ${model.name} (${id}) is partial: most of its questions have no answer, and count as wrong.`);
  if (options.json) return printJson(found);
  if (found.n === 0) return remark("No matching question has a score in both runs.");
  const { format } = options;
  const hasTable = found.cells.length > 0 || (format !== undefined && format !== "TABLE");
  const beside = hasTable ? format : undefined;
  await printBeside(
    `${runA.benchmark.slug}, release ${runA.release.version}: ${counted(found.n, "question")}\n`,
    format,
  );
  await printBeside(summary(found, scoreA, scoreB), beside);
  const settings = differencesText(found.differentSettings);
  if (settings !== null && !hasTable) await printBeside(colors.yellow(`\n${settings}`), beside);
  if (!hasTable) return;
  await printBeside("", format);
  await printNoted(table, format, barsOf([{ id: runA.id, name: runA.model.name, comparison: found }]));
}

function summary(found: Comparison, scoreA: Score | null, scoreB: Score | null): string {
  const { interval, onlyA, onlyB, bothCorrect, neither, mcnemarPValue } = found;
  const { value, range } = differenceTexts(found);
  const rows: readonly (readonly Cell[])[] = [
    runRow("a", found.a, scoreA),
    runRow("b", found.b, scoreB),
    ["difference", `${value} points (95 %: ${range}), ${pText(found.adjustedPValue)}`],
    ["both right", String(bothCorrect)],
    ["only a, only b", `${onlyA}, ${onlyB}`],
    ["neither", String(neither)],
    ["McNemar", mcnemarPValue === null ? "none: scores are graded" : pText(mcnemarPValue)],
    ["detectable", `${points(found.minimumDetectableDifference, errorOf(interval))} points at 80 % power`],
  ];
  return formatTable([{ title: "" }, { title: "" }], rows, { titles: false });
}

const runRow = (name: string, { id, model, inputs }: Comparison["a"], score: Score | null): readonly Cell[] => [
  name,
  {
    text: `${model.name} (${id}, ${inputsText(inputs)})${score === null ? "" : `  ${scoreText(score)} %`}`,
    style: colors.bold,
  },
];

/** A bar for each row of the table. */
function barsOf(compared: readonly ComparedRun[]): Drawing {
  const tests = differenceGroups(compared).flatMap(({ lines }) => lines.map(({ tested }) => tested));
  const ends = tests.flatMap(({ adjustedInterval: { lower, upper } }) => [Math.abs(lower), Math.abs(upper)]);
  const span = Math.max(0.01, ...ends);
  return {
    title: `−${points(span)} … +${points(span)}`,
    cells: tests.map(({ difference, adjustedInterval, adjustedPValue }) => ({
      text: differenceBar(difference, adjustedInterval, barWidth(), span),
      style: adjustedPValue < LEVEL ? (difference > 0 ? colors.green : colors.red) : colors.cyan,
    })),
  };
}
