/** The two loaded networks of FENSE. */
export interface FenseModels {
  /** The embedding of each text. */
  embed(texts: readonly string[]): Promise<readonly Float32Array[]>;
  /** For each text, the probability that its language is faulty, from 0 to 1. */
  errorProbabilities(texts: readonly string[]): Promise<readonly number[]>;
}
