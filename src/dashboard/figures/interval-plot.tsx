import { percent } from "../../domain/figures-text.ts";
import type { DifferenceScale, ShareScale } from "./scale.ts";

interface IntervalPlotProps {
  readonly scale: ShareScale;
  readonly value: number;
  /** Null if the error of the value is unknown. */
  readonly interval: { readonly lower: number; readonly upper: number } | null;
  readonly chance: number | null;
  /** Whether the value is a paper's figure and not a run's; it is drawn hollow. */
  readonly isPublished?: boolean;
}

/** One score with its interval, on the axis that all rows of a table share. The row also shows the numbers as text. */
export function IntervalPlot({ scale, value, interval, chance, isPublished = false }: IntervalPlotProps) {
  const x = (share: number): string => `${scale.at(share)}%`;
  return (
    <svg className={isPublished ? "interval-plot published" : "interval-plot"} aria-hidden="true">
      {scale.ticks.map((tick) => (
        <line key={tick} className="grid" x1={x(tick)} x2={x(tick)} y1="0" y2="100%" />
      ))}
      {chance !== null && <line className="chance" x1={x(chance)} x2={x(chance)} y1="0" y2="100%" />}
      {interval !== null && <line className="bar" x1={x(interval.lower)} x2={x(interval.upper)} y1="50%" y2="50%" />}
      <circle className="dot" cx={x(value)} cy="50%" r="5" />
    </svg>
  );
}

/** The axis above the plots: its ticks, and the chance line's name. */
export function ShareAxis({ scale, chance }: { readonly scale: ShareScale; readonly chance: number | null }) {
  return (
    <svg
      className="share-axis"
      role="img"
      aria-label={`Axis from ${percent(scale.lower)} to ${percent(scale.upper)} %`}
    >
      {scale.ticks.map((tick) => (
        <text key={tick} x={`${scale.at(tick)}%`} y="100%" dy="-3" textAnchor="middle">
          {Math.round(tick * 100)}
        </text>
      ))}
      {chance !== null && (
        <text
          className="chance"
          x={`${scale.at(chance)}%`}
          y="11"
          textAnchor={scale.at(chance) < 10 ? "start" : "middle"}
        >
          chance
        </text>
      )}
    </svg>
  );
}

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
