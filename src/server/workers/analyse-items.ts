import { runMeans, scoreTable } from "../../scoring/items/item-scores.ts";
import { type AnswerMatrix, checkMatrix } from "../../scoring/items/outcome-matrix.ts";
import { type QuestionStatistics, questionStatistics } from "../../scoring/items/question-statistics.ts";

/** Statistics of each question, computed from the answers of runs. */
export interface ItemFigures {
  readonly statistics: QuestionStatistics;
  /** The mean score of each run of the matrix, 0 to 1. */
  readonly abilities: Float64Array;
}

/** Computes the statistics of all questions. Runs in a thread, because a thousand runs take seconds. */
export function analyseItems(matrix: AnswerMatrix): ItemFigures {
  checkMatrix(matrix);
  const table = scoreTable(matrix);
  return { statistics: questionStatistics(table, matrix), abilities: runMeans(table) };
}
