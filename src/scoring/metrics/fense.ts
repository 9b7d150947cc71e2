/** A caption counts as faulty if its probability of an error is above this. */
export const FENSE_ERROR_THRESHOLD = 0.9;
/** The fraction of its score that a faulty caption loses. */
export const FENSE_PENALTY = 0.9;

/**
 * FENSE of one caption: the mean cosine similarity between its sentence embedding and those of its references. A faulty
 * caption gets a tenth of that. AVI-Bench's paper defines FENSE as the largest cosine, with a penalty in proportion to
 * the error probability (eqs. 41 and 42). Its published figures come from a package that computes FENSE as this
 * function does.
 * @param embedding of any length except 0; the references' embeddings have the same length
 * @param errorProbability 0 to 1, the probability that the caption has an error
 * @returns −1 to 1; 0 without references
 * @see Z. Zhou et al. (2022), "Can audio captions be evaluated with image caption metrics?", section 3;
 *   https://github.com/blmoistawinde/fense, fense/evaluator.py, `Evaluator.sentence_score`
 * @see AVI-Bench, eval/level_metrics/level_score.py, `eval_caption_with_references`
 */
export function fense(
  embedding: ArrayLike<number>,
  references: readonly ArrayLike<number>[],
  errorProbability: number,
): number {
  if (references.length === 0) return 0;
  const mean = references.reduce((sum, reference) => sum + cosine(embedding, reference), 0) / references.length;
  return errorProbability > FENSE_ERROR_THRESHOLD ? mean * (1 - FENSE_PENALTY) : mean;
}

/** The cosine of two vectors; 0 if either is the zero vector. */
export function cosine(one: ArrayLike<number>, other: ArrayLike<number>): number {
  let product = 0;
  let ownSquare = 0;
  let otherSquare = 0;
  for (let index = 0; index < one.length; index++) {
    const [a, b] = [one[index] ?? 0, other[index] ?? 0];
    product += a * b;
    ownSquare += a * a;
    otherSquare += b * b;
  }
  const length = Math.sqrt(ownSquare * otherSquare);
  return length === 0 ? 0 : Math.max(-1, Math.min(1, product / length));
}

/** Converts a logit to a probability. */
export const sigmoid = (logit: number): number => 1 / (1 + Math.exp(-logit));
