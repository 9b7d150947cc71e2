import { type LiteralMap, readLiteral } from "./answer-literal.ts";
import { graded, malformed, requiresKind, type Scorer, UNSCORED, unread } from "./scorer.ts";

/** How steeply the counting score falls with the error, eq. 17. */
const STEEPNESS = 0.3;
/** The error of a class that was not named, eq. 13: 7 for AMIC, 12 for VMIC. */
const MISSED = { amic: 7, vmic: 12 } as const;
/** The largest error that a question can have; and counts from which on VMIC's labels are noisy. Both from the code only. */
const LARGEST_ERROR = 20;
const NOISY_COUNT = 10;

/**
 * INSTANCE_COUNTS: the mean of how well the classes are named (F1 for AMIC, recall for VMIC) and of 1 − tanh(0.3·E),
 * where E is the question's mean counting error; 0 where no class is right. The official score takes the root of the mean
 * of E² over the data set before tanh; no score of one question can add up to that.
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
    const literal = readLiteral(extraction.answer, "{");
    if (!(literal instanceof Map)) return malformed('there is no object such as {"dog": 2} in it');
    const counts = readCounts(literal);
    if (typeof counts === "string")
      return malformed(`the count of '${counts.slice(0, 40)}' is no whole number from 0 on`);
    return graded(scoreCounts(counts, new Map(Object.entries(key.counts)), /vmic/i.test(context.task ?? "")));
  },
};

/** The first class whose count is no whole number from 0 on, where there is one. */
function readCounts(literal: LiteralMap): Map<string, number> | string {
  const counts = new Map<string, number>();
  for (const [name, value] of literal) {
    const count = typeof value === "string" && /^\s*\d{1,12}\s*$/.test(value) ? Number(value) : value;
    if (typeof count !== "number" || !Number.isInteger(count) || count < 0) return name;
    counts.set(name, count);
  }
  return counts;
}

type Counts = ReadonlyMap<string, number>;

function scoreCounts(counts: Counts, truth: Counts, visual: boolean): number {
  const hits = [...truth.keys()].filter((name) => counts.has(name)).length;
  if (truth.size === 0) return counts.size === 0 ? 1 : 0;
  if (hits === 0) return 0;
  const semantic = visual ? hits / truth.size : (2 * hits) / (truth.size + counts.size);
  return (semantic + 1 - Math.tanh(STEEPNESS * meanError(counts, truth, visual))) / 2;
}

function meanError(counts: Counts, truth: Counts, visual: boolean): number {
  let sum = 0;
  for (const [name, expected] of truth) sum += errorOf(counts.get(name), expected, visual);
  return Math.min(LARGEST_ERROR, sum / truth.size);
}

function errorOf(count: number | undefined, expected: number, visual: boolean): number {
  if (count === undefined) return visual ? MISSED.vmic : MISSED.amic;
  return visual && count >= NOISY_COUNT && expected >= NOISY_COUNT ? 0 : Math.abs(count - expected);
}
