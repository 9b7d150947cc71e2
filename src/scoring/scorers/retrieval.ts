import { type Literal, readLiteral } from "./answer-literal.ts";
import { graded, malformed, requiresKind, type Scorer, UNSCORED, unread } from "./scorer.ts";

/** An answer with more indices is trusted less, eq. 35. */
const MOST_TRUSTED = 6;
const DISTRUST = 0.3;
/** Numbers without a list are indices only in a text that says little else: "The images are 1 and 4." */
const MOST_WORDS = 6;

/**
 * RETRIEVAL: ((R@1 + R@3)/2 + F1)/2, times 0.3 for more than six indices. As in the official code the indices are sorted and
 * repeated ones count once, so "the first" are the smallest. The penalty for giving many questions the same answer, eqs. 32 to 34, is
 * one of the whole data set and is not in the score of a question.
 * @see AVI-Bench, appendix G.1.4, eqs. 29 to 40; eval/level_metrics/level_score.py, `eval_retrieval`
 */
export const retrievalScorer: Scorer = {
  name: "retrieval",
  version: "2",
  unscored: requiresKind("indices"),
  score(extraction, key) {
    if (key.kind !== "indices") return UNSCORED;
    if (extraction.kind === "unparsed") return unread(extraction.rule);
    const indices = readIndices(extraction.answer);
    return typeof indices === "string" ? malformed(indices) : graded(scoreIndices(indices, new Set(key.indices)));
  },
};

/** The list in the answer, or the whole numbers of a short text without one; what is wrong where there is neither. */
function readIndices(answer: string): number[] | string {
  const literal = readLiteral(answer, "[");
  const list = Array.isArray(literal) ? literal.map(indexOf) : bareNumbers(answer);
  if (list.some((index) => index === null)) return "an index of its list is no whole number from 0 on";
  if (literal === undefined && list.length === 0) return "there is no list of whole numbers in it";
  return [...new Set(list.filter((index) => index !== null))].sort((one, other) => one - other);
}

const bareNumbers = (answer: string): number[] =>
  (answer.match(/\p{L}+/gu)?.length ?? 0) > MOST_WORDS
    ? []
    : (answer.match(/(?<![\w.-])\d{1,9}(?![\w.]\w)/g) ?? []).map(Number);

function indexOf(value: Literal): number | null {
  const index = typeof value === "string" && /^\d{1,9}$/.test(value) ? Number(value) : value;
  return typeof index === "number" && Number.isInteger(index) && index >= 0 ? index : null;
}

function scoreIndices(indices: readonly number[], truth: ReadonlySet<number>): number {
  const recall = (first: number): number => (indices.slice(0, first).some((index) => truth.has(index)) ? 1 : 0);
  const hits = indices.filter((index) => truth.has(index)).length;
  const size = indices.length + truth.size;
  const f1 = size === 0 ? 1 : (2 * hits) / size;
  const trust = indices.length > MOST_TRUSTED ? DISTRUST : 1;
  // No index is right where none is asked for; the official code has no such question.
  const recalled = size === 0 ? 1 : (recall(1) + recall(3)) / 2;
  return (trust * (recalled + f1)) / 2;
}
