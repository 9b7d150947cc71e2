import { useCallback, useEffect, useId, useState } from "react";
import { counted } from "../../domain/texts.ts";
import type { QuestionFilter } from "../../sdk/index.ts";
import { pruned } from "./filter-edit.ts";
import type { SliceEdit } from "./slice-edit.ts";

/** Seconds in each unit that a duration may be written with. */
const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600 };

/**
 * Parses a duration such as `90`, `90 s`, `1.5 min`, `2h`, `1:30` or `1:02:05`.
 *
 * @returns seconds; null for an empty text; undefined for a text that is not a duration
 */
export function readDuration(text: string): number | null | undefined {
  const plain = text.trim().toLowerCase().replace(",", ".");
  if (plain === "") return null;
  if (/^\d+(:[0-5]?\d){1,2}$/.test(plain))
    return plain.split(":").reduce((seconds, part) => seconds * 60 + Number(part), 0);
  const [, number, unit = "s"] = /^(\d+(?:\.\d+)?)\s*(s|m|h)?(?:ec|econds?|in|inutes?|ours?)?$/.exec(plain) ?? [];
  return number === undefined ? undefined : Number(number) * (UNITS[unit] ?? 1);
}

/** `45 s`, `1:30`, `1:02:05` */
export function durationText(seconds: number): string {
  if (seconds < 60) return `${Number(seconds.toFixed(1))} s`;
  const whole = Math.round(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const padded = (part: number): string => String(part).padStart(2, "0");
  return hours > 0 ? `${hours}:${padded(minutes)}:${padded(rest)}` : `${minutes}:${padded(rest)}`;
}

interface DurationFieldProps {
  readonly label: string;
  /** Null for no bound. */
  readonly seconds: number | null;
  readonly onChange: (seconds: number | null) => void;
}

/**
 * A field for a bound of durations: `90`, `1:30`, `2 min`. The text is read on Enter or when the field loses focus. It
 * uses the browser's own control, because the script of a replacement would delay the first view.
 */
function DurationField({ label, seconds, onChange }: DurationFieldProps) {
  const id = useId();
  const given = seconds === null ? "" : durationText(seconds);
  const [typed, setTyped] = useState(given);
  useEffect(() => setTyped(given), [given]);
  const read = readDuration(typed);
  const commit = (): void => {
    if (read !== undefined && typed !== given) onChange(read);
  };
  const fault = read === undefined ? `${id}-fault` : undefined;
  return (
    <div>
      <label className="faint small" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className="input"
        placeholder="any"
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onBlur={commit}
        onKeyDown={({ key }) => key === "Enter" && commit()}
        aria-invalid={fault !== undefined}
        aria-describedby={fault}
      />
      {fault !== undefined && (
        <span id={fault} className="field-error small">
          A time like 90, 1:30 or 2 min
        </span>
      )}
    </div>
  );
}

/**
 * The lower edges of the histogram's bars, in seconds. The last bar is open-ended. The edges of the DURATION dimension's
 * buckets are among them.
 */
export const EDGES = [0, 15, 30, 60, 120, 180, 300, 420, 600, 900, 1800, 3600] as const;

/** A range in seconds, with `upper` excluded. Null means no bound. */
interface DurationRange {
  readonly lower: number | null;
  readonly upper: number | null;
}

/** The bounds that a filter sets. */
export function durationRange({ durationSeconds }: QuestionFilter): DurationRange {
  const { gte, gt, lt, lte } = durationSeconds ?? {};
  return { lower: gte ?? gt ?? null, upper: lt ?? lte ?? null };
}

export function withRange(filter: QuestionFilter, { lower, upper }: DurationRange): QuestionFilter {
  const bounds = pruned({ gte: lower ?? undefined, lt: upper ?? undefined });
  return pruned({ ...filter, durationSeconds: Object.keys(bounds).length === 0 ? undefined : bounds });
}

/** The range of each bar. */
export const BINS: readonly DurationRange[] = EDGES.map((edge, place) => ({
  lower: edge,
  upper: EDGES[place + 1] ?? null,
}));

/** The indexes of the edges that a range is drawn between. A bound between two edges is drawn at the outer one. */
export function edgesOf({ lower, upper }: DurationRange): readonly [from: number, to: number] {
  const from =
    lower === null
      ? 0
      : Math.max(
          0,
          EDGES.findLastIndex((edge) => edge <= lower),
        );
  const next = upper === null ? -1 : EDGES.findIndex((edge) => edge >= upper);
  return [from, Math.max(from + 1, next === -1 ? EDGES.length : next)];
}

export const rangeBetween = (from: number, to: number): DurationRange => ({
  lower: from === 0 ? null : (EDGES[from] ?? null),
  upper: EDGES[to] ?? null,
});

/** `any duration`, `from 1:00`, `shorter than 5:00`, `1:00 to 5:00` */
export function rangeText({ lower, upper }: DurationRange): string {
  if (lower === null) return upper === null ? "any duration" : `shorter than ${durationText(upper)}`;
  return upper === null ? `from ${durationText(lower)}` : `${durationText(lower)} to ${durationText(upper)}`;
}

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
