import { inputsText, percent, valueText } from "../../domain/figures-text.ts";
import {
  type Measure,
  measuredLabel,
  type OfficialValue,
  officialValue,
  partialText,
  scoreBehind,
} from "../../domain/official-value.ts";
import { type BoardLine, boardNotes, FROM, fromCell, nameCell } from "./board-table.ts";
import { emphasisOf } from "./run-counts.ts";
import { type LabelledKey, sourceNote, type TableSource } from "./table-source.ts";
import type { NotedTable, TextCell, TextColumn } from "./text-table.ts";

/** A value of a table of runs by slices, as the API returns it. */
export interface TableValue {
  readonly value: number;
  readonly rank: number;
  readonly tiesWithBest: boolean | null;
  /** The run's score and official values; absent for a paper's figure. */
  readonly score?: BoardLine["score"];
  readonly taskScore?: OfficialValue["taskScore"];
  readonly taskMean?: OfficialValue["taskMean"];
}

/** A row of the table. */
export interface TableLine extends Pick<BoardLine, "name" | "parameters" | "inputs" | "source" | "from" | "setting"> {
  /** The value over the whole slice first, then one for each column. */
  readonly values: readonly (TableValue | null)[];
}

/** The columns of the table, and what their values are. */
export interface TableHeads {
  readonly measure: Measure | null;
  readonly columns: readonly { readonly keys: readonly LabelledKey[]; readonly measure: Measure | null }[];
}

/** A table of runs by slices: shares at full precision in CSV, percentages elsewhere. */
export function scoreTable(
  heads: TableHeads,
  lines: readonly TableLine[],
  source: TableSource,
  { errors = false }: { readonly errors?: boolean } = {},
): NotedTable {
  const measures = [heads.measure, ...heads.columns.map(({ measure }) => measure)];
  const rows = lines.map((line) => ({
    ...line,
    taskMean: line.values.map(meanOf).find((mean) => mean?.partial) ?? null,
  }));
  const partials = new Set(
    lines.flatMap(({ values }) => values.flatMap((value) => partialText(asOfficial(value)) ?? [])),
  );
  return {
    columns: [
      { title: "Model", flexible: true },
      { title: "Inputs" },
      scoreColumn(measuredLabel("All", heads.measure), errors, heads.measure),
      ...labelledColumns(heads, errors),
      FROM,
    ],
    rows: rows.map((line) => [
      nameCell(line, rows),
      inputsText(line.inputs),
      ...line.values.map((value, place) => valueCell(value, errors, measures[place] ?? null)),
      fromCell(line),
    ]),
    notes: [
      ...(errors ? ["± is the standard error."] : []),
      ...(lines.some(({ values }) => values.some((value) => otherOfficial(value) !== null))
        ? ["a / b: the score, and the official one if it is another."]
        : []),
      ...(partials.size > 0 ? [`† ${[...partials].join("; ")}.`] : []),
      ...boardNotes(rows, heads.measure),
    ],
    source: sourceNote(
      source,
      heads.columns.flatMap(({ keys }) => keys),
    ),
  };
}

const meanOf = (value: TableValue | null) => value?.taskMean ?? null;

const asOfficial = (value: TableValue | null): OfficialValue => ({
  taskScore: value?.taskScore ?? null,
  taskMean: value?.taskMean ?? null,
});

function labelledColumns({ columns }: TableHeads, errors: boolean): readonly TextColumn[] {
  const labelled = distinctLabels(columns.map(({ keys }) => keys)).map((keys, place) =>
    keys.map((key, index) =>
      index === keys.length - 1 ? { ...key, label: measuredLabel(key.label, columns[place]?.measure ?? null) } : key,
    ),
  );
  return labelled.map((keys, place) => ({
    ...scoreColumn(keys.map(({ label }) => label).join(", "), errors, columns[place]?.measure ?? null),
    isName: true,
    ...headsOf(keys),
  }));
}

/** With two dimensions, each value of the first one is a header over the columns of the second. */
function headsOf([first, second]: readonly LabelledKey[]): Pick<TextColumn, "heads"> {
  return first === undefined || second === undefined ? {} : { heads: [first, second.label] };
}

const scoreColumn = (title: string, errors: boolean, measure: Measure | null): TextColumn => ({
  title,
  align: "right",
  csv: [
    title,
    ...(isOfficialShown(measure) ? [`${title} official`] : []),
    ...(errors ? [`${title} standard error`] : []),
  ],
});

const isOfficialShown = (measure: Measure | null): boolean => measure === "TASK" || measure === "TASKS";

/** The official score of a value, if it is shown beside another one. */
function otherOfficial(value: TableValue | null): number | null {
  const official = value === null ? null : officialValue(asOfficial(value));
  return value === null || official === null || percent(official) === percent(value.value) ? null : official;
}

function valueCell(value: TableValue | null, errors: boolean, measure: Measure | null): TextCell {
  if (value === null) return "";
  const score = scoreBehind({ score: value.score ?? null, ...asOfficial(value) });
  const error = errors && score !== null ? ` ± ${valueText(score.standardError, score)}` : "";
  const other = otherOfficial(value);
  const official = other === null ? "" : ` / ${percent(other)}`;
  const mark = value.taskMean?.partial === true ? "†" : "";
  return {
    text: `${valueText(value.value, score)}${mark}${official}${error}`,
    values: [
      value.value,
      ...(isOfficialShown(measure) ? [officialValue(asOfficial(value))] : []),
      ...(errors ? [score?.standardError ?? null] : []),
    ],
    emphasis: emphasisOf({ ...value, taskMean: value.taskMean ?? null }),
  };
}

/**
 * Makes the labels of columns unique. If several keys of one dimension share a label, the key is added to it: "Counting
 * (key)". Tasks of two levels may have the same name, and CSV would then have two columns with the same title.
 */
export function distinctLabels<K extends { readonly key: string; readonly label: string }>(
  columns: readonly (readonly K[])[],
): readonly (readonly K[])[] {
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
