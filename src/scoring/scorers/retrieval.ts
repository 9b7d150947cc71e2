import { type Literal, readLiteral } from "./answer-literal.ts";
import { graded, malformed, requiresKind, type Scorer, UNSCORED, unread } from "./scorer.ts";

// All equations in this file are AVI-Bench's, appendix G.1.4.

/** b and d of eq. 35: the confidence in an answer is d if the answer has more than b indices, and otherwise 1. */
const MOST_TRUSTED = 6;
const DISTRUST = 0.3;
/** Without a list, the numbers of a text are read as indices only if it has at most this many words. */
const MOST_WORDS = 6;

/** The contribution of one answer to VAR's or AVR's score. */
export interface RetrievalParts {
  /** Recall@1, and Recall@3 as `third`: each 0 or 1, eq. 30. */
  readonly first: number;
  readonly third: number;
  /** Eq. 29. */
  readonly f1: number;
  /** c, eq. 35. */
  readonly confidence: number;
}

/**
 * Reads the list in an answer, or the whole numbers of a short answer without a list. Returns the indices in ascending
 * order without repeats, or a clause that says what is wrong. The official code also sorts the indices, but then puts
 * them into a Python set, whose order is not ascending for some sets with an index above 7.
 */
export function readIndices(answer: string): number[] | string {
  const literal = readLiteral(answer, "[");
  const list = Array.isArray(literal) ? literal.map(indexOf) : bareNumbers(answer);
  if (list.some((index) => index === null))
    return "its list contains an index that is not a whole number of at least 0";
  if (literal === undefined && list.length === 0) return "it contains no list of whole numbers";
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

/** The contribution of an answer's indices, given the key's indices. @see eqs. 29, 30 and 35 */
export function retrievalParts(indices: readonly number[], truth: ReadonlySet<number>): RetrievalParts {
  const confidence = indices.length > MOST_TRUSTED ? DISTRUST : 1;
  const size = indices.length + truth.size;
  // If the key has no index, an answer without indices is correct. The official code gives it F1 1, but both recalls 0.
  if (size === 0) return { first: 1, third: 1, f1: 1, confidence };
  const recall = (first: number): number => (indices.slice(0, first).some((index) => truth.has(index)) ? 1 : 0);
  const hits = indices.filter((index) => truth.has(index)).length;
  return { first: recall(1), third: recall(3), f1: (2 * hits) / size, confidence };
}

/** The score from Recall@1, Recall@3 and F1, eq. 40. */
export const retrievalScore = (first: number, third: number, f1: number): number => ((first + third) / 2 + f1) / 2;

/**
 * RETRIEVAL: ((R@1 + R@3)/2 + F1)/2, multiplied by 0.3 if the answer has more than six indices. As in the official
 * code, indices are sorted and repeated indices count once, so R@1 and R@3 use the smallest indices. The penalty for
 * giving many questions the same answer (eqs. 32 to 34) is defined over the whole dataset, so it is part of the task's
 * score (`../metrics/avi-tasks/`) and not of the question's.
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
    if (typeof indices === "string") return malformed(indices);
    const { first, third, f1, confidence } = retrievalParts(indices, new Set(key.indices));
    return graded(confidence * retrievalScore(first, third, f1));
  },
};
