import type { RunVectors } from "../../../scoring/metrics/run-vectors.ts";
import { fetchLatestChoices } from "../../data/choice-queries.ts";
import { fetchVerdicts, type TaskVerdict } from "../../data/judge-queries.ts";
import { type AffectedRun, fetchRunPredictions, type RunPrediction } from "../../data/key-revision-queries.ts";
import { insertScorings, type NextScoring, updateJudgements } from "../../data/key-revision-writes.ts";
import { fetchRunVectors, type NewVectors } from "../../data/score-queries.ts";
import type { Queryable } from "../../db/database.ts";
import { choiceVector } from "../choices/choice-vector.ts";
import { judgeNames, readWithVerdicts } from "../judging/read-with-verdicts.ts";
import { differing } from "./differing-judgements.ts";
import { nextScoring, outcomeRows, type Rescoring, readOtherwise } from "./next-scoring.ts";
import { rescoreWhole } from "./rescore-whole.ts";
import { outcomeChanges } from "./scoring-changes.ts";

/** A rescoring for which only some questions have to be scored again. */
export interface PartialRescoring extends Rescoring {
  readonly ordinals: readonly number[];
  /** Called with each scored run and its vectors before and after. */
  readonly onRescored?: (run: number, before: RunVectors, after: RunVectors) => void;
}

/** The result of rescoring some runs. */
export interface RescoredRuns {
  /** How many were scored again. */
  readonly rescored: number;
  /** How many of them have a different outcome or score for at least one question. */
  readonly changed: number;
}

interface ScoredRun extends AffectedRun {
  readonly revision: number;
}

/**
 * Scores the predictions of runs at some ordinals again, and stores a new scoring for those runs that are scored.
 * Verdicts of a judge are kept, and predictions that wait for a verdict are unchanged. The entries of the vectors at
 * other ordinals are kept. Runs whose latest scoring used another extractor are read again as a whole instead.
 */
export async function rescoreAt(
  tx: Queryable,
  runs: readonly AffectedRun[],
  rescoring: PartialRescoring,
): Promise<RescoredRuns> {
  const ids = runs.map(({ run }) => run);
  const [before, choices] = [await fetchRunVectors(tx, ids), await fetchLatestChoices(tx, ids)];
  const verdicts = await fetchVerdicts(tx, ids);
  const isOld = (run: AffectedRun): boolean => run.revision !== null && readOtherwise(run, rescoring.extractor);
  const kept = runs.filter((run) => !isOld(run));
  const judged = await judgeAt(tx, kept, verdicts, rescoring);
  const scorings = kept
    .filter((run): run is ScoredRun => run.revision !== null)
    .map((run) => {
      const last = { ...required(before.get(run.run), run.run), choices: choices.get(run.run)?.choices ?? null };
      return partialScoring(run, last, judged, verdicts, rescoring);
    });
  await insertScorings(tx, scorings);
  const after = new Map<number, RunVectors>(scorings.map(({ run, vectors }) => [run, vectors]));
  for (const run of runs.filter((one): one is ScoredRun => isOld(one))) {
    const own = { ...alsoRead(run, rescoring), judge: judgeOf(run, verdicts), keep: before.get(run.run) ?? null };
    after.set(run.run, await rescoreWhole(tx, run, own));
  }
  for (const [run, vectors] of after) rescoring.onRescored?.(run, required(before.get(run), run), vectors);
  const changed = [...after].filter(
    ([run, vectors]) => outcomeChanges(required(before.get(run), run), vectors).length > 0,
  );
  return { rescored: after.size, changed: changed.length };
}

function required(vectors: RunVectors | undefined, run: number): RunVectors {
  if (vectors === undefined) throw new Error(`run ${run} has lost its scoring`);
  return vectors;
}

/** Scores the predictions at the ordinals, stores the changed ones, and returns all of them by run. */
async function judgeAt(
  tx: Queryable,
  runs: readonly AffectedRun[],
  verdicts: readonly TaskVerdict[],
  { sheet, extractor, pool, budget, ordinals }: PartialRescoring,
): Promise<ReadonlyMap<number, readonly RunPrediction[]>> {
  const ids = runs.map(({ run }) => run);
  const stored = await fetchRunPredictions(tx, ids, ordinals);
  const judged = await readWithVerdicts(stored, verdicts, sheet, { extractor, pool, budget }, "kept");
  await updateJudgements(tx, differing(stored, judged));
  const byRun = new Map<number, RunPrediction[]>(ids.map((run) => [run, []]));
  for (const prediction of judged) byRun.get(prediction.run)?.push(prediction);
  return byRun;
}

/** The next scoring of a run: the previous one except for the questions that were scored again. */
function partialScoring(
  run: ScoredRun,
  before: NewVectors,
  judged: ReadonlyMap<number, readonly RunPrediction[]>,
  verdicts: readonly TaskVerdict[],
  rescoring: PartialRescoring,
): NextScoring {
  const isNew = new Set(rescoring.ordinals);
  const kept = outcomeRows(before).filter(({ ordinal }) => !isNew.has(ordinal));
  const { sheet } = rescoring;
  // Previously unscored questions remain unscored, even if this server has a scorer that the previous scoring lacked.
  const unscoredOrdinals = sheet.questions
    .map(({ ordinal }) => ordinal)
    .filter((ordinal) => !isNew.has(ordinal) && before.unscored.has(ordinal))
    .concat(sheet.unscoredOrdinals.filter((ordinal) => isNew.has(ordinal)));
  const own = judged.get(run.run) ?? [];
  const rescored = { ...rescoring, judge: judgeOf(run, verdicts), sheet: { ...sheet, unscoredOrdinals } };
  // If the earlier choices are unknown, all stay unknown: `fillChoices` reads them from the predictions later.
  const choices = before.choices && choiceVector(own, sheet, before.choices);
  return nextScoring(run.run, run.revision, [...kept, ...own], rescored, choices);
}

/** The judges of a run's predictions, past and present. */
const judgeOf = ({ run, judge }: AffectedRun, verdicts: readonly TaskVerdict[]): string | null =>
  judgeNames(verdicts.filter((verdict) => verdict.run === run)) ?? judge;

const alsoRead = (run: ScoredRun, rescoring: Rescoring): Rescoring => ({
  ...rescoring,
  reason: `${rescoring.reason} (Read again with ${rescoring.extractor.name} ${rescoring.extractor.version}, after ${run.extractor} ${run.extractorVersion}.)`,
});
