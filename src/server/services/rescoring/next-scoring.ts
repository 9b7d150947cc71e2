import type { Extractor } from "../../../scoring/extraction.ts";
import { outcomeAt, type RunVectors, scoreAt } from "../../../scoring/metrics/run-vectors.ts";
import type { NextScoring } from "../../data/key-revision-writes.ts";
import type { OutcomeRow } from "../../data/prediction-writes.ts";
import type { ReadingMeans } from "../reading/row-reader.ts";
import type { AnswerSheet } from "../submission/answer-sheet.ts";
import { overallValue, scoreVectors } from "../submission/vectors-of-outcomes.ts";

/** By what runs are scored again, and why. */
export interface Rescoring extends ReadingMeans {
  readonly sheet: AnswerSheet;
  readonly extractor: Extractor;
  /** Null for a first scoring. */
  readonly reason: string | null;
  /** The judge of some of its predictions; absent without a judge. */
  readonly judge?: string | null;
}

/** Whether a scoring was made by another extractor, or another version of it. */
export const readOtherwise = (
  scoring: { readonly extractor: string | null; readonly extractorVersion: string | null },
  { name, version }: Extractor,
): boolean => scoring.extractor !== name || scoring.extractorVersion !== version;

/** The scoring that follows a run's `revision`, from what became of all its predictions. */
export const nextScoring = (
  run: number,
  revision: number,
  rows: readonly OutcomeRow[],
  { sheet, extractor, reason, judge = null }: Omit<Rescoring, keyof ReadingMeans>,
): NextScoring => {
  const vectors = scoreVectors(rows, sheet);
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

/** What became of the predictions that vectors tell of: the inverse of `scoreVectors`. */
export function outcomeRows(vectors: RunVectors): readonly OutcomeRow[] {
  const rows: OutcomeRow[] = [];
  for (let ordinal = 0; ordinal < vectors.answered.length; ordinal++) {
    const outcome = outcomeAt(vectors, ordinal);
    if (outcome !== "MISSING" && outcome !== "UNSCORED")
      rows.push({ ordinal, outcome, score: scoreAt(vectors, ordinal) });
  }
  return rows;
}
