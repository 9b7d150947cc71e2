import type { ExportedQuestion } from "./exported-question.ts";
import type { ImportAudioLabel, ImportCategory, ImportConfirmation, ImportTask, Oddity } from "./import-batch.ts";

/** An export of a whole benchmark without its videos and questions, which may be many. */
export interface ExportedVocabulary {
  /** In the order of the import, parents before children. */
  readonly categories: readonly ImportCategory[];
  /** In the order of the import. */
  readonly tasks: readonly ImportTask[];
  readonly oddities: readonly Oddity[];
}

/** A question as an export of a whole benchmark has it: with its whole key. */
export interface ExportedBenchmarkQuestion extends ExportedQuestion {
  /** In the order of the file that was imported. */
  readonly audioTypes: readonly ImportAudioLabel[];
  /** Null if the question has none. */
  readonly confirmation: ImportConfirmation | null;
}

/** A video as an export of a whole benchmark has it. */
export interface ExportedVideoRow {
  readonly key: string;
  /** The slug. */
  readonly category: string | null;
  readonly durationSeconds: number | null;
  /** Null where it is the `duration` of `native`. */
  readonly durationLabel: string | null;
  /** The video's own, in the order of the file that was imported, without those that only its questions have. */
  readonly audioTypes: readonly ImportAudioLabel[];
  readonly url: string | null;
  readonly subset: string | null;
  readonly caption: string | null;
  readonly native: Readonly<Record<string, unknown>>;
}
