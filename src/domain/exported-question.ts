import type { AnswerAccess } from "./exported-release.ts";
import type {
  AnswerKey,
  ImportAudioLabel,
  ImportCategory,
  ImportConfirmation,
  ImportMedia,
  ImportReasoningStep,
  ImportTask,
  Oddity,
} from "./import-batch.ts";
import type { ByStatistic } from "./item-statistics.ts";
import type { ByFlag } from "./question-flags.ts";
import type { ByNumber } from "./question-numbers.ts";
import type { ColumnValues } from "./record-values.ts";
import type { AnswerFormat, Dominance, Level, LevelSource, StepModalities } from "./vocabulary.ts";

/** A task or category: the slug that filters accept, and the name in the benchmark's own words. */
export interface NamedSlug {
  readonly slug: string;
  readonly name: string;
}

/** The statistics of a question in an item snapshot. */
export interface ExportedStatistics extends ByStatistic<number | null> {
  /** The id of the snapshot. */
  readonly snapshot: string;
}

/**
 * An exported question, limited to what the viewer may see. If `answer` is hidden, the counts of reasoning steps
 * (`ByNumber`) are null as well.
 */
export interface ExportedQuestion extends ByFlag<boolean | null>, ByNumber<number | null> {
  /** The release's primary key. */
  readonly release: number;
  readonly id: number;
  readonly key: string;
  readonly ordinal: number;
  readonly text: string;
  /** The option texts, in order. */
  readonly options: readonly string[];
  readonly answerFormat: AnswerFormat;
  /** The answer key; null if the viewer may not see it. */
  readonly answer: AnswerKey | null;
  readonly answerAccess: AnswerAccess;
  readonly task: NamedSlug & { readonly dominance: Dominance | null; readonly levelSource: LevelSource };
  readonly level: Level;
  readonly audioTypes: readonly ImportAudioLabel[];
  /** The leaf of the category tree. */
  readonly category: NamedSlug | null;
  readonly video: ExportedVideo | null;
  readonly media: readonly ImportMedia[];
  readonly group: string | null;
  readonly subset: string | null;
  /** Empty if the viewer may not see answers. */
  readonly reasoningSteps: readonly ImportReasoningStep[];
  readonly stepModalities: StepModalities | null;
  readonly native: Readonly<Record<string, unknown>>;
}

/** The video of an exported question. */
export interface ExportedVideo {
  readonly key: string;
  readonly durationSeconds: number | null;
  readonly durationLabel: string | null;
  readonly url: string | null;
  readonly subset: string | null;
  readonly caption: string | null;
}

/** Exported questions by column: one column for each field of `ExportedQuestion`. */
export type ExportedColumns = { readonly [K in keyof ExportedQuestion]: ColumnValues<ExportedQuestion[K]> };

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
