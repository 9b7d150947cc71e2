import type { TextCell, TextColumn } from "../../../exporters/tables/text-table.ts";
import type { Group } from "./forest-plot.tsx";
import { LEVEL, points, pText } from "./verdict.ts";

/** The columns of the differences as text. */
export const differenceColumns: readonly TextColumn[] = [
  { title: "Questions" },
  { title: "Run" },
  { title: "n", align: "right" },
  { title: "Difference, points", align: "right", csv: ["difference"] },
  { title: "95 %", align: "right", csv: ["lower", "upper"] },
  { title: "p", align: "right" },
];

/** The rows of a forest plot as text; significant differences are bold. CSV has shares at full precision. */
export const differenceRows = (groups: readonly Group[]): readonly (readonly TextCell[])[] =>
  groups.flatMap(({ label, lines }) =>
    lines.map(({ name, n, difference, interval, pValue }): TextCell[] => [
      label,
      name,
      String(n),
      { text: points(difference), values: [difference], emphasis: pValue < LEVEL ? "best" : undefined },
      {
        text: `${points(interval.lower)} to ${points(interval.upper)}`,
        values: [interval.lower, interval.upper],
      },
      { text: pText(pValue).replace(/^p (= )?/, ""), values: [pValue] },
    ]),
  );
