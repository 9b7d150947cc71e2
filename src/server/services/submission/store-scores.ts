import { insertJudgeTasks, type JudgeTaskRecord } from "../../data/judge-writes.ts";
import { insertScores, type OutcomeRow } from "../../data/prediction-writes.ts";
import type { Queryable } from "../../db/database.ts";
import { choiceVector } from "../choices/choice-vector.ts";
import type { AnswerSheet } from "../reading/answer-sheet.ts";
import type { CheckedRow } from "./check-rows.ts";
import type { RunServices } from "./run-services.ts";
import { overallValue, scoreVectors } from "./vectors-of-outcomes.ts";

/** Scores a run, or queues the tasks of the judge if there are any. */
export async function scoreOrQueue(
  tx: Queryable,
  run: number,
  rows: readonly (OutcomeRow | CheckedRow)[],
  tasks: readonly JudgeTaskRecord[],
  sheet: AnswerSheet,
  services: RunServices,
): Promise<void> {
  if (tasks.length > 0) await insertJudgeTasks(tx, run, tasks);
  else await storeScores(tx, run, rows, sheet, services);
}

/** Stores the score vectors of a run's first scoring. */
export async function storeScores(
  tx: Queryable,
  run: number,
  rows: readonly (OutcomeRow | CheckedRow)[],
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
