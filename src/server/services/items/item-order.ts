import type { ItemAnalysis } from "./item-analyses.ts";

/** What questions can be ordered by: a field of `ItemOrderField` of the schema. */
export type ItemField = "ORDINAL" | "SHARE" | "DISCRIMINATION" | "UNPARSED" | "AGREEMENT";

export interface ItemOrder {
  readonly field: ItemField;
  readonly direction: "ASC" | "DESC";
}

/**
 * Orders questions by one of their figures. Questions without the figure come last, and ties are in the order of the
 * release.
 * @param ordinals ascending
 */
export function orderedItems(
  analysis: ItemAnalysis,
  ordinals: readonly number[],
  { field, direction }: ItemOrder,
): readonly number[] {
  const figures = figuresOf(analysis, field);
  const sign = direction === "ASC" ? 1 : -1;
  if (figures === null) return direction === "ASC" ? ordinals : ordinals.toReversed();
  const at = (ordinal: number): number => figures[ordinal] ?? Number.NaN;
  return ordinals.toSorted((a, b) => {
    const [one, other] = [at(a), at(b)];
    if (Number.isNaN(one) || Number.isNaN(other))
      return Number(Number.isNaN(one)) - Number(Number.isNaN(other)) || a - b;
    return sign * (one - other) || a - b;
  });
}

/** Withheld figures order nothing, or the order would tell them. */
function figuresOf({ statistics, withheld }: ItemAnalysis, field: ItemField): Float64Array | null {
  if (withheld.has(field === "DISCRIMINATION" ? "discrimination" : "share")) return null;
  switch (field) {
    case "ORDINAL":
      return null;
    case "SHARE":
      return statistics.share;
    case "DISCRIMINATION":
      return statistics.itemRest;
    case "UNPARSED":
      return statistics.unparsed;
    case "AGREEMENT":
      return statistics.agreement;
  }
}
