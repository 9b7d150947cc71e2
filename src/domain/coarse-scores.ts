import { counted } from "./counted.ts";

/** The note beside coarse scores, which are shown because exact scores would reveal hidden answers. */
export const COARSE_SCORES =
  "This benchmark keeps its answers secret. Scores are rounded, and a run that does not clearly beat its owner's best run shows the best run's score instead of its own.";

/**
 * Why a scored run has no score for the viewer.
 * @param areAnswersHidden whether the answers are hidden from the viewer
 */
export const withoutScoreText = (areAnswersHidden: boolean): string =>
  areAnswersHidden
    ? "The score is not shown to you: this benchmark keeps its answers secret, and showing a score here could reveal the owner of an anonymous run, because runs of one owner can share a score. Or fewer than 20 of the run's questions can be scored."
    : "There is no score, because none of the questions can be scored here.";

const WITHHELD =
  "the benchmark keeps its answers secret, so a set of fewer than 20 scored questions has no score. A set that differs by 1 to 19 questions from a scored set, or from the complement of a scored set, has no score either.";

/** The note beside a breakdown of a release that hides its answers. */
export const WITHHELD_CELLS = `Values without a score are left out: ${WITHHELD}`;

/** The note in place of a breakdown that has no value with a score. */
export const NO_CELLS = `No value has a score: ${WITHHELD}`;

/** The note beside a table from which columns are left out, because their scores could reveal hidden answers. */
export const withheldText = (columns: number): string => `${counted(columns, "column")} left out: ${WITHHELD}`;
