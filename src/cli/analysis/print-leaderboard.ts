import { COARSE_SCORES } from "../../domain/coarse-scores.ts";
import {
  isMeanOfQuestions,
  measureText,
  officialValue,
  PARTIAL_RANKS,
  partialText,
} from "../../domain/official-value.ts";
import { counted, sizedName } from "../../domain/texts.ts";
import type { Board, Dimension, LeaderboardEntry, LeaderboardPage } from "../../sdk/types.ts";
import { connect } from "../connection/sdk-client.ts";
import { barWidth, intervalBar, intervalCell, percent, shareCell } from "../output/figures.ts";
import type { FormatOptions } from "../output/format-option.ts";
import { optionSpelling } from "../output/option-values.ts";
import { remarkPaperSize } from "../output/printed-texts.ts";
import { colors, printJson, remark } from "../output/printing.ts";
import { type Cell, type Column, printBeside, printTable } from "../output/table.ts";
import { resolveSlice } from "../slice/resolve-slice.ts";
import { type RunOptions, runFilter } from "../slice/run-options.ts";
import type { SliceOptions } from "../slice/slice-options.ts";

export interface LeaderboardOptions extends SliceOptions, RunOptions, FormatOptions {
  /** The dimensions of a score table. With them, the table is printed instead of the leaderboard. */
  readonly by?: readonly Dimension[];
  readonly published: boolean;
  readonly partial?: boolean;
  readonly board?: Board;
  readonly ability?: boolean;
  readonly references?: boolean;
  readonly limit: number;
  readonly json?: boolean;
}

const COLUMNS: readonly Column[] = [
  { title: "RANK", align: "right" },
  { title: "RANGE", align: "right", csv: ["best rank", "worst rank"] },
  { title: "MODEL", flexible: true },
  { title: "INPUTS" },
  { title: "SCORE", align: "right" },
  { title: "95 %", align: "right", csv: ["lower", "upper"] },
  { title: "0 … 100", drawing: true },
  { title: "FROM" },
];

/** The indexes at which the columns of abilities and of official scores are inserted, the abilities first. */
const ABILITY_PLACE = 6;
const OFFICIAL_PLACE = 5;
const ABILITY: Column = { title: "ABILITY", align: "right", csv: ["ability", "ability error"] };
const OFFICIAL: Column = { title: "OFFICIAL", align: "right" };

/** An entry shows its share of ambiguous predictions if the share is above this. */
const SHOWN_SHARE = 0.05;

/** Prints the leaderboard of a benchmark over a slice. */
export async function leaderboard(benchmark: string, options: LeaderboardOptions): Promise<void> {
  const { omnidex } = await connect();
  const filter = await resolveSlice(omnidex, options, benchmark);
  const {
    limit,
    published,
    partial,
    board,
    ability: withAbility = false,
    references: withReferences = false,
  } = options;
  const runs = runFilter(options);
  const asked = { filter, runs, published, partial, board };
  const list = omnidex.leaderboard(benchmark, { ...asked, withAbility, withReferences, pageSize: 100 });
  const [page, nodes] = await Promise.all([list.take(1).page(), list.take(limit).toArray()]);
  const { questions, measure, totalCount, confirmations, leftOut, saturation, references = [] } = page;
  const optional = { ...(withAbility && { saturation }), ...(withReferences && { references }) };
  const found = { questions, measure, totalCount, confirmations, leftOut, ...optional, nodes };
  if (options.json) return printJson(found);
  remarkChoice(found);
  if (nodes.some((entry) => entry.__typename === "RankedRun" && entry.score.coarse)) remark(COARSE_SCORES);
  if (found.nodes.length === 0 && references.length === 0)
    return remark(
      `${counted(found.questions, "question")} of ${benchmark}, but no run and no figure from a paper covers them.`,
    );
  const size = found.questions === 0 ? "which has no questions here" : counted(found.questions, "question");
  const { format } = options;
  await printBeside(`${benchmark}, ${size}\n`, format);
  const inserted: readonly Inserted[] = [
    ...(withAbility ? [{ place: ABILITY_PLACE, column: ABILITY, cell: abilityCell }] : []),
    ...(nodes.some(isOfficial) ? [{ place: OFFICIAL_PLACE, column: OFFICIAL, cell: officialCell }] : []),
  ];
  const rows = [...found.nodes.map(entryRow), ...references.map(referenceRow)].map((row, index) =>
    inserted.reduce<readonly Cell[]>(
      (cells, { place, cell }) => cells.toSpliced(place, 0, cell(found.nodes[index])),
      row,
    ),
  );
  await printTable(
    inserted.reduce((columns, { place, column }) => columns.toSpliced(place, 0, column), COLUMNS),
    rows,
    format,
  );
  remarkMeasure(measure, nodes.some(isPartialMean));
  if (withAbility) remark(saturationText(saturation ?? null));
  if (references.length > 0 || found.nodes.some(({ __typename }) => __typename === "RankedFigure")) {
    await printBeside(colors.dim("\n* a figure from a paper"), format);
    await remarkPaperSize(omnidex, benchmark);
  }
  if (found.totalCount > found.nodes.length) {
    const runCount = published
      ? (
          await omnidex
            .leaderboard(benchmark, { ...asked, published: false })
            .take(1)
            .page()
        ).totalCount
      : totalCount;
    remark(furtherText(found, runCount));
  }
}

/** "20 of 45 entries; 3 further runs are below. --limit shows more." A run may stand below many figures of papers. */
function furtherText({ nodes, totalCount }: Pick<LeaderboardPage, "nodes" | "totalCount">, runCount: number): string {
  const further = runCount - nodes.filter(({ __typename }) => __typename === "RankedRun").length;
  const runs = further > 0 ? `; ${counted(further, "further run")} ${further === 1 ? "is" : "are"} below` : "";
  return `${nodes.length} of ${totalCount} entries${runs}. --limit shows more.`;
}

/** Reports on stderr what the values of an AVI-Bench leaderboard or table are. */
export function remarkMeasure(measure: LeaderboardPage["measure"], anyPartial: boolean): void {
  const text = measureText(measure);
  if (text !== null) remark(text);
  if (anyPartial) remark(PARTIAL_RANKS);
}

const isOfficial = (entry: LeaderboardEntry): boolean =>
  entry.__typename === "RankedRun" && (entry.taskScore !== null || entry.taskMean !== null);

const isPartialMean = (entry: LeaderboardEntry): boolean =>
  entry.__typename === "RankedRun" && entry.taskMean?.partial === true;

/** Reports on stderr which runs the leaderboard leaves out. */
export function remarkChoice({ confirmations, leftOut }: Pick<LeaderboardPage, "confirmations" | "leftOut">): void {
  if (confirmations !== null) {
    const [mode, other] = confirmations === "DOUBLE" ? ["double", "single"] : ["single", "double"];
    remark(`Only ${mode}-response runs; --confirmations ${other} ranks the others.`);
  }
  if (leftOut > 0)
    remark(
      `Left out: ${counted(leftOut, "run")} with predictions for less than half of these questions. --partial shows ${leftOut === 1 ? "it" : "them"}.`,
    );
}

function entryRow(entry: LeaderboardEntry): readonly Cell[] {
  const { rank, rankRange, value, inputs } = entry;
  return [
    // The rank of a partial score is one among few, so it stands in parentheses.
    { text: isPartialMean(entry) ? `(${rank})` : String(rank), values: [rank] },
    {
      text: rankRange === null ? "" : `${rankRange.best}–${rankRange.worst}`,
      values: [rankRange?.best ?? null, rankRange?.worst ?? null],
    },
    nameCell(entry),
    inputs.map(optionSpelling).join("+"),
    shareCell(value),
    ...scoreCells(entry),
    sourceOf(entry),
  ];
}

type Reference = NonNullable<LeaderboardPage["references"]>[number];

/** A figure without a rank, below the entries. */
function referenceRow({ value, inputs, kind, publishedResult, model }: Reference): readonly Cell[] {
  const { modelName, condition } = publishedResult;
  return [
    "",
    { text: "", values: [null, null] },
    { text: `${sizedName(modelName, model.parameters)} *`, style: colors.dim },
    inputs.map(optionSpelling).join("+"),
    shareCell(value),
    ...figureCells(value),
    `${figureSource(publishedResult)}: ${condition ?? optionSpelling(kind)}`,
  ];
}

/** A column that not every leaderboard has. */
interface Inserted {
  readonly place: number;
  readonly column: Column;
  readonly cell: (entry: LeaderboardEntry | undefined) => Cell;
}

/** The official score over all questions. A figure has none. */
function officialCell(entry: LeaderboardEntry | undefined): Cell {
  const official = entry?.__typename === "RankedRun" ? officialValue(entry) : null;
  return official === null ? "" : shareCell(official);
}

/** "1.42 ± 0.08" */
function abilityCell(entry: LeaderboardEntry | undefined) {
  const ability = entry?.__typename === "RankedRun" ? (entry.ability ?? null) : null;
  const text =
    ability === null ? "" : `${ability.value.toFixed(2).replace("-", "−")} ± ${ability.standardError.toFixed(2)}`;
  return { text, values: [ability?.value ?? null, ability?.standardError ?? null] };
}

/** States the highest score that wrong and ambiguous keys allow, and whether the best run reaches it. */
function saturationText(saturation: NonNullable<LeaderboardPage["saturation"]> | null): string {
  if (saturation === null) return "There are too few runs to estimate the highest possible score.";
  const ceiling = `Wrong and ambiguous keys still allow a score of ${percent(saturation.ceiling)} % or more`;
  return saturation.saturated
    ? `${ceiling}, and the best run's interval reaches it: the slice is saturated.`
    : `${ceiling}; the best run is below it.`;
}

const nameCell = (entry: LeaderboardEntry): Cell =>
  entry.__typename === "RankedRun"
    ? { text: entry.model.name, style: colors.bold }
    : { text: `${sizedName(entry.publishedResult.modelName, entry.model.parameters)} *`, style: colors.dim };

const figureCells = (value: number): readonly Cell[] => [
  intervalCell(null),
  { text: intervalBar(value, { lower: value, upper: value }, barWidth(), null), style: colors.dim },
];

function scoreCells(entry: LeaderboardEntry): readonly Cell[] {
  const { value } = entry;
  // An official score that is not a mean over questions has no interval, as a paper's figure has none.
  if (entry.__typename === "RankedFigure" || !isMeanOfQuestions(entry)) return figureCells(value);
  const { interval, chance } = entry.score;
  return [intervalCell(interval), { text: intervalBar(value, interval, barWidth(), chance), style: colors.cyan }];
}

/** `"WorldSense, Table 2, 16 frames"` */
const figureSource = ({ source, frames }: Reference["publishedResult"]): string =>
  frames === null ? source : `${source}, ${frames} frames`;

function sourceOf(entry: LeaderboardEntry): string {
  if (entry.__typename === "RankedFigure") return figureSource(entry.publishedResult);
  const { run, partial, ambiguousShare } = entry;
  const missing = partialText(entry);
  return [
    run.id,
    ...(run.seed === null ? [] : [`seed ${run.seed}`]),
    ...(partial ? ["partial"] : []),
    ...(missing === null ? [] : [missing]),
    ...((ambiguousShare ?? 0) > SHOWN_SHARE ? [`${percent(ambiguousShare ?? 0)} % ambiguous`] : []),
    ...(run.visibility === "PRIVATE" ? ["private"] : []),
  ].join(", ");
}
