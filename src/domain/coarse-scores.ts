import { counted } from "./counted.ts";

/** The note beside coarse scores, which are shown because exact scores would reveal hidden answers. */
export const COARSE_SCORES =
  "This benchmark keeps its answers secret. Scores are rounded, and a run that does not clearly beat its owner's best run shows the score of that run.";

/**
 * Why a scored run has no score for the reader.
 * @param areAnswersHidden whether the answers are hidden from the reader
 */
export const withoutScoreText = (areAnswersHidden: boolean): string =>
  areAnswersHidden
    ? "The score is not shown to you: this benchmark keeps its answers secret, and an equal score would reveal the owner of an anonymous run. A run without a question that can be scored has no score either."
    : "There is no score, because none of the questions can be scored here.";

const WITHHELD =
  "the benchmark keeps its answers secret, so it has no scores over fewer than 20 questions, or over questions that differ by 1 to 19 from another set of questions with scores, or from its complement.";

/** The note beside a breakdown of a release that hides its answers. */
export const WITHHELD_CELLS = `Values without a score are left out: ${WITHHELD}`;

/** The note in place of a breakdown that has no value with a score. */
export const NO_CELLS = `No value has a score: ${WITHHELD}`;

/** The note beside a table of which columns are left out because their scores could reveal hidden answers. */
export const withheldText = (columns: number): string => `${counted(columns, "column")} left out: ${WITHHELD}`;
