/** The two networks of FENSE, loaded. They work on as many texts at a time as they are given. */
export interface FenseModels {
  /** The embedding of each text. */
  embed(texts: readonly string[]): Promise<readonly Float32Array[]>;
  /** The chance that each text is faulty language, 0 to 1. */
  errorProbabilities(texts: readonly string[]): Promise<readonly number[]>;
}
