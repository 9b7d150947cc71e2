import type { ByFlag } from "../../domain/question-flags.ts";
import type { ByNumber } from "../../domain/question-numbers.ts";
import type { Dimension } from "../../domain/vocabulary.ts";
import type { QuestionVectors } from "../../scoring/metrics/run-vectors.ts";
import type { DimensionColumn } from "./dimension-column.ts";

/** The data about a release's questions that the statistics need. */
export interface ReleaseQuestions extends QuestionVectors {
  readonly count: number;
}

/**
 * A release's questions in memory, one array per column, indexed by ordinal. A release never changes, so everything
 * derived from a catalog can be cached without invalidation.
 */
export interface ReleaseCatalog {
  /** The release's primary key. */
  readonly release: number;
  readonly contentHash: string;
  /** Identifies the release and its content in caches. */
  readonly name: string;
  /** The benchmark's slug. */
  readonly benchmark: string;
  /** The number of questions. */
  readonly count: number;
  /** The primary keys of the questions. */
  readonly ids: Int32Array;
  readonly keys: readonly string[];
  /** The primary keys of their videos; 0 for a question without a video. */
  readonly videos: Int32Array;
  /** The slug of each question's own category, which may be a subcategory. */
  readonly categories: DimensionColumn;
  /** The audio types of each question, as a bit mask. */
  readonly audioMasks: Uint8Array;
  /** Seconds; `NaN` if unknown. */
  readonly durations: Float64Array;
  /** 1 for true, 0 for false, −1 if the benchmark does not state it. */
  readonly flags: ByFlag<Int8Array>;
  /** `NaN` for a question without reasoning steps, and in a release whose answers are hidden. */
  readonly numbers: ByNumber<Float64Array>;
  readonly dimensions: Readonly<Record<Dimension, DimensionColumn>>;
  readonly questions: ReleaseQuestions;
  /** The approximate size in memory. */
  readonly bytes: number;
}
