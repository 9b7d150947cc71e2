import { type Extraction, type Extractor, type UnparsedRule, unparsed } from "../../../reading/extraction.ts";
import type { RunVectors } from "../../../scoring/metrics/run-vectors.ts";
import { CONFIRMATION_RULES } from "../../../scoring/score-prediction.ts";
import type { Queryable } from "../../db/database.ts";
import { fetchRunVectors, type NewVectors } from "../../memory/score-queries.ts";
import { fetchLatestChoices } from "../choice-queries.ts";
import { fetchVerdicts, type TaskVerdict } from "../judge-queries.ts";
import {
  type AffectedRun,
  fetchRunPredictions,
  insertScorings,
  type NextScoring,
  type RunPrediction,
  updateJudgements,
} from "../key-revision-queries.ts";
import type { AnswerSheet } from "../reading/answer-sheet.ts";
import { differing, judgeNames, readWithVerdicts } from "../reading/stored-rows.ts";
import { choiceVector } from "../submission/score-run.ts";
import { nextScoring, outcomeRows, type Rescoring, readOtherwise } from "./next-scoring.ts";
import { outcomeChanges } from "./scoring-history.ts";

/**
 * An extractor that returns what an earlier version read in the predictions of one run, so that another answer key does
 * not change how the run was read. It reads only what is not stored: responses that could not be scored before, and
 * confirmations.
 */
function storedReading(
  run: AffectedRun,
  stored: readonly RunPrediction[],
  sheet: AnswerSheet,
  current: Extractor,
): Extractor {
  const readings = new Map<object | undefined, Extraction>();
  for (const prediction of stored) {
    const extraction = extractionOf(prediction);
    if (extraction !== null) readings.set(sheet.questions[prediction.ordinal]?.scored, extraction);
  }
  return {
    name: run.extractor ?? current.name,
    version: run.extractorVersion ?? current.version,
    extract: (response, question) => readings.get(question) ?? current.extract(response, question),
  };
}

/** What was extracted from a response; null for a question that could not be scored, because it was not read. */
function extractionOf({ outcome, answer, rule, span, ambiguous }: RunPrediction): Extraction | null {
  if (outcome === "UNSCORED") return null;
  // The rule of a prediction without an answer is the reason why none was found.
  if (answer === null) return unparsed(rule as UnparsedRule);
  return { kind: "answer", answer, rule, span: span ?? { start: 0, end: 0 }, ambiguous };
}

const SPOILT: ReadonlySet<string> = new Set(Object.values(CONFIRMATION_RULES));

/** Whether the confirmation makes the answer wrong. No answer key changes this. */
const isSpoilt = ({ rule }: Pick<RunPrediction, "rule">): boolean => SPOILT.has(rule);

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
 * other ordinals are kept. Runs whose latest scoring used another version of the extractor keep that version: their
 * stored answers are scored, and not read again.
 */
export async function rescoreAt(
  tx: Queryable,
  runs: readonly AffectedRun[],
  rescoring: PartialRescoring,
): Promise<RescoredRuns> {
  const ids = runs.map(({ run }) => run);
  const [before, choices] = [await fetchRunVectors(tx, ids), await fetchLatestChoices(tx, ids)];
  const verdicts = await fetchVerdicts(tx, ids);
  const readings = await readAt(tx, runs, verdicts, rescoring);
  const scorings = runs
    .filter((run): run is ScoredRun => run.revision !== null)
    .map((run) => {
      const last = { ...required(before.get(run.run), run.run), choices: choices.get(run.run)?.choices ?? null };
      return partialScoring(run, last, required(readings.get(run.run), run.run), verdicts, rescoring);
    });
  await insertScorings(tx, scorings);
  let changed = 0;
  for (const { run, vectors } of scorings) {
    const last = required(before.get(run), run);
    rescoring.onRescored?.(run, last, vectors);
    if (outcomeChanges(last, vectors).length > 0) changed += 1;
  }
  return { rescored: scorings.length, changed };
}

function required<T>(value: T | undefined, run: number): T {
  if (value === undefined) throw new Error(`run ${run} has lost its scoring`);
  return value;
}

/** The predictions of a run at the ordinals, with the extractor that has read them. */
interface ReadRun {
  readonly extractor: Extractor;
  readonly predictions: readonly RunPrediction[];
}

/** Scores the predictions at the ordinals, stores the changed ones, and returns all of them by run. */
async function readAt(
  tx: Queryable,
  runs: readonly AffectedRun[],
  verdicts: readonly TaskVerdict[],
  { sheet, extractor, ordinals, ...means }: PartialRescoring,
): Promise<ReadonlyMap<number, ReadRun>> {
  const ids = runs.map(({ run }) => run);
  const stored = byRun(await fetchRunPredictions(tx, ids, ordinals));
  const isOld = (run: AffectedRun): boolean => run.revision !== null && readOtherwise(run, extractor);
  const currents = runs.filter((run) => !isOld(run)).flatMap(({ run }) => stored.get(run) ?? []);
  const current = byRun(await readWithVerdicts(currents, verdicts, sheet, { ...means, extractor }, "kept"));
  const readings = new Map<number, ReadRun>();
  for (const run of runs) {
    const own = stored.get(run.run) ?? [];
    readings.set(
      run.run,
      isOld(run)
        ? await readAsStored(own, verdicts, storedReading(run, own, sheet, extractor), { sheet, ...means })
        : { extractor, predictions: current.get(run.run) ?? [] },
    );
  }
  const before = ids.flatMap((run) => stored.get(run) ?? []);
  const after = ids.flatMap((run) => readings.get(run)?.predictions ?? []);
  await updateJudgements(tx, differing(before, after));
  return readings;
}

function byRun(predictions: readonly RunPrediction[]): ReadonlyMap<number, readonly RunPrediction[]> {
  const found = new Map<number, RunPrediction[]>();
  for (const prediction of predictions) {
    const own = found.get(prediction.run);
    if (own === undefined) found.set(prediction.run, [prediction]);
    else own.push(prediction);
  }
  return found;
}

/** Scores the stored answers of a run that an earlier version of the extractor scored. */
async function readAsStored(
  stored: readonly RunPrediction[],
  verdicts: readonly TaskVerdict[],
  extractor: Extractor,
  { sheet, ...means }: Pick<PartialRescoring, "sheet" | "pool" | "budget">,
): Promise<ReadRun> {
  const read = await readWithVerdicts(stored, verdicts, sheet, { ...means, extractor }, "kept");
  const predictions = read.map((prediction, index) => {
    const before = stored[index];
    return before !== undefined && isSpoilt(before) ? before : prediction;
  });
  return { extractor, predictions };
}

/** The next scoring of a run: the previous one except for the questions that were scored again. */
function partialScoring(
  run: ScoredRun,
  before: NewVectors,
  { extractor, predictions }: ReadRun,
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
  const rescored = { ...rescoring, extractor, judge: judgeOf(run, verdicts), sheet: { ...sheet, unscoredOrdinals } };
  // If the earlier choices are unknown, all stay unknown: `fillChoices` reads them from the predictions later.
  const choices = before.choices && choiceVector(predictions, sheet, before.choices);
  return nextScoring(run.run, run.revision, [...kept, ...predictions], rescored, choices);
}

/** The judges of a run's predictions, past and present. */
const judgeOf = ({ run, judge }: AffectedRun, verdicts: readonly TaskVerdict[]): string | null =>
  judgeNames(verdicts.filter((verdict) => verdict.run === run)) ?? judge;

/** A scored run. */
interface LastScoring {
  readonly run: number;
  readonly revision: number;
}

/** A run that was read again, before anything is stored. */
interface RereadRun {
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
