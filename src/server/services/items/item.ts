import { optionLabel } from "../../../domain/option-label.ts";
import type { Figure } from "../../../scoring/items/evidence.ts";
import { optionAnalysis } from "../../../scoring/items/option-analysis.ts";
import { BANDS } from "../../../scoring/items/question-statistics.ts";
import type { ItemAnalysis } from "./item-analyses.ts";

/** The level of the intervals. */
const LEVEL = 0.95;

/** `Item` of the schema, without its question. Figures are null where they are undefined or withheld. */
export interface Item {
  readonly release: number;
  readonly ordinal: number;
  readonly asked: number;
  readonly share: number | null;
  readonly interval: { readonly lower: number; readonly upper: number; readonly level: number } | null;
  readonly shareByBand: readonly (number | null)[];
  readonly discrimination: number | null;
  readonly unparsed: number | null;
  readonly agreement: number | null;
  readonly options: readonly ItemOption[];
}

/** `ItemOption` of the schema. */
export interface ItemOption {
  /** Null for the runs whose response holds no readable answer. */
  readonly label: string | null;
  readonly isKey: boolean;
  readonly count: number;
  readonly share: number;
  readonly shareByBand: readonly (number | null)[];
  readonly meanAbility: number | null;
  readonly correlation: number | null;
}

/** The figures of one question. */
export function itemOf(analysis: ItemAnalysis, ordinal: number): Item {
  const { release, statistics: s, withheld } = analysis;
  const shown = (figure: Figure, values: Float64Array): number | null =>
    withheld.has(figure) ? null : defined(values[ordinal]);
  const share = shown("share", s.share);
  return {
    release,
    ordinal,
    asked: s.asked[ordinal] ?? 0,
    share,
    interval: share === null ? null : { lower: s.lower[ordinal] ?? 0, upper: s.upper[ordinal] ?? 1, level: LEVEL },
    shareByBand: withheld.has("bands") ? [] : bandsOf(s.shareByBand.subarray(ordinal * BANDS, (ordinal + 1) * BANDS)),
    discrimination: shown("discrimination", s.itemRest),
    unparsed: shown("share", s.unparsed),
    agreement: shown("share", s.agreement),
    options: withheld.has("share") ? [] : optionsOf(analysis, ordinal),
  };
}

function optionsOf({ matrix, statistics, abilities, withheld }: ItemAnalysis, ordinal: number): readonly ItemOption[] {
  if ((matrix.options[ordinal] ?? 0) === 0) return [];
  const uses = optionAnalysis(matrix, ordinal, { bandOf: statistics.bandOf, abilities });
  // The options in their order, then the responses without one.
  return [...uses.slice(1), ...uses.slice(0, 1)].map(({ option, share, shareByBand, correlation, ...use }) => ({
    ...use,
    label: option === 0 ? null : optionLabel(option - 1),
    share: defined(share) ?? 0,
    shareByBand: withheld.has("bands") ? [] : bandsOf(shareByBand),
    correlation: withheld.has("discrimination") ? null : correlation,
  }));
}

const bandsOf = (shares: Iterable<number>): readonly (number | null)[] => Array.from(shares, defined);

const defined = (value: number | undefined): number | null =>
  value === undefined || Number.isNaN(value) ? null : value;
