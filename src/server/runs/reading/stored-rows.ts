import type { Extractor } from "../../../reading/extraction.ts";
import { isConfirmation } from "../../../scoring/score-prediction.ts";
import type { Queryable } from "../../db/database.ts";
import { mapInBursts } from "../../workers/yielding.ts";
import { prepareStoredCaptions } from "../captions/fense-scores.ts";
import type { TaskVerdict } from "../judge-queries.ts";
import { fetchRunPredictions, type RunPrediction, updateJudgements } from "../key-revision-queries.ts";
import { fetchOutcomes, hasConfirmations, type OutcomeRow } from "../prediction-writes.ts";
import { setConfirmations } from "../run-writes.ts";
import { type AnswerSheet, doubleResponseSheet } from "./answer-sheet.ts";
import { type ReadingMeans, RowReader, readAll } from "./row-reader.ts";

/** How to score a prediction whose judge task has no verdict: as unparsed, or with its previous outcome. */
export type Unread = "unparsed" | "kept";

/**
 * Scores stored predictions by the sheet's answer key. Predictions with a judge's verdict are scored by the verdict.
 * Predictions whose judge task has no verdict are scored as `unread` says. Predictions without a judge task are read
 * again, because the extractor and the key may have changed since they were stored.
 */
export async function readWithVerdicts(
  stored: readonly RunPrediction[],
  verdicts: readonly TaskVerdict[],
  sheet: AnswerSheet,
  { extractor, ...means }: ReadingMeans & { readonly extractor: Extractor },
  unread: Unread,
): Promise<readonly RunPrediction[]> {
  await prepareStoredCaptions(sheet, extractor, stored);
  const asked = new Map(verdicts.map((task) => [nameOf(task), task]));
  const isKept = (prediction: RunPrediction): boolean =>
    unread === "kept" && asked.get(nameOf(prediction))?.verdict === null;
  const read = stored.filter((prediction) => !isKept(prediction));
  const rows = read.map((prediction) => ({ ...prediction, verdict: asked.get(nameOf(prediction))?.verdict }));
  const scores = await readAll(rows, new RowReader(means, sheet, extractor));
  const scored = new Map(read.map((prediction, index) => [prediction, scores[index]]));
  return mapInBursts(stored, (prediction) => {
    const score = scored.get(prediction);
    return score === undefined ? prediction : { ...prediction, ...score };
  });
}

const nameOf = ({ run, ordinal }: { readonly run: number; readonly ordinal: number }): string => `${run}:${ordinal}`;

/** The names of the judges, several if the server's judge has changed; `null` without any verdict. */
export const judgeNames = (verdicts: readonly TaskVerdict[]): string | null =>
  [...new Set(verdicts.flatMap(({ judge }) => judge ?? []))].sort().join(", ") || null;

/** The predictions whose outcome, score or extraction has changed. Both lists have the same order. */
export const differing = (
  stored: readonly RunPrediction[],
  judged: readonly RunPrediction[],
): readonly RunPrediction[] =>
  judged.filter((prediction, index) => {
    const before = stored[index];
    return before === undefined || !sameJudgement(before, prediction);
  });

const sameJudgement = (a: RunPrediction, b: RunPrediction): boolean =>
  a.outcome === b.outcome &&
  a.answer === b.answer &&
  a.rule === b.rule &&
  a.ambiguous === b.ambiguous &&
  a.span?.start === b.span?.start &&
  a.span?.end === b.span?.end &&
  storedScore(a) === storedScore(b);

/** Rounds to 32 bits, in which the database stores scores. */
const storedScore = ({ score }: RunPrediction): number | null => score && Math.fround(score);

/**
 * Decides whether a run that is being closed is single-response or double-response, and returns the answer sheet with
 * which its rows are scored. When the rows were appended, they were scored as if the run were single-response.
 */
export async function sheetOfStoredRows(tx: Queryable, run: number, sheet: AnswerSheet): Promise<AnswerSheet> {
  const checked = [...sheet.checkedOrdinals];
  if (checked.length === 0) return sheet;
  const isDouble = await hasConfirmations(tx, run, checked);
  await setConfirmations(tx, run, isDouble ? "DOUBLE" : "SINGLE");
  return isDouble ? doubleResponseSheet(sheet) : sheet;
}

/**
 * Scores the predictions without a confirmation in a double-response run again. When they were appended, it was unknown
 * that the run would need confirmations.
 */
async function judgeUnconfirmed(
  tx: Queryable,
  run: number,
  sheet: AnswerSheet,
  services: ReadingMeans & { readonly extractor: Extractor },
): Promise<void> {
  const stored = await fetchRunPredictions(tx, [run], [...sheet.checkedOrdinals]);
  const unconfirmed = stored.filter(({ confirmation }) => !isConfirmation(confirmation));
  const judged = await readWithVerdicts(unconfirmed, [], sheet, services, "kept");
  await updateJudgements(tx, differing(unconfirmed, judged));
}

/**
 * The outcomes of the run's predictions. The predictions were scored when they arrived. They are scored again if this
 * server can score other questions than the server that scored them, for example because FENSE has been configured
 * since.
 */
export async function presentOutcomes(
  tx: Queryable,
  run: number,
  sheet: AnswerSheet,
  services: ReadingMeans & { readonly extractor: Extractor },
): Promise<readonly OutcomeRow[]> {
  if (sheet.doubleResponse) await judgeUnconfirmed(tx, run, sheet, services);
  const outcomes = await fetchOutcomes(tx, run);
  const unscored = new Set(sheet.unscoredOrdinals);
  if (outcomes.every(({ ordinal, outcome }) => unscored.has(ordinal) === (outcome === "UNSCORED"))) return outcomes;
  const stored = await fetchRunPredictions(tx, [run], null);
  const judged = await readWithVerdicts(stored, [], sheet, services, "kept");
  await updateJudgements(tx, differing(stored, judged));
  return judged;
}
