import type { TextCell, TextColumn } from "../../../formats/tables/text-table.ts";
import { differenceTexts } from "../../data/figures-text.ts";
import type { Group } from "./forest-plot.tsx";
import { LEVEL, pText } from "./verdict.ts";

export const differenceColumns: readonly TextColumn[] = [
  { title: "Questions" },
  { title: "Run" },
  { title: "n", align: "right" },
  { title: "Difference, points", align: "right", csv: ["difference"] },
  { title: "95 %", align: "right", csv: ["lower", "upper"] },
  { title: "p, corrected", align: "right", csv: ["p_corrected"] },
];

/** The rows of a forest plot as text; significant differences are bold. CSV has shares at full precision. */
export const differenceRows = (groups: readonly Group[]): readonly (readonly TextCell[])[] =>
  groups.flatMap(({ label, lines }) =>
    lines.map(({ name, n, difference, interval, pValue }): TextCell[] => {
      const { value, range } = differenceTexts({ difference, interval });
      return [
        label,
        name,
        String(n),
        { text: value, values: [difference], emphasis: pValue < LEVEL ? "best" : undefined },
        { text: range, values: [interval.lower, interval.upper] },
        { text: pText(pValue).replace(/^p (= )?/, ""), values: [pValue] },
      ];
    }),
  );
