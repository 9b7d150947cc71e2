import type { RunComparison } from "../../../sdk/index.ts";
import { count, differenceTexts } from "../../data/figures-text.ts";
import { DifferenceAxis, DifferencePlot } from "../../figures/interval-plot.tsx";
import { type DifferenceScale, differenceScale } from "../../figures/scale.ts";
import { LEVEL, pText } from "./verdict.ts";

/** A run that is compared with the reference. */
export interface Compared {
  readonly id: string;
  /** A label that no other run of the comparison has. */
  readonly name: string;
  readonly comparison: RunComparison;
  readonly colour: number;
}

export interface Line {
  readonly key: string;
  readonly name: string;
  readonly colour: number;
  readonly n: number;
  readonly difference: number;
  readonly interval: { readonly lower: number; readonly upper: number };
  /** The p-value, corrected for all lines of the plot. */
  readonly pValue: number;
}

export interface Group {
  readonly key: string;
  readonly label: string;
  readonly lines: readonly Line[];
}

interface ForestPlotProps {
  readonly compared: readonly Compared[];
  /** How many p-values are corrected together: one for each line. */
  readonly tests: number;
}

/** The difference between each run and the reference: over the slice, then for each value of a dimension. */
export function ForestPlot({ compared, tests }: ForestPlotProps) {
  const groups = groupsOf(compared);
  const scale = differenceScale(groups.flatMap(({ lines }) => lines.map(({ interval }) => interval)));
  return (
    <div className="table-frame">
      <table className="table plot-table forest">
        <caption className="figure-caption">
          Paired differences to the reference in points, with 95 % intervals.{" "}
          {tests === 1
            ? "There is one test, so the p-value is not corrected."
            : `The p-values are corrected together for all ${tests} rows (Holm).`}
        </caption>
        <thead>
          <tr>
            <th scope="col">Questions</th>
            <th scope="col" className="number wide-only">
              n
            </th>
            <th scope="col" className="number">
              Difference, points (95 %)
            </th>
            <th scope="col" className="plot-column">
              <DifferenceAxis scale={scale} />
            </th>
            <th scope="col" className="number">
              p
            </th>
          </tr>
        </thead>
        {groups.map(({ key, label, lines }) => (
          <tbody key={key}>
            {lines.map((line, place) => (
              <tr key={line.key}>
                {place === 0 && (
                  <th scope="rowgroup" rowSpan={lines.length} className="name clamp">
                    {label}
                  </th>
                )}
                <Cells line={line} scale={scale} isNamed={compared.length > 1} />
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}

interface CellsProps {
  readonly line: Line;
  readonly scale: DifferenceScale;
  /** With several runs, each row names its run, because not everybody can tell the colours apart. */
  readonly isNamed: boolean;
}

function Cells({ line, scale, isNamed }: CellsProps) {
  const { n, difference, interval, pValue, colour, name } = line;
  const texts = differenceTexts(line);
  return (
    <>
      <td className="number wide-only soft">{count(n)}</td>
      <td className="number">
        <strong>{texts.value}</strong> <span className="faint small">{texts.range}</span>
        {isNamed && (
          <span className="forest-name faint small" title={name}>
            <span className={`swatch part-${colour}`} aria-hidden="true" /> {name}
          </span>
        )}
      </td>
      <td className={`plot-cell series-${colour}`}>
        <DifferencePlot scale={scale} difference={difference} interval={interval} />
      </td>
      <td className="number">
        {pValue < LEVEL ? <strong>{pText(pValue)}</strong> : <span className="soft">{pText(pValue)}</span>}
      </td>
    </>
  );
}

/** The rows of the plot: the whole slice first, then each value of the dimension. */
export function groupsOf(compared: readonly Compared[]): Group[] {
  const all = compared.map((one) => lineOf(one, one.comparison));
  const cells = new Map<string, Group>();
  for (const one of compared)
    for (const cell of one.comparison.cells) {
      const key = cell.keys.map((one) => one.key).join("/");
      const label = cell.keys.map((one) => one.label).join(", ");
      const lines = [...(cells.get(key)?.lines ?? []), lineOf(one, cell)];
      cells.set(key, { key, label, lines });
    }
  return [{ key: "", label: "All of the slice", lines: all }, ...cells.values()];
}

const lineOf = ({ id, name, colour }: Compared, { n, difference, interval, adjustedPValue }: Tested): Line => ({
  key: id,
  name,
  colour,
  n,
  difference,
  interval,
  pValue: adjustedPValue,
});

type Tested = Pick<RunComparison, "n" | "difference" | "interval" | "adjustedPValue">;
