import type { ByFlag } from "../../domain/question-flags.ts";
import type { ByNumber } from "../../domain/question-numbers.ts";
import type { Dimension } from "../../domain/vocabulary.ts";
import type { QuestionVectors } from "../../scoring/metrics/run-vectors.ts";
import type { DimensionColumn } from "./dimension-column.ts";

/** What the statistics need of a release's questions. */
export interface ReleaseQuestions extends QuestionVectors {
  readonly count: number;
}

/**
 * A release's questions in memory, by column; every column is by ordinal. A release never changes, so neither does
 * this: whatever is worked out of it can be kept for as long as there is room.
 */
export interface ReleaseCatalog {
  /** The release's primary key. */
  readonly release: number;
  readonly contentHash: string;
  /** Identifies the release and its content in caches. */
  readonly name: string;
  /** The benchmark's slug. */
  readonly benchmark: string;
  /** How many questions there are. */
  readonly count: number;
  /** The primary keys of the questions. */
  readonly ids: Int32Array;
  readonly keys: readonly string[];
  /** The primary keys of their videos; 0 for a question without a video. */
  readonly videos: Int32Array;
  /** The slug of each question's own category, which may be below another. */
  readonly categories: DimensionColumn;
  /** The bits of the audio types. */
  readonly audioMasks: Uint8Array;
  /** Seconds; `NaN` if unknown. */
  readonly durations: Float64Array;
  /** 1 for true, 0 for false, −1 if the benchmark leaves it open. */
  readonly flags: ByFlag<Int8Array>;
  /** `NaN` for a question without reasoning steps, and in a release whose answers are hidden. */
  readonly numbers: ByNumber<Float64Array>;
  readonly dimensions: Readonly<Record<Dimension, DimensionColumn>>;
  readonly questions: ReleaseQuestions;
  /** About how much memory it takes. */
  readonly bytes: number;
}
