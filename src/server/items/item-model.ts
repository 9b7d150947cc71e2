import { type Evidence, withheldFor } from "../../scoring/items/evidence.ts";
import type { ItemFit } from "../../scoring/items/item-fit.ts";
import { hasBit } from "../../scoring/items/outcome-matrix.ts";
import type { ItemAnalysis } from "./item-analysis.ts";

/** `ItemModel` of the schema. */
export interface ItemModel {
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
