import type { RunVectors } from "../../../scoring/metrics/run-vectors.ts";
import { fetchRunPredictions } from "../../data/key-revision-queries.ts";
import { insertScorings, updateJudgements } from "../../data/key-revision-writes.ts";
import type { Queryable } from "../../db/database.ts";
import { differing, judgeAgain } from "./judge-again.ts";
import { nextScoring, type Rescoring } from "./next-scoring.ts";

/**
 * Reads and scores all predictions of a run again, and stores what comes out as its next scoring.
 * @returns the new vectors
 */
export async function rescoreWhole(
  tx: Queryable,
  { run, revision }: { readonly run: number; readonly revision: number },
  rescoring: Rescoring,
): Promise<RunVectors> {
  const stored = await fetchRunPredictions(tx, [run], null);
  const judged = await judgeAgain(stored, rescoring.sheet, rescoring.extractor);
  await updateJudgements(tx, differing(stored, judged));
  const scoring = nextScoring(run, revision, judged, rescoring);
  await insertScorings(tx, [scoring]);
  return scoring.vectors;
}
