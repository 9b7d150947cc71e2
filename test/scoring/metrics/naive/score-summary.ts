import { type QuestionVectors, type RunVectors, scoreAt } from "../../../../src/scoring/metrics/run-vectors.ts";
import { describeScore, type ScoreSummary } from "../../../../src/scoring/metrics/score-summary.ts";
import { ClusterSums } from "./cluster-sums.ts";

/**
 * Summarizes a run over the selected ordinals, one ordinal at a time. `scoreOfSlice` does the same with
 * 32-bit words. UNSCORED questions are excluded.
 * @returns null if no question is left
 */
export function summarizeScore(
  run: RunVectors,
  questions: QuestionVectors,
  ordinals: ArrayLike<number>,
): ScoreSummary | null {
  const tally = new Tally(run, questions);
  for (let index = 0; index < ordinals.length; index++) tally.add(ordinals[index] ?? -1);
  return tally.n === 0 ? null : tally.summary();
}

class Tally {
  n = 0;
  private answered = 0;
  private unparsed = 0;
  private errored = 0;
  private correct = 0;
  private chance = 0;
  private squares = 0;
  private readonly sums = new ClusterSums();

  constructor(
    private readonly run: RunVectors,
    private readonly questions: QuestionVectors,
  ) {}

  add(ordinal: number): void {
    const { run, questions } = this;
    if (run.unscored.has(ordinal)) return;
    this.n += 1;
    this.chance += questions.chance[ordinal] ?? Number.NaN;
    if (run.answered.has(ordinal)) this.answered += 1;
    else if (run.unparsed.has(ordinal)) this.unparsed += 1;
    else if (run.errored.has(ordinal)) this.errored += 1;
    const score = scoreAt(run, ordinal);
    this.correct += score;
    this.squares += score * score;
    this.sums.add(questions.clusters[ordinal] ?? -1, score);
  }

  summary(): ScoreSummary {
    const { correct, squares, answered, unparsed, errored, chance, sums } = this;
    return describeScore({ correct, squares, answered, unparsed, errored, chance, spread: sums.spread() });
  }
}
