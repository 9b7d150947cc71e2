import type { DifferenceScale } from "./scale.ts";

interface DifferencePlotProps {
  readonly scale: DifferenceScale;
  readonly difference: number;
  readonly interval: { readonly lower: number; readonly upper: number };
}

/** A difference with its interval and zero, on the axis that all rows of a table share. */
export const DifferencePlot = ({ scale, difference, interval }: DifferencePlotProps) => (
  <svg className="interval-plot" aria-hidden="true">
    <line className="zero" x1={`${scale.at(0)}%`} x2={`${scale.at(0)}%`} y1="0" y2="100%" />
    <line className="bar" x1={`${scale.at(interval.lower)}%`} x2={`${scale.at(interval.upper)}%`} y1="50%" y2="50%" />
    <circle className="dot" cx={`${scale.at(difference)}%`} cy="50%" r="5" />
  </svg>
);

/** The axis above the plots. */
export const DifferenceAxis = ({ scale }: { readonly scale: DifferenceScale }) => (
  <svg className="share-axis" role="img" aria-label="Differences in points; right of zero the run is better">
    {scale.ticks.map((tick) => (
      <text key={tick} x={`${scale.at(tick)}%`} y="100%" dy="-3" textAnchor="middle">
        {`${tick < 0 ? "−" : ""}${Number((100 * Math.abs(tick)).toFixed(1))}`}
      </text>
    ))}
    <text x={`${scale.at(0)}%`} y="11" dx="-8" textAnchor="end">
      ← worse
    </text>
    <text x={`${scale.at(0)}%`} y="11" dx="8" textAnchor="start">
      better →
    </text>
  </svg>
);
