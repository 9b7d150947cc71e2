import { Bitset } from "../../../domain/bitset.ts";
import { MOST_COUNTED_OPTIONS, optionPosition } from "../../../domain/option-label.ts";
import { type RunVectors, scoreAt } from "../../../scoring/metrics/run-vectors.ts";
import { ANSWERED } from "../../../scoring/score-prediction.ts";
import type { Queryable } from "../../db/database.ts";
import { insertJudgeTasks, type JudgeTaskRecord } from "../judge-queries.ts";
import { insertScores, type OutcomeRow } from "../prediction-writes.ts";
import type { AnswerSheet } from "../reading/answer-sheet.ts";
import type { RunServices } from "./run-services.ts";

/** Builds the score vectors of a run from its questions' outcomes, by ordinal. */
export function scoreVectors(rows: readonly OutcomeRow[], sheet: AnswerSheet): RunVectors {
  const { length } = sheet.questions;
  const [answered, correct, unparsed, errored] = [empty(length), empty(length), empty(length), empty(length)];
  let partial = false;
  for (const { ordinal, outcome } of rows) {
    if (ANSWERED.has(outcome)) answered.add(ordinal);
    if (outcome === "CORRECT") correct.add(ordinal);
    else if (outcome === "UNPARSED") unparsed.add(ordinal);
    else if (outcome === "ERRORED") errored.add(ordinal);
    else if (outcome === "PARTIAL") partial = true;
  }
  return {
    answered,
    correct,
    unparsed,
    errored,
    // Includes questions without a prediction. Otherwise a question that cannot be scored would count as wrong if its
    // prediction is missing.
    unscored: Bitset.fromOrdinals(sheet.unscoredOrdinals, length),
    graded: partial ? gradedScores(rows, length) : null,
  };
}

const empty = (length: number): Bitset => Bitset.empty(length);

function gradedScores(rows: readonly OutcomeRow[], length: number): Float32Array {
  const graded = new Float32Array(length);
  for (const { ordinal, score } of rows) graded[ordinal] = score ?? 0;
  return graded;
}

/**
 * The mean score over all questions except unscored ones; a question without an answer counts as 0. Null if all
 * questions are unscored. The score is computed from the vectors, so that it is the same for scores from the scorer
 * and for rounded scores from the database.
 */
export function overallValue(vectors: RunVectors, sheet: AnswerSheet): number | null {
  const n = sheet.questions.length - sheet.unscoredOrdinals.length;
  if (n === 0) return null;
  return sheet.questions.reduce((sum, { ordinal }) => sum + scoreAt(vectors, ordinal), 0) / n;
}

/**
 * The option that a run chose in each question, by ordinal: its position from 1 on. The position is 0 if there is no
 * answer, if no options were shown, or if the option is beyond the 255th. Positions are read from the answers of the
 * predictions.
 * @param before the choices to keep at the ordinals that `rows` does not contain
 */
export function choiceVector(
  rows: readonly Pick<OutcomeRow, "ordinal" | "answer">[],
  { questions }: Pick<AnswerSheet, "questions">,
  before: Uint8Array = new Uint8Array(questions.length),
): Uint8Array {
  const choices = Uint8Array.from(before);
  for (const { ordinal, answer } of rows) {
    const question = questions[ordinal];
    if (question === undefined) continue;
    choices[ordinal] = choiceOf(answer, question.answerFormat === "MULTIPLE_CHOICE" ? question.options.length : 0);
  }
  return choices;
}

/**
 * The position of the option that an extracted answer chooses.
 * @param options how many options were shown; 0 if the format has none
 */
export function choiceOf(answer: string | null, options: number): number {
  const choice = answer === null || options === 0 ? 0 : optionPosition(answer) + 1;
  return choice <= Math.min(options, MOST_COUNTED_OPTIONS) ? choice : 0;
}

/** Scores a run, or queues the tasks of the judge if there are any. */
export async function scoreOrQueue(
  tx: Queryable,
  run: number,
  rows: readonly OutcomeRow[],
  tasks: readonly JudgeTaskRecord[],
  sheet: AnswerSheet,
  services: RunServices,
): Promise<void> {
  if (tasks.length > 0) await insertJudgeTasks(tx, run, tasks);
  else await storeScores(tx, run, rows, sheet, services);
}

/** Stores the score vectors of a run's first scoring. */
async function storeScores(
  tx: Queryable,
  run: number,
  rows: readonly OutcomeRow[],
  sheet: AnswerSheet,
  { extractor }: RunServices,
): Promise<void> {
  const vectors = { ...scoreVectors(rows, sheet), choices: choiceVector(rows, sheet) };
  await insertScores(tx, run, vectors, {
    revision: 1,
    extractor: extractor.name,
    extractorVersion: extractor.version,
    keyRevision: sheet.keyRevision,
    value: overallValue(vectors, sheet),
    reason: null,
  });
}
