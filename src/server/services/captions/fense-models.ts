/** Where the two networks of FENSE are. Each is a folder, or the name of a model on the Hugging Face hub. */
export interface FenseLocation {
  /** Sentence embeddings: paraphrase-TinyBERT-L6-v2 in AVI-Bench's figures. */
  readonly sentence: string;
  /** The detector of faulty language: echecker_clotho_audiocaps_base in AVI-Bench's figures. */
  readonly fluency: string;
}

/** The two networks, loaded. They work on as many texts at a time as they are given. */
export interface FenseModels {
  /** The embedding of each text. */
  embed(texts: readonly string[]): Promise<readonly Float32Array[]>;
  /** The chance that each text is faulty language, 0 to 1. */
  errorProbabilities(texts: readonly string[]): Promise<readonly number[]>;
}
