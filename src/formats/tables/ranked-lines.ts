import { percent } from "../../domain/figures-text.ts";
import { type OfficialValue, officialValue, partialText, scoreBehind } from "../../domain/official-value.ts";
import type { BoardLine } from "./board-table.ts";
import type { TableLine, TableValue } from "./score-table.ts";
import type { TableSource } from "./table-source.ts";

/** The fields of a run that name it in a table, as the API returns them. */
interface NamedRun {
  readonly id: string;
  readonly frames: number | null;
  readonly seed: number | null;
  readonly prompt: string | null;
  readonly visibility: string;
  readonly release: { readonly version: number };
  readonly scoring: { readonly extractor: string; readonly extractorVersion: string } | null;
}

interface NamedModel {
  readonly name: string;
  readonly parameters: string | null;
}

/** An entry of a leaderboard with a rank, as the API returns it. */
export interface RankedEntry {
  readonly rank: number;
  readonly rankRange: BoardLine["rankRange"];
  readonly tiesWithBest: boolean | null;
  readonly value: number;
  readonly inputs: readonly string[];
  readonly model: NamedModel;
}

/** A run of a leaderboard. */
export interface RankedRun extends RankedEntry, OfficialValue {
  readonly __typename: "RankedRun";
  readonly run: NamedRun;
  readonly score: NonNullable<BoardLine["score"]>;
  readonly partial: boolean;
  readonly ambiguousShare: number | null;
  readonly ability?: BoardLine["ability"];
}

/** A paper's figure of a leaderboard. */
export interface RankedFigure extends RankedEntry {
  readonly __typename: "RankedFigure";
  readonly publishedResult: Figure;
}

interface Figure {
  readonly modelName: string;
  readonly source: string;
  readonly frames: number | null;
}

/** A figure that has no rank: of people, of a judge, of another prompt. */
export interface UnrankedFigure {
  readonly value: number;
  readonly inputs: readonly string[];
  readonly kind: string;
  readonly model: NamedModel;
  readonly publishedResult: Figure & { readonly condition: string | null };
}

/** A run shows its share of ambiguous predictions if the share is above this. */
const SHOWN_SHARE = 0.05;

/** The row of an entry. With `withAbility`, a run without an ability has null. */
export function boardLine(entry: RankedRun | RankedFigure, withAbility = false): BoardLine {
  const { rank, rankRange, tiesWithBest, value, inputs, model } = entry;
  const common = { rank, rankRange, tiesWithBest, value, inputs, parameters: model.parameters };
  if (entry.__typename === "RankedFigure") {
    const { publishedResult } = entry;
    return { ...common, ...NO_RUN, name: publishedResult.modelName, source: figureSource(publishedResult) };
  }
  const { run, ability } = entry;
  return {
    ...common,
    name: model.name,
    // The interval of `score` belongs to the mean over the questions, not to another official score.
    score: scoreBehind(entry),
    official: officialValue(entry),
    taskMean: entry.taskMean,
    source: null,
    from: fromText(entry),
    setting: settingText(run),
    ...(withAbility && { ability: ability ?? null }),
  };
}

const NO_RUN = { score: null, official: null, taskMean: null, from: null, setting: null } as const;

/** The row of a figure without a rank. */
export const referenceLine = ({ value, inputs, kind, model, publishedResult }: UnrankedFigure): BoardLine => ({
  ...NO_RUN,
  rank: null,
  rankRange: null,
  tiesWithBest: null,
  value,
  inputs,
  name: publishedResult.modelName,
  parameters: model.parameters,
  source: `${figureSource(publishedResult)}: ${publishedResult.condition ?? kind.toLowerCase().replaceAll("_", "-")}`,
});

/** `WorldSense, Table 2, 16 frames` */
const figureSource = ({ source, frames }: Figure): string => (frames === null ? source : `${source}, ${frames} frames`);

function fromText({ run, partial, ambiguousShare, ...entry }: RankedRun): string {
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

/** The settings that distinguish a run from others of its model: `32 frames · prompt … · seed 7`. Null if it states none. */
export function settingText({ frames, seed, prompt }: Pick<NamedRun, "frames" | "seed" | "prompt">): string | null {
  const parts = [
    frames === null ? null : `${frames} frames`,
    prompt === null ? null : `prompt ${prompt}`,
    seed === null ? null : `seed ${seed}`,
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(" · ");
}

/** A value of a run in a table of runs by slices, as the API returns it. */
interface RunValue extends OfficialValue {
  readonly __typename: "ScoreTableRunCell";
  readonly value: number;
  readonly rank: number;
  readonly tiesWithBest: boolean | null;
  readonly score: NonNullable<BoardLine["score"]>;
}

interface FigureValue {
  readonly __typename: "ScoreTableFigureCell";
  readonly value: number;
  readonly rank: number;
  readonly tiesWithBest: boolean | null;
  readonly publishedResult: { readonly modelName: string; readonly source: string };
}

/** A row of a table of runs by slices, as the API returns it. */
export type TableRow = TableRunRow | TableFigureRow;

interface TableRunRow {
  readonly __typename: "ScoreTableRun";
  readonly model: NamedModel;
  readonly inputs: readonly string[];
  readonly run: NamedRun;
  readonly partial: boolean;
  readonly overall: RunValue | null;
  readonly cells: readonly (RunValue | null)[];
}

interface TableFigureRow {
  readonly __typename: "ScoreTableFigures";
  readonly model: NamedModel;
  readonly inputs: readonly string[];
  readonly overall: FigureValue | null;
  readonly cells: readonly (FigureValue | null)[];
}

export function tableLine(row: TableRow): TableLine {
  const { model, inputs } = row;
  const common = { inputs, parameters: model.parameters };
  if (row.__typename === "ScoreTableRun") {
    const { run, partial } = row;
    const values: readonly (TableValue | null)[] = [row.overall, ...row.cells];
    const from = partial ? `${run.id}, partial` : run.id;
    return { ...common, name: model.name, values, source: null, from, setting: settingText(run) };
  }
  const values = [row.overall, ...row.cells];
  const figure = values.find((value) => value !== null)?.publishedResult;
  return {
    ...common,
    name: figure?.modelName ?? model.name,
    values: values.map((value) => value && { value: value.value, rank: value.rank, tiesWithBest: value.tiesWithBest }),
    source: figure?.source ?? "published",
    from: null,
    setting: null,
  };
}

/** The release and the scorings of the runs of a table. */
export function runsSource(
  entries: readonly (RankedRun | RankedFigure | TableRow)[],
): Pick<TableSource, "release" | "scorings"> {
  const runs = entries.flatMap((entry) => ("run" in entry ? [entry.run] : []));
  return { release: runs[0]?.release.version ?? null, scorings: runs.map(({ scoring }) => scoring) };
}
