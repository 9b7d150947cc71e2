import { counted } from "./counted.ts";

/**
 * Whether a release has another number of questions than the benchmark's paper, so that runs and the papers' figures are
 * over different questions. False if the paper's number is unknown, or if nothing is imported.
 */
export const isOtherSize = (questions: number, ofPaper: number | null): ofPaper is number =>
  ofPaper !== null && questions !== 0 && ofPaper !== questions;

/** A warning that the papers' figures are over other questions than a release, by {@link isOtherSize}; else null. */
export function paperSizeText(benchmark: string, questions: number, ofPaper: number | null): string | null {
  if (!isOtherSize(questions, ofPaper)) return null;
  return `The papers' figures are over ${counted(ofPaper, "question")}, but this release of ${benchmark} has ${counted(questions, "question")}: they cannot be compared with its runs.`;
}
