import type * as options from "./sdk-options.ts";
import type { Send } from "./send.ts";
import type * as types from "./types.ts";

/** The comparisons and their documents, loaded on first use. */
const comparisons = () => import("./comparisons.ts");

/** Comparisons of runs, question by question. */
export const comparisonMethods = (send: Send) => ({
  /**
   * A paired comparison of two runs of one release over a slice. Positive differences favour `a`; `disagreements`
   * lists the questions on which the two scores differ.
   *
   * @example
   * const comparison = await omnidex.compareRuns(a.id, b.id, { by: ["TASK"] });
   * console.log(comparison.difference, comparison.interval, comparison.pValue);
   * for await (const question of comparison.disagreements.take(10)) console.log(question.key);
   */
  async compareRuns(a: string, b: string, compare: options.CompareOptions = {}): Promise<types.RunComparison> {
    return (await comparisons()).compareRuns(send, a, b, compare);
  },

  /**
   * Compares 1 to 9 runs with one reference, over one release and a slice. `adjustedPValue` is corrected for all runs
   * and all cells together. Positive differences favour the run over the reference.
   *
   * @example
   * const { comparisons, uniquelyRight } = await omnidex.compareWithReference(base.id, [a.id, b.id], { by: ["TASK"] });
   * for (const { a, difference, adjustedPValue } of comparisons) console.log(a.model.name, difference, adjustedPValue);
   * for (const { run, questionCount } of uniquelyRight) console.log(run, questionCount);
   */
  async compareWithReference(
    reference: string,
    runs: readonly string[],
    compare: options.CompareOptions = {},
  ): Promise<types.ReferenceComparison> {
    return (await comparisons()).compareWithReference(send, reference, runs, compare);
  },

  /**
   * Compares at most 10 runs of one model with different inputs: which questions the model has right only with a
   * modality, and which only without it.
   *
   * @example
   * const { contrasts, needs } = await omnidex.modalityDiagnostics([silent.id, withSound.id]);
   * for (const { added, gainedCount, lostCount } of contrasts) console.log(added, gainedCount, lostCount);
   * for (const { modality, gained, expectedByChance, net } of needs) console.log(modality, gained, expectedByChance, net);
   */
  async modalityDiagnostics(
    runs: readonly string[],
    slice: options.SliceOptions = {},
  ): Promise<types.ModalityDiagnostics> {
    return (await comparisons()).modalityDiagnostics(send, runs, slice);
  },
});
