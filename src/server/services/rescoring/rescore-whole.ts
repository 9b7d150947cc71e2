import type { RunVectors } from "../../../scoring/metrics/run-vectors.ts";
import { fetchVerdicts } from "../../data/judge-queries.ts";
import { fetchRunPredictions } from "../../data/key-revision-queries.ts";
import { insertScorings, updateJudgements } from "../../data/key-revision-writes.ts";
import type { Queryable } from "../../db/database.ts";
import { readWithVerdicts } from "../judging/read-with-verdicts.ts";
import { differing } from "./differing-judgements.ts";
import { nextScoring, type Rescoring } from "./next-scoring.ts";

/** A rescoring of all predictions of a run. */
export interface WholeRescoring extends Rescoring {
  /**
   * The previous scoring, whose scored questions stay scored even if this server has fewer scorers; null if they may
   * become unscored.
   */
  readonly keep: RunVectors | null;
}

/**
 * Reads and scores all predictions of a run again, keeping the verdicts of a judge, and stores the result as its next
 * scoring.
 * @returns the new vectors
 */
export async function rescoreWhole(
  tx: Queryable,
  { run, revision }: { readonly run: number; readonly revision: number },
  { keep, sheet, ...rescoring }: WholeRescoring,
): Promise<RunVectors> {
  const stored = await fetchRunPredictions(tx, [run], null);
  const verdicts = await fetchVerdicts(tx, [run]);
  const kept = new Set(sheet.unscoredOrdinals.filter((ordinal) => keep !== null && !keep.unscored.has(ordinal)));
  const read = await readWithVerdicts(stored, verdicts, sheet, rescoring, "kept");
  const judged = read.map((prediction, index) =>
    kept.has(prediction.ordinal) ? (stored[index] ?? prediction) : prediction,
  );
  await updateJudgements(tx, differing(stored, judged));
  const unscoredOrdinals = sheet.unscoredOrdinals.filter((ordinal) => !kept.has(ordinal));
  const scoring = nextScoring(run, revision, judged, { ...rescoring, sheet: { ...sheet, unscoredOrdinals } });
  await insertScorings(tx, [scoring]);
  return scoring.vectors;
}
