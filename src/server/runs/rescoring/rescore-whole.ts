import type { Queryable } from "../../db/database.ts";
import { fetchVerdicts } from "../judge-queries.ts";
import { fetchRunPredictions, type RunPrediction } from "../key-revision-queries.ts";
import { insertScorings, type NextScoring, updateJudgements } from "../key-revision-writes.ts";
import { differing, readWithVerdicts } from "../reading/stored-rows.ts";
import { nextScoring, type Rescoring } from "./next-scoring.ts";

/** A scored run. */
interface LastScoring {
  readonly run: number;
  readonly revision: number;
}

/** A run that was read again, before anything is stored. */
export interface RereadRun {
  readonly stored: readonly RunPrediction[];
  /** In the order of `stored`. */
  readonly read: readonly RunPrediction[];
  readonly scoring: NextScoring;
}

/** Reads and scores all predictions of a run again, keeping the verdicts of a judge. */
export async function rereadWhole(
  tx: Queryable,
  { run, revision }: LastScoring,
  { sheet, ...rescoring }: Rescoring,
): Promise<RereadRun> {
  const stored = await fetchRunPredictions(tx, [run], null);
  const verdicts = await fetchVerdicts(tx, [run]);
  const read = await readWithVerdicts(stored, verdicts, sheet, rescoring, "kept");
  return { stored, read, scoring: nextScoring(run, revision, read, { ...rescoring, sheet }) };
}

/** Reads and scores all predictions of a run again, and stores the result as its next scoring. */
export async function rescoreWhole(tx: Queryable, last: LastScoring, rescoring: Rescoring): Promise<void> {
  const { stored, read, scoring } = await rereadWhole(tx, last, rescoring);
  await updateJudgements(tx, differing(stored, read));
  await insertScorings(tx, [scoring]);
}
