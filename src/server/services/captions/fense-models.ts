/** The two loaded networks of FENSE. Each call processes all its texts as one batch. */
export interface FenseModels {
  /** The embedding of each text. */
  embed(texts: readonly string[]): Promise<readonly Float32Array[]>;
  /** The probability that each text is faulty language, from 0 to 1. */
  errorProbabilities(texts: readonly string[]): Promise<readonly number[]>;
}
