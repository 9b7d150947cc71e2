import { type RunVectors, scoreAt } from "../run-vectors.ts";
import type { TaskFigure, TaskFigures } from "./task-figure.ts";

/**
 * The figures of a task whose score is the mean of its questions' scores: accuracy (eq. 53) and FENSE (eq. 43). They
 * are computed from the score vectors alone.
 * @param ordinals the task's questions
 * @param notSent the questions among them that count as unparsed because no prediction was sent
 * @see AVI-Bench, appendix G.1.5 and G.1.7; eval/level_metrics/utils.py, `parse_data_and_pred`
 */
export function meanFigures(run: RunVectors, ordinals: readonly number[], notSent: ReadonlySet<number>): TaskFigures {
  const strict = ordinals.filter((ordinal) => !run.unscored.has(ordinal));
  const official = strict.filter(
    (ordinal) => run.answered.has(ordinal) || (run.unparsed.has(ordinal) && !notSent.has(ordinal)),
  );
  return { official: meanFigure(run, official), strict: meanFigure(run, strict) };
}

function meanFigure(run: RunVectors, ordinals: readonly number[]): TaskFigure | null {
  const sum = ordinals.reduce((total, ordinal) => total + scoreAt(run, ordinal), 0);
  return ordinals.length === 0 ? null : { value: sum / ordinals.length, parts: [], n: ordinals.length };
}
