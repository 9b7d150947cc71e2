import { fetchVerdicts } from "../../data/judge-queries.ts";
import { fetchRunPredictions } from "../../data/key-revision-queries.ts";
import { insertScorings, updateJudgements } from "../../data/key-revision-writes.ts";
import type { Queryable } from "../../db/database.ts";
import { readWithVerdicts } from "../judging/read-with-verdicts.ts";
import { differing } from "./differing-judgements.ts";
import { nextScoring, type Rescoring } from "./next-scoring.ts";

/**
 * Reads and scores all predictions of a run again, keeping the verdicts of a judge, and stores the result as its next
 * scoring.
 */
export async function rescoreWhole(
  tx: Queryable,
  { run, revision }: { readonly run: number; readonly revision: number },
  { sheet, ...rescoring }: Rescoring,
): Promise<void> {
  const stored = await fetchRunPredictions(tx, [run], null);
  const verdicts = await fetchVerdicts(tx, [run]);
  const judged = await readWithVerdicts(stored, verdicts, sheet, rescoring, "kept");
  await updateJudgements(tx, differing(stored, judged));
  await insertScorings(tx, [nextScoring(run, revision, judged, { ...rescoring, sheet })]);
}
