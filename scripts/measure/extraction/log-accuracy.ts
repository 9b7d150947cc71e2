import { declaresLetter, type RealOutput } from "./real-outputs.ts";

/** How many answers of a model are right, as Omnidex reads them and as the benchmark's authors did. */
export interface LogAccuracy {
  n: number;
  omnidex: number;
  /**
   * As the authors read them. A response that they cannot read counts as 1 / options, the expectation of a random
   * guess.
   */
  log: number;
  /** Omnidex minus the log, by the reason for the difference. The values add up to the whole difference. */
  readonly difference: Record<DifferenceReason, number>;
}

/**
 * The reasons for a difference. run-on: the response invents further questions; undeclared: it never says "answer is
 * (X)"; other: all other responses.
 */
export const DIFFERENCE_REASONS = ["run-on", "undeclared", "other"] as const;
export type DifferenceReason = (typeof DIFFERENCE_REASONS)[number];

export const emptyAccuracy = (): LogAccuracy => ({
  n: 0,
  omnidex: 0,
  log: 0,
  difference: { "run-on": 0, undeclared: 0, other: 0 },
});

/** Adds one response. `read` is the letter that Omnidex reads; null for none. */
export function addToAccuracy(accuracy: LogAccuracy, output: RealOutput, read: string | null): void {
  const { answer, options } = output.question;
  const omnidex = read === answer ? 1 : 0;
  const log = output.pred === null ? 1 / options.length : Number(output.pred === answer);
  accuracy.n += 1;
  accuracy.omnidex += omnidex;
  accuracy.log += log;
  accuracy.difference[reasonOf(output)] += omnidex - log;
}

function reasonOf({ kind, pred, response }: RealOutput): DifferenceReason {
  if (kind === "run-on") return "run-on";
  return pred === null || !declaresLetter(response) ? "undeclared" : "other";
}
