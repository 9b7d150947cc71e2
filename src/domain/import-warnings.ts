import { counted } from "./counted.ts";
import type { HiddenElsewhere } from "./import-report.ts";

/** The warning that a new release hides answers that are already public in another release. */
export const seenBeforeText = (questionCount: number): string =>
  `${also(questionCount)} in a release whose answers everyone can see, so ${
    questionCount === 1 ? "its answer is" : "their answers are"
  } not secret.`;

/** The warning that a new visible release has answers that another benchmark hides. */
export const hiddenElsewhereText = ({ benchmark, questionCount }: HiddenElsewhere): string =>
  `${also(questionCount)} in '${benchmark}', which hides its answers.`;

/** Which scores others see of a release that hides its answers. `publicShare` as in `ImportReport`. */
export const boardsText = (publicShare: number | null): string =>
  publicShare === null
    ? "scores over all questions are shown, and each tells a little about the answers"
    : `scores over ${Math.round(100 * publicShare)} % of the questions are shown, and those over the others from a date on that you set`;

const also = (questionCount: number): string =>
  `${counted(questionCount, "question")} ${questionCount === 1 ? "is" : "are"} also`;
