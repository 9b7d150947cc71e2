import { useCallback, useEffect, useState } from "react";
import { counted } from "../../domain/counted.ts";
import type { QuestionFilter } from "../../sdk/index.ts";
import { DurationField } from "./duration-field.tsx";
import {
  BINS,
  type DurationRange,
  durationRange,
  EDGES,
  edgesOf,
  rangeBetween,
  rangeText,
  withRange,
} from "./duration-range.ts";
import type { SliceEdit } from "./slice-edit.ts";

/** How long the brush must rest before it changes the slice, in milliseconds. */
const PAUSE = 200;

interface DurationBrushProps {
  /** The number of questions in each bar, without the slice's own condition on durations. */
  readonly bars: readonly number[] | undefined;
  /** The filter's conditions on durations. */
  readonly own: QuestionFilter;
  readonly onEdit: SliceEdit;
}

/**
 * The durations of the slice as a histogram. The range is chosen with a brush over it, by pointer or
 * keyboard, or is typed.
 */
export function DurationBrush({ bars, own, onEdit }: DurationBrushProps) {
  const range = durationRange(own);
  const change = useCallback((next: DurationRange) => onEdit((filter) => withRange(filter, next)), [onEdit]);
  const [from, to] = edgesOf(range);
  const [brush, setBrush] = useState<readonly [number, number] | null>(null);
  useEffect(() => {
    if (brush === null) return;
    const timer = setTimeout(() => {
      setBrush(null);
      change(rangeBetween(...brush));
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [brush, change]);
  const [start, end] = brush ?? [from, to];
  if (bars === undefined || bars.every((bar) => bar === 0)) return null;
  const shown = brush === null ? range : rangeBetween(...brush);
  const inside = bars.slice(start, end).reduce((sum, bar) => sum + bar, 0);
  // If a typed bound lies inside a bar, the number of questions in the range does not follow from the bars.
  const isExact = brush !== null || sameRange(range, rangeBetween(from, to));
  return (
    <div className="duration-brush">
      <Bars bars={bars} start={start} end={end} />
      <div className="brush-thumbs">
        <Thumb label="Shortest" edge={start} onMove={(edge) => setBrush([Math.min(edge, end - 1), end])} />
        <Thumb label="Longest" edge={end} onMove={(edge) => setBrush([start, Math.max(edge, start + 1)])} />
      </div>
      <p className="small soft" aria-live="polite">
        <span className="first-capital">{rangeText(shown)}</span>
        {isExact && `: ${counted(inside, "question")} of known duration`}
      </p>
      <div className="duration-fields">
        <DurationField label="From" seconds={range.lower} onChange={(lower) => change({ ...range, lower })} />
        <DurationField label="To" seconds={range.upper} onChange={(upper) => change({ ...range, upper })} />
      </div>
    </div>
  );
}

const sameRange = (a: DurationRange, b: DurationRange): boolean => a.lower === b.lower && a.upper === b.upper;

interface BarsProps {
  readonly bars: readonly number[];
  readonly start: number;
  readonly end: number;
}

function Bars({ bars, start, end }: BarsProps) {
  const most = Math.max(1, ...bars);
  const width = 100 / bars.length;
  return (
    <svg
      className="brush-bars"
      role="img"
      aria-label={`Questions by duration: ${bars.map((n, place) => `${rangeText(BINS[place] ?? NONE)}, ${n}`).join("; ")}`}
    >
      {bars.map((n, place) => (
        <rect
          key={EDGES[place]}
          className={place >= start && place < end ? "bar in" : "bar"}
          x={`${place * width + 0.4}%`}
          width={`${width - 0.8}%`}
          y={`${100 - (100 * n) / most}%`}
          height={`${(100 * n) / most}%`}
        >
          <title>{`${rangeText(BINS[place] ?? NONE)}: ${counted(n, "question")}`}</title>
        </rect>
      ))}
    </svg>
  );
}

const NONE = { lower: null, upper: null };

interface ThumbProps {
  readonly label: string;
  readonly edge: number;
  readonly onMove: (edge: number) => void;
}

const Thumb = ({ label, edge, onMove }: ThumbProps) => (
  <input
    type="range"
    aria-label={label}
    aria-valuetext={
      edge === EDGES.length ? "no limit" : rangeText({ lower: EDGES[edge] ?? null, upper: null }).slice(5)
    }
    min={0}
    max={EDGES.length}
    step={1}
    value={edge}
    onChange={(event) => onMove(event.currentTarget.valueAsNumber)}
  />
);
