import { type LiteralMap, readLiteral } from "./answer-literal.ts";
import { graded, malformed, requiresKind, type Scorer, UNSCORED, unread } from "./scorer.ts";

// All equations in this file are AVI-Bench's, appendix G.1.

/**
 * k of eq. 17: how steeply the counting score falls with the error. The paper gives no value; 0.3 is from the
 * official code.
 */
const STEEPNESS = 0.3;
/** τ of eq. 13, the error of a class that was not named: 7 for AMIC, 12 for VMIC, as in the official code. */
const MISSED = { amic: 7, vmic: 12 } as const;
/** The largest error that a question can have, from the official code. */
const LARGEST_ERROR = 20;
/** VMIC's labels are noisy from this count on, so two counts of at least this are treated as equal (official code). */
const NOISY_COUNT = 10;

/** The number of instances of each class. */
type Counts = ReadonlyMap<string, number>;

/** The contribution of one answer to AMIC's or VMIC's score. */
export interface CountParts {
  /** How well the classes are named: F1 for AMIC, eq. 11; recall for VMIC, eq. 20. */
  readonly semantic: number;
  /** E, the mean counting error over the key's classes, eq. 14. */
  readonly error: number;
}

/** The counts in an answer, or a clause that says why it has none. */
export function readCounts(answer: string): Counts | string {
  const literal = readLiteral(answer, "{");
  if (!(literal instanceof Map)) return 'it contains no object such as {"dog": 2}';
  const counts = countsOf(literal);
  return typeof counts === "string"
    ? `the count of '${counts.slice(0, 40)}' is not a whole number of at least 0`
    : counts;
}

/** The counts, or the first class whose count is not a whole number of at least 0. */
function countsOf(literal: LiteralMap): Counts | string {
  const counts = new Map<string, number>();
  for (const [name, value] of literal) {
    const count = typeof value === "string" && /^\s*\d{1,12}\s*$/.test(value) ? Number(value) : value;
    if (typeof count !== "number" || !Number.isInteger(count) || count < 0) return name;
    counts.set(name, count);
  }
  return counts;
}

/** Whether the task with this slug is scored as VMIC and not as AMIC. */
const isVisual = (task: string | undefined): boolean => /vmic/i.test(task ?? "");

/**
 * The contribution of an answer's counts, given the key's counts.
 * @param visual whether the task is VMIC and not AMIC
 * @see AVI-Bench, appendix G.1.1 and G.1.2, eqs. 8 to 14, 19 and 20
 */
export function countParts(counts: Counts, truth: Counts, visual: boolean): CountParts {
  if (truth.size === 0) return { semantic: counts.size === 0 ? 1 : 0, error: 0 };
  const hits = [...truth.keys()].filter((name) => counts.has(name)).length;
  const semantic = visual ? hits / truth.size : (2 * hits) / (truth.size + counts.size);
  return { semantic, error: meanError([...truth].map(([name, own]) => errorOf(counts.get(name), own, visual))) };
}

/** The mean of the classes' errors, eq. 14, with the upper bound of the official code; 0 without classes. */
export function meanError(errors: readonly number[]): number {
  const sum = errors.reduce((total, error) => total + error, 0);
  return errors.length === 0 ? 0 : Math.min(LARGEST_ERROR, sum / errors.length);
}

function errorOf(count: number | undefined, expected: number, visual: boolean): number {
  if (count === undefined) return visual ? MISSED.vmic : MISSED.amic;
  return visual && count >= NOISY_COUNT && expected >= NOISY_COUNT ? 0 : Math.abs(count - expected);
}

/**
 * The part of the counting score that is lost to the error, eq. 17.
 * @param error E of one question, or the root mean square of E over a dataset
 */
export const countingLoss = (error: number): number => Math.tanh(STEEPNESS * error);

/**
 * INSTANCE_COUNTS: the mean of two parts. The first part is how well the classes are named (F1 for AMIC, recall for
 * VMIC). The second part is 1 − tanh(0.3·E), where E is the question's mean counting error. The score is 0 if no class
 * is correct. The official score applies tanh to the root mean square of E over the dataset. It is not the mean of the
 * questions' scores, so it is a separate metric (`../metrics/avi-tasks/`).
 * @see AVI-Bench, appendix G.1.1 and G.1.2, eqs. 8 to 20; eval/level_metrics/level_score.py,
 *   `eval_multi_instance_cls_and_count`
 */
export const instanceCountsScorer: Scorer = {
  name: "instance-counts",
  version: "1",
  unscored: requiresKind("counts"),
  score(extraction, key, context) {
    if (key.kind !== "counts") return UNSCORED;
    if (extraction.kind === "unparsed") return unread(extraction.rule);
    const counts = readCounts(extraction.answer);
    if (typeof counts === "string") return malformed(counts);
    const { semantic, error } = countParts(counts, new Map(Object.entries(key.counts)), isVisual(context.task));
    return graded(semantic === 0 ? 0 : (semantic + 1 - countingLoss(error)) / 2);
  },
};
