import { type AnswerMatrix, type AnswerRun, hasBit } from "./outcome-matrix.ts";

/**
 * The scores of all runs, question by question. `scores[question * runs + run]` is from 0 to 1, or `NaN` if the run was
 * not asked the question.
 */
export interface ScoreTable {
  readonly questions: number;
  readonly runs: number;
  readonly scores: Float32Array;
  /** The family of each run, from 0 on. */
  readonly families: Int32Array;
}

/** The scores of a matrix's runs. @param picked the indexes of the runs; all runs if missing */
export function scoreTable(matrix: AnswerMatrix, picked?: readonly number[]): ScoreTable {
  const runs = picked === undefined ? matrix.runs : picked.map((index) => runAt(matrix, index));
  const { questions } = matrix;
  const width = runs.length;
  const scores = new Float32Array(questions * width);
  for (const [column, run] of runs.entries()) {
    for (let question = 0; question < questions; question++) scores[question * width + column] = scoreOf(run, question);
  }
  return { questions, runs: width, scores, families: Int32Array.from(runs, ({ family }) => family) };
}

/** The score of a run on a question, from 0 to 1; `NaN` if the run was not asked the question. */
export function scoreOf({ asked, correct, unparsed, graded }: AnswerRun, question: number): number {
  if (!hasBit(asked, question)) return Number.NaN;
  if (graded === null) return hasBit(correct, question) ? 1 : 0;
  return hasBit(unparsed, question) ? 0 : (graded[question] ?? 0);
}

function runAt(matrix: AnswerMatrix, index: number): AnswerRun {
  const run = matrix.runs[index];
  if (run === undefined) throw new RangeError(`there is no run ${index}: the matrix has ${matrix.runs.length}`);
  return run;
}

/** The mean score of each run over the questions that it was asked; `NaN` for a run that was asked none. */
export function runMeans({ questions, runs, scores }: ScoreTable): Float64Array {
  const sums = new Float64Array(runs);
  const counts = new Float64Array(runs);
  for (let question = 0, at = 0; question < questions; question++) {
    for (let run = 0; run < runs; run++, at++) {
      const score = scores[at] ?? Number.NaN;
      if (Number.isNaN(score)) continue;
      sums[run] = (sums[run] ?? 0) + score;
      counts[run] = (counts[run] ?? 0) + 1;
    }
  }
  return sums.map((sum, run) => sum / (counts[run] ?? 0));
}

/** The part of a table for some of its runs, given by their indexes. */
export function pickRuns({ questions, runs, scores, families }: ScoreTable, picked: readonly number[]): ScoreTable {
  const width = picked.length;
  const some = new Float32Array(questions * width);
  for (let question = 0; question < questions; question++)
    for (let column = 0; column < width; column++)
      some[question * width + column] = scores[question * runs + (picked[column] as number)] as number;
  return { questions, runs: width, scores: some, families: Int32Array.from(picked, (run) => families[run] ?? 0) };
}
