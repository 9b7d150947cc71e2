import type { ItemField } from "../../domain/item-statistics.ts";
import { optionLabel } from "../../domain/option-label.ts";
import { type Evidence, type Figure, withheldFor } from "../../scoring/items/evidence.ts";
import type { ItemFit } from "../../scoring/items/item-fit.ts";
import { optionAnalysis } from "../../scoring/items/option-analysis.ts";
import { hasBit } from "../../scoring/items/outcome-matrix.ts";
import { BANDS, type QuestionStatistics } from "../../scoring/items/question-statistics.ts";
import type { ItemFigures } from "../workers/item-tasks.ts";
import type { ItemAnalysis } from "./item-analysis.ts";

/** The confidence level of the intervals. */
const LEVEL = 0.95;

/** An analysis with its classical statistics. */
export interface DescribedItems {
  readonly analysis: ItemAnalysis;
  readonly figures: ItemFigures;
}

/**
 * `Item` of the schema, without its question, its options and its 2PL model. Figures are null where they are undefined
 * or withheld.
 */
export interface Item {
  readonly release: number;
  readonly ordinal: number;
  readonly asked: number;
  readonly evidence: Evidence;
  readonly share: number | null;
  readonly interval: { readonly lower: number; readonly upper: number; readonly level: number } | null;
  readonly shareByBand: readonly (number | null)[];
  readonly discrimination: number | null;
  readonly unparsed: number | null;
  readonly agreement: number | null;
}

/** `ItemOption` of the schema. */
interface ItemOption {
  /** Null for the entry of the runs whose response holds no readable answer. */
  readonly label: string | null;
  readonly isKey: boolean;
  readonly count: number;
  readonly share: number;
  readonly shareByBand: readonly (number | null)[];
  readonly meanAbility: number | null;
  readonly correlation: number | null;
}

/** The numbers of runs and of families from which the figures of one question are computed. */
const itemEvidence = ({ statistics: { asked, families } }: ItemFigures, ordinal: number): Evidence => ({
  runs: asked[ordinal] ?? 0,
  families: families[ordinal] ?? 0,
});

/** Whether enough runs were asked a question to show a figure about it. */
const isShown = (figure: Figure, figures: ItemFigures, ordinal: number): boolean =>
  withheldFor(figure, itemEvidence(figures, ordinal)) === null;

/** The figures of one question. */
export function itemOf({ analysis, figures }: DescribedItems, ordinal: number): Item {
  const { statistics: s } = figures;
  const shown = (figure: Figure, values: Float64Array): number | null =>
    isShown(figure, figures, ordinal) ? defined(values[ordinal]) : null;
  const share = shown("share", s.share);
  return {
    release: analysis.release,
    ordinal,
    asked: s.asked[ordinal] ?? 0,
    evidence: itemEvidence(figures, ordinal),
    share,
    interval: share === null ? null : { lower: s.lower[ordinal] ?? 0, upper: s.upper[ordinal] ?? 1, level: LEVEL },
    shareByBand: isShown("bands", figures, ordinal)
      ? bandsOf(s.shareByBand.subarray(ordinal * BANDS, (ordinal + 1) * BANDS))
      : [],
    discrimination: shown("discrimination", s.itemRest),
    unparsed: shown("share", s.unparsed),
    agreement: shown("share", s.agreement),
  };
}

/** How often each option of a question is chosen: the options in their order, then the responses without an option. */
export function itemOptions({ analysis, figures }: DescribedItems, ordinal: number): readonly ItemOption[] {
  const { matrix } = analysis;
  if ((matrix.options[ordinal] ?? 0) === 0 || !isShown("share", figures, ordinal)) return [];
  const { statistics, abilities } = figures;
  const [hasBands, hasCorrelation] = [
    isShown("bands", figures, ordinal),
    isShown("discrimination", figures, ordinal),
  ] as const;
  const uses = optionAnalysis(matrix, ordinal, { bandOf: statistics.bandOf, abilities });
  return [...uses.slice(1), ...uses.slice(0, 1)].map(({ option, share, shareByBand, correlation, ...use }) => ({
    ...use,
    label: option === 0 ? null : optionLabel(option - 1),
    share: defined(share) ?? 0,
    shareByBand: hasBands ? bandsOf(shareByBand) : [],
    correlation: hasCorrelation ? correlation : null,
  }));
}

const bandsOf = (shares: Iterable<number>): readonly (number | null)[] => Array.from(shares, defined);

const defined = (value: number | undefined): number | null =>
  value === undefined || Number.isNaN(value) ? null : value;

export interface ItemOrder {
  readonly field: ItemField;
  readonly direction: "ASC" | "DESC";
}

/** The figure of each order, and the column that holds it. */
const FIGURES: Readonly<
  Record<Exclude<ItemField, "ORDINAL">, readonly [Figure, (statistics: QuestionStatistics) => Float64Array]>
> = {
  SHARE: ["share", ({ share }) => share],
  DISCRIMINATION: ["discrimination", ({ itemRest }) => itemRest],
  UNPARSED: ["share", ({ unparsed }) => unparsed],
  AGREEMENT: ["share", ({ agreement }) => agreement],
};

/**
 * Orders questions by one of their figures. Questions without the figure come last, and ties are in the order of the
 * release. A withheld figure is not used, because the order would reveal it.
 * @param ordinals ascending
 */
export function orderedItems(
  figures: ItemFigures,
  ordinals: readonly number[],
  { field, direction }: ItemOrder,
): readonly number[] {
  if (field === "ORDINAL") return direction === "ASC" ? ordinals : ordinals.toReversed();
  const [figure, columnOf] = FIGURES[field];
  const column = columnOf(figures.statistics);
  const isKnown = (ordinal: number): boolean =>
    isShown(figure, figures, ordinal) && !Number.isNaN(column[ordinal] ?? Number.NaN);
  const known = ordinals.filter(isKnown);
  const sign = direction === "ASC" ? 1 : -1;
  known.sort((a, b) => sign * ((column[a] ?? 0) - (column[b] ?? 0)) || a - b);
  return known.length === ordinals.length ? known : [...known, ...ordinals.filter((ordinal) => !isKnown(ordinal))];
}

/** `ItemModel` of the schema. */
interface ItemModel {
  readonly a: number;
  readonly aError: number;
  readonly b: number | null;
  readonly c: number;
  readonly cError: number;
  readonly covariance: number;
  readonly evidence: Evidence;
}

/**
 * The 2PL model of one question; null if too few runs were asked it.
 * @param analysis an analysis that counts the runs with the fullest inputs of each model
 */
export async function itemModel(analysis: ItemAnalysis, ordinal: number): Promise<ItemModel | null> {
  if (!analysis.suffices("fit")) return null;
  const evidence = askedBy(analysis, ordinal);
  if (withheldFor("fit", evidence) !== null) return null;
  return modelAt(await analysis.fit(), ordinal, evidence);
}

function modelAt(fit: ItemFit, ordinal: number, evidence: Evidence): ItemModel | null {
  const [a, c] = [fit.discrimination[ordinal], fit.intercept[ordinal]];
  if (a === undefined || c === undefined || Number.isNaN(a)) return null;
  const b = -c / a;
  return {
    a,
    aError: fit.discriminationError[ordinal] ?? Number.NaN,
    b: Number.isFinite(b) ? b : null,
    c,
    cError: fit.interceptError[ordinal] ?? Number.NaN,
    covariance: fit.covariance[ordinal] ?? Number.NaN,
    evidence,
  };
}

/** The number of runs of an analysis that were asked a question, and the number of their families. */
function askedBy({ matrix }: ItemAnalysis, ordinal: number): Evidence {
  const asked = matrix.runs.filter((run) => hasBit(run.asked, ordinal));
  return { runs: asked.length, families: new Set(asked.map(({ family }) => family)).size };
}
