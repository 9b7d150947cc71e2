import { differencesText } from "../../domain/run-protocol.ts";
import { counted } from "../../domain/texts.ts";
import type { Dimension, RunComparison, Score } from "../../sdk/types.ts";
import { connect } from "../connection/sdk-client.ts";
import { barWidth, differenceBar, percent, points, pValue } from "../output/figures.ts";
import type { FormatOptions } from "../output/format-option.ts";
import { optionSpelling } from "../output/option-values.ts";
import { colors, printJson, remark } from "../output/printing.ts";
import { type Cell, type Column, formatTable, printBeside, printTable } from "../output/table.ts";
import { UsageError } from "../output/usage-error.ts";
import { resolveRun } from "../runs/run-reference.ts";
import { resolveRunSlice } from "../slice/resolve-slice.ts";
import type { SliceOptions } from "../slice/slice-options.ts";

export interface CompareOptions extends SliceOptions, FormatOptions {
  readonly by?: readonly Dimension[];
  readonly json?: boolean;
}

type Comparison = Omit<RunComparison, "disagreements">;

/** Prints how two runs differ. */
export async function compare(a: string, b: string, options: CompareOptions): Promise<void> {
  const by = options.by ?? [];
  if (by.length > 2) throw new UsageError("--by takes one dimension, or two.");
  const { omnidex } = await connect();
  const [runA, runB] = await Promise.all([resolveRun(omnidex, a), resolveRun(omnidex, b)]);
  const filter = await resolveRunSlice(omnidex, options, runA);
  const [{ disagreements: _list, ...found }, scoreA, scoreB] = await Promise.all([
    omnidex.compareRuns(runA.id, runB.id, { filter, ...(by.length > 0 && { by }) }),
    omnidex.score(runA.id, { filter }),
    omnidex.score(runB.id, { filter }),
  ]);
  for (const { id, model, partial } of [runA, runB])
    if (partial)
      remark(`Warning: ${model.name} (${id}) is partial: most of its questions have no answer, and count as wrong.`);
  if (options.json) return printJson(found);
  if (found.n === 0) return remark("No matching question has a score in both runs.");
  const { format } = options;
  await printBeside(
    `${runA.benchmark.slug}, release ${runA.release.version}: ${counted(found.n, "question")}\n`,
    format,
  );
  await printBeside(summary(found, scoreA, scoreB), found.cells.length > 0 ? format : undefined);
  const settings = differencesText(found.differentSettings);
  if (settings !== null) await printBeside(colors.yellow(`\n${settings}`), found.cells.length > 0 ? format : undefined);
  if (found.cells.length === 0) return;
  await printBeside("", format);
  await printTable(...cellTable(by.map(optionSpelling), found.cells), format);
  if (found.cells.length > 1) await printBeside(colors.dim(`\n${correctionText(found.cells.length)}`), format);
}

const correctionText = (slices: number): string =>
  `P is corrected for the ${counted(slices, "slice")} by Holm's method; the intervals are not corrected.`;

function summary(found: Comparison, scoreA: Score | null, scoreB: Score | null): string {
  const { difference, interval, onlyA, onlyB, bothCorrect, neither, mcnemarPValue } = found;
  const rows: readonly (readonly Cell[])[] = [
    runRow("a", found.a, scoreA),
    runRow("b", found.b, scoreB),
    ["difference", `${points(difference)} points (95 %: ${signedRange(interval)}), p ${compared(found.pValue)}`],
    ["both right", String(bothCorrect)],
    ["only a, only b", `${onlyA}, ${onlyB}`],
    ["neither", String(neither)],
    ["McNemar", mcnemarPValue === null ? "none: scores are graded" : `p ${compared(mcnemarPValue)}`],
    ["detectable", `${percent(found.minimumDetectableDifference)} points at 80 % power`],
  ];
  return formatTable([{ title: "" }, { title: "" }], rows, { titles: false });
}

const runRow = (name: string, { id, model, inputs }: Comparison["a"], score: Score | null): readonly Cell[] => [
  name,
  {
    text: `${model.name} (${id}, ${inputs.map(optionSpelling).join("+")})${score === null ? "" : `  ${percent(score.value)} %`}`,
    style: colors.bold,
  },
];

const compared = (p: number): string => (p < 0.001 ? pValue(p) : `= ${pValue(p)}`);
const signedRange = ({ lower, upper }: { lower: number; upper: number }): string =>
  `${points(lower)} to ${points(upper)}`;

function cellTable(
  dimensions: readonly string[],
  cells: Comparison["cells"],
): readonly [columns: readonly Column[], rows: readonly (readonly Cell[])[]] {
  const span = Math.max(0.01, ...cells.flatMap(({ interval }) => [Math.abs(interval.lower), Math.abs(interval.upper)]));
  const columns: readonly Column[] = [
    ...dimensions.map((dimension) => ({ title: dimension.toUpperCase(), flexible: true })),
    { title: "N", align: "right" },
    { title: "DIFFERENCE", align: "right" },
    { title: "95 %", align: "right", csv: ["lower", "upper"] },
    { title: "P (HOLM)", align: "right", csv: ["p"] },
    { title: `−${percent(span)} … +${percent(span)}`, drawing: true },
  ];
  const rows = cells.map((cell) => [
    ...cell.keys.map(({ label }) => ({ text: label, style: colors.bold })),
    String(cell.n),
    { text: points(cell.difference), values: [cell.difference] },
    { text: signedRange(cell.interval), values: [cell.interval.lower, cell.interval.upper] },
    { text: pValue(cell.pValue), values: [cell.pValue] },
    {
      text: differenceBar(cell.difference, cell.interval, barWidth(), span),
      style: cell.pValue < 0.05 ? (cell.difference > 0 ? colors.green : colors.red) : colors.cyan,
    },
  ]);
  return [columns, rows];
}
