import type { Extractor } from "../../../src/reading/extraction.ts";
import type { RealOutput } from "./real-outputs.ts";

/** How an extractor reads the responses of one kind. Only responses whose answer is known are counted. */
export interface ReadingTally {
  n: number;
  right: number;
  /** The response gives an answer, and the extractor reads another one. */
  wrongLetter: number;
  /** The response gives no answer, and the extractor reads one. */
  guessed: number;
  /** The response gives an answer, and the extractor reads none. */
  missed: number;
}

export const emptyTally = (): ReadingTally => ({ n: 0, right: 0, wrongLetter: 0, guessed: 0, missed: 0 });

/** The letter that the extractor reads; null for none. */
export function readOutput(extractor: Extractor, { response, question }: RealOutput): string | null {
  const extraction = extractor.extract(response, {
    options: question.options,
    answerFormat: "MULTIPLE_CHOICE",
    text: question.question,
  });
  return extraction.kind === "answer" ? extraction.answer : null;
}

/** Adds one reading to the tally. A response without a known answer changes nothing. */
export function addReading(tally: ReadingTally, gold: RealOutput["gold"], read: string | null): void {
  if (gold === undefined) return;
  tally.n += 1;
  tally[failureOf(gold, read) ?? "right"] += 1;
}

/** The kind of mistake in a reading; null for a right reading. */
export function failureOf(gold: string | null, read: string | null): "wrongLetter" | "guessed" | "missed" | null {
  if (read === gold) return null;
  if (read === null) return "missed";
  return gold === null ? "guessed" : "wrongLetter";
}

/** The sum of several tallies. */
export function sumTallies(tallies: readonly ReadingTally[]): ReadingTally {
  const sum = emptyTally();
  for (const one of tallies) for (const key of Object.keys(sum) as (keyof ReadingTally)[]) sum[key] += one[key];
  return sum;
}
