/** The chance of a fault from which on a caption counts as faulty. */
export const FENSE_ERROR_THRESHOLD = 0.9;
/** What a faulty caption loses of its score. */
export const FENSE_PENALTY = 0.9;

/**
 * FENSE of one caption: the mean cosine of its sentence embedding with those of its references; a tenth of it where the
 * caption is faulty. AVI-Bench's paper writes the largest cosine and a penalty in proportion to the chance of a fault
 * (eqs. 41 and 42); its code, which made the figures, calls the package that does as here.
 * @param embedding of any length but zero; so are the references'
 * @param errorProbability 0 to 1, that the caption has a fault
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

/** The probability of a logit. */
export const sigmoid = (logit: number): number => 1 / (1 + Math.exp(-logit));
