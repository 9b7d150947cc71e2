import { inputsText, intervalText, percent, valueText } from "../../domain/figures-text.ts";
import {
  type Measure,
  measureText,
  type OfficialValue,
  PARTIAL_RANKS,
  partialText,
} from "../../domain/official-value.ts";
import { sizedName } from "../../domain/texts.ts";
import { emphasisOf, rankText } from "./run-counts.ts";
import { scoreNotes, sourceNote, type TableSource } from "./table-source.ts";
import type { NotedTable, TextCell, TextColumn } from "./text-table.ts";

/** A row of a leaderboard: a run, or a paper's figure. */
export interface BoardLine {
  /** Null for a figure that is shown without a rank. */
  readonly rank: number | null;
  readonly rankRange: { readonly best: number; readonly worst: number } | null;
  readonly tiesWithBest: boolean | null;
  readonly name: string;
  readonly parameters: string | null;
  readonly inputs: readonly string[];
  /** The score or published figure, from 0 to 1. */
  readonly value: number;
  /** The score that the value is; null for a paper's figure and for an official score that is not a mean over questions. */
  readonly score: {
    readonly n: number;
    readonly standardError: number;
    readonly interval: { readonly lower: number; readonly upper: number };
    readonly coarse?: boolean;
  } | null;
  /** The official score over all questions; null for a mean over questions and for a paper's figure. */
  readonly official: number | null;
  /** The mean of tasks that is the value; null for another value. */
  readonly taskMean: OfficialValue["taskMean"];
  /** The table that a paper's figure is from; null for a run. */
  readonly source: string | null;
  /** The run's id, with what else distinguishes it: seed, partial, private. Null for a paper's figure. */
  readonly from: string | null;
  /** The settings that distinguish the run from others of its model: frames, seed, prompt. */
  readonly setting: string | null;
  /** The ability on the scale of an item response model; absent where it was not asked for. */
  readonly ability?: { readonly value: number; readonly standardError: number } | null;
}

const COLUMNS: readonly TextColumn[] = [
  { title: "Rank", align: "right" },
  { title: "Range", align: "right", csv: ["best rank", "worst rank"] },
  { title: "Model", flexible: true },
  { title: "Inputs" },
  { title: "Score, %", align: "right", csv: ["score"] },
  { title: "95 %", align: "right", csv: ["lower", "upper"] },
  { title: "n", align: "right" },
];
const OFFICIAL: TextColumn = { title: "Official, %", align: "right", csv: ["official"] };
const OFFICIAL_PLACE = 5;
const ABILITY: TextColumn = { title: "Ability", align: "right", csv: ["ability", "ability error"] };

/** Follows the name of a paper's figure. */
const FIGURE = "*";
const FIGURE_NOTE = `${FIGURE} A figure from a paper.`;

/** A leaderboard: shares at full precision in CSV, percentages elsewhere. */
export function boardTable(lines: readonly BoardLine[], measure: Measure | null, source: TableSource): NotedTable {
  const isOfficial = lines.some(({ official }) => official !== null);
  const isAble = lines.some(({ ability }) => ability !== undefined);
  const columns = isOfficial ? COLUMNS.toSpliced(OFFICIAL_PLACE, 0, OFFICIAL) : COLUMNS;
  const rows = lines.map((line) => {
    const cells = cellsOf(line, lines);
    const scores = isOfficial ? cells.toSpliced(OFFICIAL_PLACE, 0, officialCell(line)) : cells;
    return [...scores, ...(isAble ? [abilityCell(line)] : []), fromCell(line)];
  });
  return {
    columns: [...columns, ...(isAble ? [ABILITY] : []), FROM],
    rows,
    notes: [...boardNotes(lines, measure), ...scoreNotes(lines.map(({ score }) => score))],
    source: sourceNote(source),
  };
}

/** What the marks and values of a leaderboard or a table of runs mean. */
export const boardNotes = (
  lines: readonly Pick<BoardLine, "source" | "taskMean">[],
  measure: Measure | null,
): readonly string[] => [
  ...(measureText(measure) === null ? [] : [measureText(measure) ?? ""]),
  ...(lines.some(({ taskMean }) => taskMean?.partial === true) ? [PARTIAL_RANKS] : []),
  ...(lines.some(({ source }) => source !== null) ? [FIGURE_NOTE] : []),
];

function cellsOf(line: BoardLine, lines: readonly BoardLine[]): TextCell[] {
  const { rank, rankRange, inputs, value, score, taskMean } = line;
  return [
    // The rank of a partial score is one among few, so it stands in parentheses.
    { text: rank === null ? "" : taskMean?.partial === true ? `(${rank})` : String(rank), values: [rank] },
    { text: rankText(line) ?? "", values: [rankRange?.best ?? null, rankRange?.worst ?? null] },
    nameCell(line, lines),
    inputsText(inputs),
    {
      text: valueText(value, score),
      values: [value],
      emphasis: rank === null ? undefined : emphasisOf({ ...line, rank }),
    },
    {
      text: score === null ? "" : intervalText(score),
      values: [score?.interval.lower ?? null, score?.interval.upper ?? null],
    },
    score === null ? "" : String(score.n),
  ];
}

type Named = Pick<BoardLine, "name" | "parameters" | "inputs" | "source" | "setting">;

/**
 * The name of a row's model. Runs of one model with the same inputs are distinguished by their settings, because a paper's
 * table has no ids of runs.
 */
export function nameCell(line: Named, lines: readonly Named[]): TextCell {
  const { name, source, setting, inputs } = line;
  if (source !== null) {
    const sized = sizedName(name, line.parameters);
    return { text: `${sized} ${FIGURE}`, values: [sized] };
  }
  const isAlike = (one: Named): boolean =>
    one.source === null && one.name === name && inputsText(one.inputs) === inputsText(inputs);
  const isShared = lines.filter(isAlike).length > 1;
  return { text: isShared && setting !== null ? `${name} (${setting})` : name, values: [name] };
}

const officialCell = ({ official }: BoardLine): TextCell =>
  official === null ? "" : { text: percent(official), values: [official] };

/** "1.42 ± 0.08" */
function abilityCell({ ability }: BoardLine): TextCell {
  const text =
    ability == null ? "" : `${ability.value.toFixed(2).replace("-", "−")} ± ${ability.standardError.toFixed(2)}`;
  return { text, values: [ability?.value ?? null, ability?.standardError ?? null] };
}

/** Where a row comes from: the run, or the table of a paper. */
export const FROM: TextColumn = { title: "From", hasIds: true };

/** The cell of `FROM`. */
export function fromCell(line: Pick<BoardLine, "source" | "from" | "taskMean">): TextCell {
  const { source, from } = line;
  return { text: source ?? from ?? "", inPaper: source ?? partialText(line) ?? "" };
}
