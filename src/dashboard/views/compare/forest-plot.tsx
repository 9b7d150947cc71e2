import { differenceTexts, LEVEL, pText } from "../../../domain/figures-text.ts";
import {
  type ComparedRun,
  correctionNote,
  type DifferenceGroup,
  differenceGroups,
} from "../../../formats/tables/comparison-table.ts";
import type { RunComparison } from "../../../sdk/index.ts";
import { count } from "../../data/figures-text.ts";
import { DifferenceAxis, DifferencePlot } from "../../figures/interval-plot.tsx";
import { type DifferenceScale, differenceScale } from "../../figures/scale.ts";

/** A run that is compared with the reference. */
export interface Compared extends ComparedRun {
  readonly comparison: RunComparison;
  readonly colour: number;
}

interface ForestPlotProps {
  readonly compared: readonly Compared[];
}

/** The difference between each run and the reference: over the slice, then for each value of a dimension. */
export function ForestPlot({ compared }: ForestPlotProps) {
  const groups = differenceGroups(compared);
  const scale = differenceScale(groups.flatMap(({ lines }) => lines.map(({ tested }) => tested.adjustedInterval)));
  return (
    <div className="table-frame">
      <table className="table plot-table forest">
        <caption className="figure-caption">
          Paired differences to the reference in points. {correctionNote(compared)}
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
        {groups.map(({ key, labels, lines }) => (
          <tbody key={key}>
            {lines.map((line, place) => (
              <tr key={line.run.id}>
                {place === 0 && (
                  <th scope="rowgroup" rowSpan={lines.length} className="name clamp">
                    {labels.join(", ")}
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
  readonly line: DifferenceGroup<Compared>["lines"][number];
  readonly scale: DifferenceScale;
  /** With several runs, each row names its run, because not everybody can tell the colours apart. */
  readonly isNamed: boolean;
}

function Cells({ line, scale, isNamed }: CellsProps) {
  const { colour, name } = line.run;
  const { n, difference, adjustedInterval: interval, adjustedPValue: pValue } = line.tested;
  const texts = differenceTexts(line.tested);
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
