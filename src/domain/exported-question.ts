import type { ColumnValues } from "./column-values.ts";
import type { AnswerAccess } from "./exported-release.ts";
import type { AnswerKey, ImportAudioLabel, ImportMedia, ImportReasoningStep } from "./import-batch.ts";
import type { ByStatistic } from "./item-statistics.ts";
import type { ByFlag } from "./question-flags.ts";
import type { ByNumber } from "./question-numbers.ts";
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
