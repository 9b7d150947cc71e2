import type { ExportedQuestion } from "./exported-question.ts";
import type { ImportAudioLabel, ImportCategory, ImportConfirmation, ImportTask, Oddity } from "./import-batch.ts";

/** The small parts of a benchmark's export: everything except videos and questions. */
export interface ExportedVocabulary {
  /** In the order of the import, parents before children. */
  readonly categories: readonly ImportCategory[];
  /** In the order of the import. */
  readonly tasks: readonly ImportTask[];
  readonly oddities: readonly Oddity[];
}

/** A question in the export of a whole benchmark, which includes its complete answer key. */
export interface ExportedBenchmarkQuestion extends ExportedQuestion {
  /** In the order of the file that was imported. */
  readonly audioTypes: readonly ImportAudioLabel[];
  /** Null if the question has no confirmation question. */
  readonly confirmation: ImportConfirmation | null;
}

/** A video in the export of a whole benchmark. */
export interface ExportedVideoRow {
  readonly key: string;
  /** The slug of the video's category. */
  readonly category: string | null;
  readonly durationSeconds: number | null;
  /** Null if it equals the `duration` of `native`. */
  readonly durationLabel: string | null;
  /** The audio types of the video itself, without those of its questions, in the order of the imported file. */
  readonly audioTypes: readonly ImportAudioLabel[];
  readonly url: string | null;
  readonly subset: string | null;
  readonly caption: string | null;
  readonly native: Readonly<Record<string, unknown>>;
}
