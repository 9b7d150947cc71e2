import { type RetrievalParts, readIndices, retrievalParts, retrievalScore } from "../../scorers/retrieval-parts.ts";
import { meanOf, type TaskMetric } from "./task-figure.ts";

/** τ of eq. 33: the repeat rate up to which there is no penalty. */
const TOLERATED_REPEATS = 0.8;

interface RetrievalSample extends RetrievalParts {
  /** Identifies the set of indices: equal sets have equal strings. */
  readonly set: string;
}

const NOTHING: RetrievalSample = { first: 0, third: 0, f1: 0, confidence: 1, set: "" };

/**
 * VAR and AVR: ((R@1 + R@3) / 2 + F1) / 2. Each of the three is the mean over the questions, multiplied by the mean
 * confidence and by the penalty factor for repeated answers. The returned parts R@1, R@3 and F1 include both factors,
 * as in eqs. 37 to 39.
 *
 * An unreadable answer has no indices, as in the official code. Eq. 34 is taken literally: the penalty factor is 1 up
 * to a repeat rate of 0.8, and never below 0.8.
 * @see AVI-Bench, appendix G.1.4, eqs. 29 to 40; eval/level_metrics/level_score.py, `eval_retrieval`
 */
export const retrievalMetric: TaskMetric<"indices", RetrievalSample> = {
  kind: "indices",
  read: (text, key) => {
    const indices = readIndices(text);
    if (typeof indices === "string") return null;
    return { ...retrievalParts(indices, new Set(key.indices)), set: indices.join() };
  },
  unread: () => NOTHING,
  nothing: () => NOTHING,
  skips: () => false,
  combine: (samples) => {
    const confidence = meanOf(samples.map((sample) => sample.confidence));
    const repeatRate = (samples.length - new Set(samples.map(({ set }) => set)).size) / samples.length;
    const penalty = 1 - (Math.max(TOLERATED_REPEATS, repeatRate) - TOLERATED_REPEATS);
    const scaled = (part: "first" | "third" | "f1"): number =>
      meanOf(samples.map((sample) => sample[part])) * confidence * penalty;
    const [first, third, f1] = [scaled("first"), scaled("third"), scaled("f1")];
    const parts = [
      { name: "RECALL_AT_1", value: first },
      { name: "RECALL_AT_3", value: third },
      { name: "F1", value: f1 },
      { name: "CONFIDENCE", value: confidence },
      { name: "REPEAT_RATE", value: repeatRate },
      { name: "REPEAT_PENALTY", value: penalty },
    ] as const;
    return { value: retrievalScore(first, third, f1), parts };
  },
};
