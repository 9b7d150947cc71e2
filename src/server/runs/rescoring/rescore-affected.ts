import type { Queryable } from "../../db/database.ts";
import { type AffectedRun, fetchAffectedRuns } from "../key-revision-queries.ts";
import { askAgain } from "./ask-again.ts";
import { type PartialRescoring, type RescoredRuns, rescoreAt } from "./rescore-at.ts";

/** A rescoring with an answer key in which only some answers changed. */
export interface KeyRescoring extends PartialRescoring {
  /** This server's judge; null without a judge. */
  readonly judgeModel: string | null;
}

/** The effect of a corrected key on the runs of its release. */
export interface RescoringReport extends RescoredRuns {
  /**
   * How many scored runs wait for a judge to read open answers with the new key. Earlier verdicts are kept until then.
   */
  readonly judging: number;
}

/** The most predictions, and the most runs, in memory at once. */
const MOST_PREDICTIONS = 10_000;
const MOST_RUNS = 200;

/**
 * Rescores, with a corrected answer key, those runs of a release that match the sheet in `openEnded` and
 * `doubleResponse`. Predictions of open runs are also scored again, because an open run is later scored from the stored
 * outcomes of its predictions.
 */
export async function rescoreAffectedRuns(tx: Queryable, rescoring: KeyRescoring): Promise<RescoringReport> {
  const runs = await fetchAffectedRuns(tx, rescoring.sheet);
  const report = { rescored: 0, changed: 0, judging: 0 };
  const size = Math.max(1, Math.min(MOST_RUNS, Math.floor(MOST_PREDICTIONS / rescoring.ordinals.length)));
  for (let start = 0; start < runs.length; start += size) {
    const chunk = runs.slice(start, start + size);
    report.judging += await askOpenAnswersAgain(tx, chunk, rescoring);
    const { rescored, changed } = await rescoreAt(tx, chunk, rescoring);
    report.rescored += rescored;
    report.changed += changed;
  }
  return report;
}

/**
 * Asks a judge again whether open answers mean the same as the corrected answer key. Other judge tasks are not
 * repeated: which option a response names does not depend on the key. Returns how many scored runs wait for a judge.
 */
async function askOpenAnswersAgain(
  tx: Queryable,
  runs: readonly AffectedRun[],
  { sheet, ordinals, judgeModel }: KeyRescoring,
): Promise<number> {
  const judged = runs.filter((run) => run.judged);
  const waiting = new Set(
    await askAgain(
      tx,
      judged.map(({ run }) => run),
      { sheet, ordinals, judgeModel, questions: ["meaning"] },
    ),
  );
  return judged.filter(({ run, revision }) => revision !== null && waiting.has(run)).length;
}
