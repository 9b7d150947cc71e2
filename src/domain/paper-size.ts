import { counted } from "./counted.ts";

/**
 * A warning that a release has another number of questions than the benchmark's paper, because runs and the papers'
 * figures are then over different questions. Null if the numbers are equal, the paper's number is unknown, or nothing
 * is imported.
 */
export function paperSizeText(benchmark: string, questions: number, ofPaper: number | null): string | null {
  if (ofPaper === null || questions === 0 || ofPaper === questions) return null;
  return `The papers' figures are over ${counted(ofPaper, "question")}, but this release of ${benchmark} has ${counted(questions, "question")}: they cannot be compared with its runs.`;
}
