import { COARSE_SCORES, withheldText } from "../../domain/coarse-scores.ts";
import {
  isMeanOfQuestions,
  measuredLabel,
  officialValue,
  PARTIAL_RANKS,
  partialText,
} from "../../domain/official-value.ts";
import { counted, sizedName } from "../../domain/texts.ts";
import { emphasisOf } from "../../formats/tables/run-counts.ts";
import type { Dimension, ScoreTableCell, ScoreTableColumn, ScoreTablePage, ScoreTableRow } from "../../sdk/types.ts";
import { connect } from "../connection/sdk-client.ts";
import { percent } from "../output/figures.ts";
import type { FormatOptions } from "../output/format-option.ts";
import { optionSpelling } from "../output/option-values.ts";
import { remarkPaperSize } from "../output/printed-texts.ts";
import { colors, printJson, remark } from "../output/printing.ts";
import { type Cell, type Column, printBeside, printTable } from "../output/table.ts";
import { UsageError } from "../output/usage-error.ts";
import { resolveSlice } from "../slice/resolve-slice.ts";
import { type RunOptions, runFilter } from "../slice/run-options.ts";
import type { SliceOptions } from "../slice/slice-options.ts";
import { remarkChoice, remarkMeasure } from "./print-leaderboard.ts";

type RunCell = Extract<ScoreTableCell, { readonly __typename: "ScoreTableRunCell" }>;

export interface ScoreTableOptions extends SliceOptions, RunOptions, FormatOptions {
  readonly by: readonly Dimension[];
  readonly errors?: boolean;
  readonly published: boolean;
  readonly partial?: boolean;
  readonly limit: number;
  readonly json?: boolean;
}

/** Prints a table of runs: a row for each run, and a column for each value of one dimension or pair of values of two. */
export async function scoreTable(benchmark: string, options: ScoreTableOptions): Promise<void> {
  const { by, limit, published, partial, format, errors = false } = options;
  if (by.length > 2) throw new UsageError("--by takes one dimension, or two.");
  const { omnidex } = await connect();
  const filter = await resolveSlice(omnidex, options, benchmark);
  const runs = runFilter(options);
  const list = omnidex.scoreTable(benchmark, {
    filter,
    by,
    runs,
    published,
    partial,
    pageSize: Math.min(limit, 1_000),
  });
  const [page, rows] = await Promise.all([list.take(1).page(), list.take(limit).toArray()]);
  const { columns, questions, measure, totalCount, confirmations, leftOut, withheldColumns } = page;
  if (options.json)
    return printJson({ columns, questions, measure, totalCount, confirmations, leftOut, withheldColumns, nodes: rows });
  remarkChoice(page);
  if (rows.some(isCoarse)) remark(COARSE_SCORES);
  if (withheldColumns > 0) remark(withheldText(withheldColumns));
  if (rows.length === 0)
    return remark(
      `${counted(questions, "question")} of ${benchmark}, but no run and no figure from a paper covers them.`,
    );
  const size = questions === 0 ? "which has no questions here" : counted(questions, "question");
  await printBeside(`${benchmark}, ${size}\n`, format);
  await printTable(
    tableColumns(page, errors),
    rows.map((row) => tableRow(row, errors, [measure, ...columns.map((column) => column.measure)])),
    format,
  );
  if (rows.some(({ __typename }) => __typename === "ScoreTableFigures")) {
    await printBeside(colors.dim("\n* a figure from a paper"), format);
    await remarkPaperSize(omnidex, benchmark);
  }
  for (const own of new Set([measure, ...columns.map((column) => column.measure)])) remarkMeasure(own, false);
  const partials = new Set(rows.flatMap(partialsOf));
  if (partials.size > 0) remark(`† ${[...partials].join("; ")}. ${PARTIAL_RANKS}`);
  if (rows.some(hasOfficial)) remark("a / b: the score, and the official one if it is another.");
  if (totalCount > rows.length) remark(`${rows.length} of ${totalCount} rows. --limit shows more.`);
}

/** Whether a row shows a score over a hidden release. */
const isCoarse = (row: ScoreTableRow): boolean =>
  row.__typename === "ScoreTableRun" && [row.overall, ...row.cells].some((cell) => cell?.score.coarse === true);

const cellsOf = (row: ScoreTableRow): readonly RunCell[] =>
  row.__typename === "ScoreTableRun" ? [row.overall, ...row.cells].filter((cell) => cell !== null) : [];

/** Which tasks the partial scores of a row leave out. */
const partialsOf = (row: ScoreTableRow): readonly string[] => cellsOf(row).flatMap((cell) => partialText(cell) ?? []);

const hasOfficial = (row: ScoreTableRow): boolean => cellsOf(row).some((cell) => otherOfficial(cell) !== null);

/** The official score of a cell, if it is shown beside another one. */
function otherOfficial(cell: RunCell): number | null {
  const official = officialValue(cell);
  return official === null || percent(official) === percent(cell.value) ? null : official;
}

function tableColumns({ columns, measure }: ScoreTablePage, errors: boolean): readonly Column[] {
  const labelled = distinctLabels(columns.map(({ keys }) => keys)).map((keys, place) =>
    keys.map((key, index) =>
      index === keys.length - 1 ? { ...key, label: measuredLabel(key.label, columns[place]?.measure ?? null) } : key,
    ),
  );
  return [
    { title: "MODEL", flexible: true },
    { title: "INPUTS" },
    scoreColumn(measuredLabel("ALL", measure), errors, measure),
    ...labelled.map((keys, place) => ({
      ...scoreColumn(titleOf(keys), errors, columns[place]?.measure ?? null),
      isName: true,
      ...headsOf(keys),
    })),
    { title: "FROM" },
  ];
}

const titleOf = (keys: ScoreTableColumn["keys"]): string => keys.map(({ label }) => label).join(", ");

/** With two dimensions, each value of the first one is a header over the columns of the second. */
function headsOf([first, second]: ScoreTableColumn["keys"]): Pick<Column, "heads"> {
  return first === undefined || second === undefined ? {} : { heads: [first, second.label] };
}

const scoreColumn = (title: string, errors: boolean, measure: ScoreTableColumn["measure"]): Column => ({
  title,
  align: "right",
  csv: [
    title,
    ...(isOfficialShown(measure) ? [`${title} official`] : []),
    ...(errors ? [`${title} standard error`] : []),
  ],
});

const isOfficialShown = (measure: ScoreTableColumn["measure"]): boolean => measure === "TASK" || measure === "TASKS";

function tableRow(
  row: ScoreTableRow,
  errors: boolean,
  measures: readonly ScoreTableColumn["measure"][],
): readonly Cell[] {
  const { inputs, overall, cells } = row;
  const { source, ...name } = namesOf(row);
  return [
    name,
    inputs.map(optionSpelling).join("+"),
    ...[overall, ...cells].map((cell, place) => scoreCell(cell, errors, measures[place] ?? null)),
    source,
  ];
}

/** The first cell of a row, and its source. */
function namesOf(row: ScoreTableRow) {
  if (row.__typename === "ScoreTableRun") {
    const { model, run, partial } = row;
    const source = partial ? `${run.id}, partial` : run.id;
    return { text: model.name, style: colors.bold, values: [model.name], source };
  }
  const figure = [row.overall, ...row.cells].find((cell) => cell !== null)?.publishedResult;
  const name = sizedName(figure?.modelName ?? row.model.name, row.model.parameters);
  return { text: `${name} *`, style: colors.dim, values: [name], source: figure?.source ?? "" };
}

function scoreCell(cell: ScoreTableCell | null, errors: boolean, measure: ScoreTableColumn["measure"]): Cell {
  if (cell === null) return "";
  const { value } = cell;
  const run = cell.__typename === "ScoreTableRunCell" ? cell : null;
  const standardError = run !== null && isMeanOfQuestions(run) ? run.score.standardError : null;
  const error = errors && standardError !== null ? ` ± ${percent(standardError)}` : "";
  const other = run && otherOfficial(run);
  const official = other === null ? "" : ` / ${percent(other)}`;
  const mark = run?.taskMean?.partial === true ? "†" : "";
  const emphasis = emphasisOf(cell);
  return {
    text: `${percent(value)}${mark}${official}${error}`,
    style: emphasis === "best" ? colors.bold : emphasis === "tied" ? colors.underline : (text) => text,
    values: [
      value,
      ...(isOfficialShown(measure) ? [run && officialValue(run)] : []),
      ...(errors ? [standardError] : []),
    ],
    emphasis,
  };
}

interface Labelled {
  readonly key: string;
  readonly label: string;
}

/**
 * Makes the labels of columns unique. If several keys of one dimension share a label, the key is added to it: "Counting
 * (key)". Tasks of two levels may have the same name, and CSV would then have two columns with the same title.
 */
export function distinctLabels<K extends Labelled>(columns: readonly (readonly K[])[]): readonly (readonly K[])[] {
  const keysOf = new Map<string, Set<string>>();
  const name = (label: string, dimension: number): string => `${dimension} ${label}`;
  for (const keys of columns) {
    for (const [dimension, { key, label }] of keys.entries()) {
      const known = keysOf.get(name(label, dimension)) ?? new Set();
      keysOf.set(name(label, dimension), known.add(key));
    }
  }
  return columns.map((keys) =>
    keys.map((each, dimension) =>
      (keysOf.get(name(each.label, dimension))?.size ?? 0) > 1
        ? { ...each, label: `${each.label} (${each.key})` }
        : each,
    ),
  );
}
