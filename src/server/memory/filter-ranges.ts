import type { FilterFault } from "../../domain/slice/filter-fault.ts";
import type { AskedRange, RangeKind } from "./filter-values.ts";

/**
 * The faults of a range: bounds that exclude every value, negative bounds for values that are never negative, and
 * percentages for shares. Empty for a valid range.
 */
export function rangeFaults({ kind, path, bounds }: AskedRange): readonly FilterFault[] {
  const at = (bound: string): number | null => measured(bounds[bound]);
  const [gt, gte, lt, lte] = [at("gt"), at("gte"), at("lt"), at("lte")];
  if (kind === "duration") {
    const negative = Object.keys(bounds).filter((bound) => (at(bound) ?? 0) < 0);
    if (negative.length > 0)
      return negative.map((bound) =>
        fault(`${path}.${bound}`, bounds[bound], "A duration in seconds is never negative."),
      );
  }
  if (kind === "share") {
    const percentages = Object.keys(bounds).filter((bound) => (at(bound) ?? 0) > 1);
    if (percentages.length > 0)
      return percentages.map((bound) =>
        fault(
          `${path}.${bound}`,
          bounds[bound],
          `A share is from 0 to 1: ${bounds[bound]} % is ${Number(bounds[bound]) / 100}.`,
        ),
      );
  }
  const isWhole = kind === "number of steps" || kind === "number of frames";
  const lower = isWhole && gt !== null ? { gte: Math.max(gt + 1, gte ?? gt + 1) } : { gt, gte };
  const upper = isWhole && lt !== null ? { lte: Math.min(lt - 1, lte ?? lt - 1) } : { lt, lte };
  if (!isEmpty(lower, upper)) return [];
  const shown = Object.fromEntries(Object.entries(bounds).map(([bound, value]) => [bound, spelt(value)]));
  return [fault(path, shown, `No ${kind} is ${rangeText(shown, UNITS[kind] ?? "")}.`)];
}

const UNITS: Readonly<Partial<Record<RangeKind, string>>> = { duration: " s" };

/** A bound as a number. A time is converted to milliseconds. */
export function measured(value: unknown): number | null {
  if (value == null) return null;
  if (typeof value === "number") return value;
  return value instanceof Date ? value.getTime() : Date.parse(String(value));
}

const spelt = (value: unknown): unknown => (value instanceof Date ? value.toISOString() : value);

interface Lower {
  readonly gt?: number | null | undefined;
  readonly gte?: number | null | undefined;
}
interface Upper {
  readonly lt?: number | null | undefined;
  readonly lte?: number | null | undefined;
}

/** Whether the bounds exclude every number. */
function isEmpty({ gt, gte }: Lower, { lt, lte }: Upper): boolean {
  const from = Math.max(gt ?? Number.NEGATIVE_INFINITY, gte ?? Number.NEGATIVE_INFINITY);
  const to = Math.min(lt ?? Number.POSITIVE_INFINITY, lte ?? Number.POSITIVE_INFINITY);
  return from > to || (from === to && (gt === from || lt === to));
}

/** Describes a range, such as `at least 60 s and below 60 s`. */
function rangeText({ gt, gte, lt, lte }: Readonly<Record<string, unknown>>, unit: string): string {
  const bounds = [
    gt == null ? [] : [`above ${gt}${unit}`],
    gte == null ? [] : [`at least ${gte}${unit}`],
    lt == null ? [] : [`below ${lt}${unit}`],
    lte == null ? [] : [`at most ${lte}${unit}`],
  ];
  return bounds.flat().join(" and ");
}

const fault = (path: string, value: unknown, reason: string): FilterFault => ({
  ...{ path, value, reason },
  ...{ nearest: [], allowed: null, values: null },
});
