import { differenceTexts, LEVEL, pText } from "../../domain/figures-text.ts";
import { differencesText } from "../../domain/run-protocol.ts";
import { counted } from "../../domain/texts.ts";
import type { Dimension } from "../../domain/vocabulary.ts";
import { type LabelledKey, nameColumns, sourceNote, type TableSource } from "./table-source.ts";
import type { NotedTable, TextCell } from "./text-table.ts";

interface Range {
  readonly lower: number;
  readonly upper: number;
}

/** A difference between two runs over the same questions, and how it is corrected, as the API returns it. */
export interface TestedDifference {
  readonly n: number;
  readonly difference: number;
  readonly interval: Range;
  readonly tests: number;
  readonly uncorrectedPValue: number;
  readonly adjustedPValue: number;
  readonly adjustedInterval: Range;
}

/** A run that is compared with a reference. */
export interface ComparedRun {
  readonly id: string;
  /** A label that no other run of the comparison has. */
  readonly name: string;
  readonly comparison: TestedDifference & {
    readonly differentSettings: Parameters<typeof differencesText>[0];
    readonly cells: readonly (TestedDifference & { readonly keys: readonly LabelledKey[] })[];
  };
}

/** The differences of all runs to the reference over the slice, or over one of its cells. */
export interface DifferenceGroup<Run extends ComparedRun = ComparedRun> {
  readonly key: string;
  /** One label for each dimension. */
  readonly labels: readonly string[];
  readonly lines: readonly { readonly run: Run; readonly tested: TestedDifference }[];
}

/** The label of the whole slice among its cells. */
export const ALL = "All of the slice";

/** The rows of a comparison: the whole slice first, then each value of a dimension or pair of values. */
export function differenceGroups<Run extends ComparedRun>(runs: readonly Run[]): readonly DifferenceGroup<Run>[] {
  const cells = new Map<string, DifferenceGroup<Run>>();
  for (const run of runs)
    for (const tested of run.comparison.cells) {
      const key = tested.keys.map((one) => one.key).join("/");
      const lines = [...(cells.get(key)?.lines ?? []), { run, tested }];
      cells.set(key, { key, labels: tested.keys.map(({ label }) => label), lines });
    }
  const whole = runs.map((run) => ({ run, tested: run.comparison }));
  return [{ key: "", labels: [ALL], lines: whole }, ...cells.values()];
}

/**
 * Which intervals and p-values are corrected together: `The intervals and p-values of the 4 rows below the whole slice are
 * corrected together (Bonferroni).`
 */
export function correctionNote(runs: readonly ComparedRun[]): string {
  const [first] = runs;
  const cells = first?.comparison.cells[0]?.tests ?? 0;
  const whole = first?.comparison.tests ?? 1;
  const corrected = [
    ...(whole > 1 ? [`of the ${counted(whole, "difference")} over the whole slice`] : []),
    ...(cells > 1 ? [`of the ${counted(cells, "difference")} over its parts`] : []),
  ];
  const alone = whole > 1 ? "" : cells > 1 ? " Those over the whole slice are one test, and not corrected." : "";
  return corrected.length === 0
    ? "There is one test, so its interval and p-value are not corrected."
    : `The 95 % intervals and p-values ${corrected.join(", and separately those ")} are corrected together (Bonferroni).${alone}`;
}

const PAIRED = "Runs are paired by question; standard errors are clustered by video.";

/**
 * The paired differences of runs to a reference; significant ones are bold. CSV has shares at full precision.
 * @param reference the label of the run that the others are compared with
 */
export function comparisonTable(
  by: readonly Dimension[],
  runs: readonly ComparedRun[],
  reference: string,
  source: TableSource,
): NotedTable {
  const isNamed = runs.length > 1;
  const dimensions = Math.max(1, by.length);
  return {
    columns: [
      ...(by.length === 0 ? [{ title: "Questions", flexible: true }] : nameColumns(by)),
      ...(isNamed ? [{ title: "Run", flexible: true }] : []),
      { title: "n", align: "right" },
      { title: "Difference, points", align: "right", csv: ["difference"] },
      { title: "95 %", align: "right", csv: ["lower", "upper"] },
      { title: "p", align: "right", csv: ["p", "tests"] },
    ],
    rows: differenceGroups(runs).flatMap(({ labels, lines }) =>
      lines.map(({ run, tested }): TextCell[] => {
        const { n, difference, adjustedInterval, adjustedPValue, tests } = tested;
        const { value, range } = differenceTexts(tested);
        return [
          ...Array.from({ length: dimensions }, (_, place) => labels[place] ?? ""),
          ...(isNamed ? [run.name] : []),
          String(n),
          { text: value, values: [difference], emphasis: adjustedPValue < LEVEL ? "best" : undefined },
          { text: range, values: [adjustedInterval.lower, adjustedInterval.upper] },
          { text: pText(adjustedPValue).replace(/^p (= )?/, ""), values: [adjustedPValue, tests] },
        ];
      }),
    ),
    notes: [
      isNamed
        ? `Differences to ${reference}; positive ones favour the run of the row.`
        : `${runs[0]?.name ?? ""} minus ${reference}.`,
      `${PAIRED} Bold is significant at the 5 % level. ${correctionNote(runs)}`,
      ...runs.flatMap(settingsNote),
    ],
    source: sourceNote(
      source,
      runs.flatMap(({ comparison }) => comparison.cells.flatMap(({ keys }) => keys)),
    ),
  };
}

/** The settings besides the model that a difference may come from. */
function settingsNote(
  { name, comparison }: ComparedRun,
  _place: number,
  runs: readonly ComparedRun[],
): readonly string[] {
  const text = differencesText(comparison.differentSettings);
  if (text === null) return [];
  return [runs.length > 1 ? `${name}: ${text}` : text];
}
