import type { RunVectors } from "../../../scoring/metrics/run-vectors.ts";
import {
  type AffectedRun,
  fetchAffectedRuns,
  fetchRunPredictions,
  type RunPrediction,
} from "../../data/key-revision-queries.ts";
import { insertScorings, type NextScoring, updateJudgements } from "../../data/key-revision-writes.ts";
import { fetchRunVectors } from "../../data/score-queries.ts";
import type { Queryable } from "../../db/database.ts";
import { correctJudgedRun } from "./correct-judged.ts";
import { differing, judgeAgain } from "./judge-again.ts";
import { nextScoring, outcomeRows, type Rescoring, readOtherwise } from "./next-scoring.ts";
import { rescoreWhole } from "./rescore-whole.ts";
import { outcomeChanges } from "./scoring-changes.ts";

/** A rescoring by a key of which only some questions' answers are new. */
export interface KeyRescoring extends Rescoring {
  readonly ordinals: readonly number[];
  /** The judge that this server asks; null where it asks none. */
  readonly judgeModel: string | null;
}

/** What a corrected key did to the runs of its release. */
export interface RescoringReport {
  /** How many runs were scored again. */
  readonly rescored: number;
  /** How many of them have another outcome somewhere. */
  readonly changed: number;
  /** How many scored runs keep their score until a judge has read open answers by the new key. */
  readonly judging: number;
}

interface ScoredRun extends AffectedRun {
  readonly revision: number;
}

/** How many predictions, and how many runs, are in memory at once. */
const MOST_PREDICTIONS = 10_000;
const MOST_RUNS = 200;

/**
 * Scores the runs of a release again by a corrected key: those that were asked as the sheet says. Predictions of runs that are still open are judged again, too:
 * they are scored, later, as they are stored.
 */
export async function rescoreAffectedRuns(tx: Queryable, rescoring: KeyRescoring): Promise<RescoringReport> {
  const all = await fetchAffectedRuns(tx, rescoring.sheet);
  const runs = all.filter(({ judged }) => !judged);
  const report = await correctJudgedRuns(
    tx,
    all.filter(({ judged }) => judged),
    rescoring,
  );
  const size = Math.max(1, Math.min(MOST_RUNS, Math.floor(MOST_PREDICTIONS / rescoring.ordinals.length)));
  for (let start = 0; start < runs.length; start += size) {
    const { rescored, changed } = await rescoreChunk(tx, runs.slice(start, start + size), rescoring);
    report.rescored += rescored;
    report.changed += changed;
  }
  return report;
}

async function correctJudgedRuns(tx: Queryable, runs: readonly AffectedRun[], rescoring: KeyRescoring) {
  const report = { rescored: 0, changed: 0, judging: 0 };
  for (const run of runs) {
    const before = run.revision === null ? undefined : (await fetchRunVectors(tx, [run.run])).get(run.run);
    const after = await correctJudgedRun(tx, run, rescoring);
    if (before === undefined) continue;
    if (after === null) report.judging += 1;
    else report.rescored += 1;
    if (after !== null && outcomeChanges(before, after).length > 0) report.changed += 1;
  }
  return report;
}

async function rescoreChunk(
  tx: Queryable,
  runs: readonly AffectedRun[],
  rescoring: KeyRescoring,
): Promise<Omit<RescoringReport, "judging">> {
  const scored = runs.filter((run): run is ScoredRun => run.revision !== null);
  const old = scored.filter((run) => readOtherwise(run, rescoring.extractor));
  const before = await fetchRunVectors(
    tx,
    scored.map(({ run }) => run),
  );
  const vectorsOf = (run: number): RunVectors => required(before.get(run), run);
  const judged = await judgeCorrected(
    tx,
    runs.filter((run) => !old.some((other) => other.run === run.run)),
    rescoring,
  );
  const scorings = scored
    .filter((run) => !old.includes(run))
    .map((run) => correctedScoring(run, vectorsOf(run.run), judged, rescoring));
  await insertScorings(tx, scorings);
  const after = new Map<number, RunVectors>(scorings.map(({ run, vectors }) => [run, vectors]));
  for (const run of old) after.set(run.run, await rescoreWhole(tx, run, alsoRead(run, rescoring)));
  const changed = [...after].filter(([run, vectors]) => outcomeChanges(vectorsOf(run), vectors).length > 0);
  return { rescored: scored.length, changed: changed.length };
}

function required(vectors: RunVectors | undefined, run: number): RunVectors {
  if (vectors === undefined) throw new Error(`run ${run} has lost its scoring`);
  return vectors;
}

/** Judges the predictions whose key is new, stores what is different, and returns all of them by run. */
async function judgeCorrected(
  tx: Queryable,
  runs: readonly AffectedRun[],
  { sheet, extractor, ordinals }: KeyRescoring,
): Promise<ReadonlyMap<number, readonly RunPrediction[]>> {
  const stored = await fetchRunPredictions(
    tx,
    runs.map(({ run }) => run),
    ordinals,
  );
  const judged = await judgeAgain(stored, sheet, extractor);
  await updateJudgements(tx, differing(stored, judged));
  const byRun = new Map<number, RunPrediction[]>(runs.map(({ run }) => [run, []]));
  for (const prediction of judged) byRun.get(prediction.run)?.push(prediction);
  return byRun;
}

/** What a run had, but for the questions whose key is new. */
function correctedScoring(
  { run, revision }: ScoredRun,
  before: RunVectors,
  judged: ReadonlyMap<number, readonly RunPrediction[]>,
  rescoring: KeyRescoring,
): NextScoring {
  const isNew = new Set(rescoring.ordinals);
  const kept = outcomeRows(before).filter(({ ordinal }) => !isNew.has(ordinal));
  const { sheet } = rescoring;
  // What could not be scored when the run was stays so: another server, or version, may have had more scorers.
  const unscoredOrdinals = sheet.questions
    .map(({ ordinal }) => ordinal)
    .filter((ordinal) => !isNew.has(ordinal) && before.unscored.has(ordinal))
    .concat(sheet.unscoredOrdinals.filter((ordinal) => isNew.has(ordinal)));
  return nextScoring(run, revision, [...kept, ...(judged.get(run) ?? [])], {
    ...rescoring,
    sheet: { ...sheet, unscoredOrdinals },
  });
}

/** A run that an earlier extractor has read cannot keep half of its readings. */
const alsoRead = (run: ScoredRun, rescoring: KeyRescoring): Rescoring => ({
  ...rescoring,
  reason: `${rescoring.reason} (Read again with ${rescoring.extractor.name} ${rescoring.extractor.version}, after ${run.extractor} ${run.extractorVersion}.)`,
});
