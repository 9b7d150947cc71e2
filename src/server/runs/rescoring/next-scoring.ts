import type { Extractor } from "../../../reading/extraction.ts";
import { outcomeAt, type RunVectors, scoreAt } from "../../../scoring/metrics/run-vectors.ts";
import type { NextScoring } from "../key-revision-queries.ts";
import type { OutcomeRow } from "../prediction-writes.ts";
import type { AnswerSheet } from "../reading/answer-sheet.ts";
import type { ReadingMeans } from "../reading/row-reader.ts";
import { choiceVector, overallValue, scoreVectors } from "../submission/score-run.ts";

/** The extractor, answer key and reason of a rescoring. */
export interface Rescoring extends ReadingMeans {
  readonly sheet: AnswerSheet;
  readonly extractor: Extractor;
  /** Null for a first scoring. */
  readonly reason: string | null;
  /** The judge of some of the run's predictions; absent without a judge. */
  readonly judge?: string | null;
}

/** Whether a scoring was made by another extractor, or another version of it. */
export const readOtherwise = (
  scoring: { readonly extractor: string | null; readonly extractorVersion: string | null },
  { name, version }: Extractor,
): boolean => scoring.extractor !== name || scoring.extractorVersion !== version;

/**
 * The scoring of a run that follows the scoring `revision`, computed from the outcomes of all predictions of the run.
 * @param choices the chosen options, if they do not follow from the rows; null if they are not known
 */
export const nextScoring = (
  run: number,
  revision: number,
  rows: readonly OutcomeRow[],
  { sheet, extractor, reason, judge = null }: Omit<Rescoring, keyof ReadingMeans>,
  choices: Uint8Array | null = choiceVector(rows, sheet),
): NextScoring => {
  const vectors = { ...scoreVectors(rows, sheet), choices };
  return {
    run,
    vectors,
    provenance: {
      revision: revision + 1,
      extractor: extractor.name,
      extractorVersion: extractor.version,
      keyRevision: sheet.keyRevision,
      value: overallValue(vectors, sheet),
      reason,
      judge,
    },
  };
};

/**
 * The outcomes that score vectors encode: the inverse of `scoreVectors`. The answers are null, because vectors do not
 * hold them.
 */
export function outcomeRows(vectors: RunVectors): readonly OutcomeRow[] {
  const rows: OutcomeRow[] = [];
  for (let ordinal = 0; ordinal < vectors.answered.length; ordinal++) {
    const outcome = outcomeAt(vectors, ordinal);
    if (outcome !== "MISSING" && outcome !== "UNSCORED")
      rows.push({ ordinal, outcome, score: scoreAt(vectors, ordinal), answer: null });
  }
  return rows;
}
