import { captionWords } from "./caption-words.ts";

/** The weight of recall relative to precision, as in the COCO caption evaluation. */
const BETA = 1.2;

/**
 * ROUGE-L, 0 to 1: the F-measure of the longest common subsequence of words, computed from the highest precision and
 * the highest recall over the references.
 * @see C.-Y. Lin (2004), "ROUGE: a package for automatic evaluation of summaries", section 3; X. Chen et al. (2015),
 *   "Microsoft COCO captions", section 3.3, for β = 1.2 and the best of the references
 */
export function rougeL(candidate: string, references: readonly string[]): number {
  const words = captionWords(candidate);
  let precision = 0;
  let recall = 0;
  for (const reference of references.map(captionWords)) {
    const common = commonLength(words, reference);
    precision = Math.max(precision, words.length === 0 ? 0 : common / words.length);
    recall = Math.max(recall, reference.length === 0 ? 0 : common / reference.length);
  }
  if (precision === 0 || recall === 0) return 0;
  return ((1 + BETA * BETA) * precision * recall) / (recall + BETA * BETA * precision);
}

/** The length of the longest common subsequence; time |long|·|short|, memory |short|. */
function commonLength(long: readonly string[], short: readonly string[]): number {
  let row = new Int32Array(short.length + 1);
  for (const word of long) {
    const next = new Int32Array(short.length + 1);
    for (let index = 1; index <= short.length; index++) {
      const same = word === short[index - 1];
      next[index] = same ? (row[index - 1] ?? 0) + 1 : Math.max(row[index] ?? 0, next[index - 1] ?? 0);
    }
    row = next;
  }
  return row[short.length] ?? 0;
}
