import { OmnidexError } from "../../domain/errors.ts";

/** The fewest scored questions for which a score is shown if answers are hidden. */
export const FEWEST_DISCLOSED = 20;

/** The error for a request that would reveal answers of a release that hides them. */
export const answersHidden = (what: string): OmnidexError =>
  new OmnidexError("FORBIDDEN", `${what}: the release hides its answers.`);

/** The error for a score over a part of the private board, which shows only whole scores. */
export const onlyWholePrivateScore = (): OmnidexError =>
  new OmnidexError(
    "FORBIDDEN",
    "The release hides its answers: on the private board, a run has one score, over all of its questions. Ask without a filter.",
  );

/**
 * The error for a score over a part of a release that hides its answers.
 * @param asked how many questions the part has
 * @param all how many questions the release has
 */
export const onlyWholeScore = (asked: number, all: number): OmnidexError =>
  new OmnidexError(
    "FORBIDDEN",
    `The release hides its answers: a run has one score, over all ${all} questions, until the benchmark's challenge has closed. The slice has ${asked} questions. Ask without a filter.`,
    { questions: asked, all },
  );
