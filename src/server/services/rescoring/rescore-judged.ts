import type { RunVectors } from "../../../scoring/metrics/run-vectors.ts";
import type { TaskVerdict } from "../../data/judge-queries.ts";
import { fetchLatestScoring, fetchRunPredictions } from "../../data/key-revision-queries.ts";
import { insertScorings, updateJudgements } from "../../data/key-revision-writes.ts";
import type { Queryable } from "../../db/database.ts";
import { readWithVerdicts } from "../judging/read-with-verdicts.ts";
import { differing } from "./judge-again.ts";
import { nextScoring, type Rescoring } from "./next-scoring.ts";

/**
 * Scores all predictions of a run that a judge has read, and stores what comes out as its next scoring, which may be its
 * first. What the judge said of a response stays said.
 * @returns the new vectors
 */
export async function rescoreJudged(
  tx: Queryable,
  run: number,
  verdicts: readonly TaskVerdict[],
  rescoring: Rescoring,
): Promise<RunVectors> {
  const revision = (await fetchLatestScoring(tx, run))?.revision ?? 0;
  const stored = await fetchRunPredictions(tx, [run], null);
  const judged = await readWithVerdicts(stored, verdicts, rescoring.sheet, rescoring);
  await updateJudgements(tx, differing(stored, judged));
  const scoring = nextScoring(run, revision, judged, rescoring);
  await insertScorings(tx, [scoring]);
  return scoring.vectors;
}
