import type { Bound } from "../../../domain/question-numbers.ts";

/**
 * An end of an interval. With `beside` 0, the number `at` belongs to the interval. With 1, the interval begins just
 * above `at`; with -1, it ends just below `at`.
 */
export interface End {
  readonly at: number;
  readonly beside: -1 | 0 | 1;
}

/** The numbers from one end to the other. */
export interface Span {
  readonly from: End;
  readonly to: End;
}

/** The numbers that a quantity can have. */
export interface Scale {
  readonly whole: boolean;
  readonly all: Span;
}

/**
 * A condition on one property of an object. It is true or false for every object: an object without the property does
 * not meet it, and meets its negation.
 */
export type Condition =
  /** The property has one of the values. With `total`, every object has the property, with one of these values. */
  | {
      readonly kind: "values";
      readonly of: string;
      readonly values: readonly string[];
      readonly total?: readonly string[];
    }
  /** The property is one of the slugs, or is below one of them. */
  | { readonly kind: "tree"; readonly of: string; readonly slugs: readonly string[] }
  /** The property is a number within one of the spans. */
  | { readonly kind: "spans"; readonly of: string; readonly scale: Scale; readonly spans: readonly Span[] };

/** A combination of conditions. */
export type Formula =
  | Condition
  | { readonly kind: "all" | "any"; readonly parts: readonly Formula[] }
  | { readonly kind: "not"; readonly part: Formula };

export const allOf = (parts: readonly Formula[]): Formula => ({ kind: "all", parts });
export const TRUE: Formula = allOf([]);

export const isCondition = (formula: Formula): formula is Condition => "of" in formula;

const EVERY_NUMBER: Span = {
  from: { at: Number.NEGATIVE_INFINITY, beside: 0 },
  to: { at: Number.POSITIVE_INFINITY, beside: 0 },
};

/** A scale from a least to a greatest number. */
export const scale = (
  least = Number.NEGATIVE_INFINITY,
  greatest = Number.POSITIVE_INFINITY,
  { whole = false } = {},
): Scale => ({ whole, all: { from: { at: least, beside: 0 }, to: { at: greatest, beside: 0 } } });

/** The numbers within all of the bounds. */
export const spanOf = (bounds: Readonly<Partial<Record<Bound, number | null>>>): Span => {
  const { gt, gte, lt, lte } = bounds;
  const from = [
    EVERY_NUMBER.from,
    ...(gt == null ? [] : [{ at: gt, beside: 1 as const }]),
    ...(gte == null ? [] : [{ at: gte, beside: 0 as const }]),
  ];
  const to = [
    EVERY_NUMBER.to,
    ...(lt == null ? [] : [{ at: lt, beside: -1 as const }]),
    ...(lte == null ? [] : [{ at: lte, beside: 0 as const }]),
  ];
  return { from: from.reduce(later), to: to.reduce(earlier) };
};

const compared = (a: End, b: End): number => (a.at === b.at ? a.beside - b.beside : a.at - b.at);
const later = (a: End, b: End): End => (compared(a, b) >= 0 ? a : b);
const earlier = (a: End, b: End): End => (compared(a, b) <= 0 ? a : b);

/** The overlap of two spans; null if they do not overlap. */
export function overlap(a: Span, b: Span, whole: boolean): Span | null {
  const from = later(a.from, b.from);
  const to = earlier(a.to, b.to);
  const [first, last] = whole ? [firstWhole(from), lastWhole(to)] : [from, to];
  return compared(first, last) > 0 ? null : { from: first, to: last };
}

const firstWhole = ({ at, beside }: End): End => ({
  at: beside === 1 ? Math.floor(at) + 1 : Math.ceil(at),
  beside: 0,
});
const lastWhole = ({ at, beside }: End): End => ({
  at: beside === -1 ? Math.ceil(at) - 1 : Math.floor(at),
  beside: 0,
});

/** The numbers outside a span: those below it and those above it. */
export const outside = ({ from, to }: Span): readonly Span[] => [
  { from: EVERY_NUMBER.from, to: { at: from.at, beside: from.beside === 1 ? 0 : -1 } },
  { from: { at: to.at, beside: to.beside === -1 ? 0 : 1 }, to: EVERY_NUMBER.to },
];
