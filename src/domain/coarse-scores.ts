import { counted } from "./texts.ts";

/** The note beside coarse scores, which are shown because exact scores would reveal hidden answers. */
export const COARSE_SCORES =
  "This benchmark keeps its answers secret. A run has one score, and none over parts of the questions unless the maintainers show some. It is rounded, and a run that does not clearly beat its owner's best run shows the best run's score instead of its own.";

/**
 * Why a scored run has no score for the viewer.
 * @param areAnswersHidden whether the answers are hidden from the viewer
 */
export const withoutScoreText = (areAnswersHidden: boolean): string =>
  areAnswersHidden
    ? "The score is not shown to you, because this benchmark keeps its answers secret. A run shows no score if it leaves more than a twentieth of the questions without a readable answer, if fewer than 20 of its questions can be scored, or if its score would be that of a private run or reveal the owner of an anonymous run."
    : "There is no score, because none of the questions can be scored here.";

const WITHHELD =
  "the benchmark keeps its answers secret. Until its challenge has closed, a run has one score, and none over parts of the questions unless the maintainers show some. After that, parts with at least 20 scored questions have scores, too.";

/** The note beside a breakdown of a release that hides its answers. */
export const WITHHELD_CELLS = `Values without a score are left out: ${WITHHELD}`;

/**
 * The note in place of a breakdown that has no value with a score.
 * @param disclosed the names of the dimensions by which maintainers show the run's scores
 */
export const noCellsText = (disclosed: readonly string[]): string =>
  disclosed.length === 0
    ? `No value has a score: ${WITHHELD}`
    : `No value has a score: the benchmark keeps its answers secret. Until its challenge has closed, its maintainers show this run's scores by ${disclosed.join(", ")} only. Values with fewer than 20 questions on a board never have one.`;

/** The note beside a table from which columns are left out, because their scores could reveal hidden answers. */
export const withheldText = (columns: number): string => `${counted(columns, "column")} left out: ${WITHHELD}`;

/** The note in place of the responses of a run whose release hides its answers. */
export const RESPONSES_WITHHELD =
  "The responses are not shown to you, because this benchmark keeps its answers secret: what most models answer is often right. Until the benchmark's challenge has closed, and at all times if its leaderboard is split, only the run's owner and the benchmark's maintainers see them.";
