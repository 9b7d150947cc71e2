import type { AnswerKey, ImportAudioLabel, ImportMedia, ImportReasoningStep } from "./import-batch.ts";
import type { ByFlag } from "./question-flags.ts";
import type { AnswerFormat, Level } from "./vocabulary.ts";

/** A word of a benchmark, with the slug that filters take. */
export interface NamedSlug {
  readonly slug: string;
  readonly name: string;
}

/** A question as an export has it, for the eyes of the one who asks. */
export interface ExportedQuestion extends ByFlag<boolean | null> {
  /** The release's primary key. */
  readonly release: number;
  readonly id: number;
  readonly key: string;
  readonly ordinal: number;
  readonly text: string;
  /** By position. */
  readonly options: readonly string[];
  readonly answerFormat: AnswerFormat;
  /** Null where it may not be seen. */
  readonly answer: AnswerKey | null;
  readonly answerAccess: "VISIBLE" | "HIDDEN";
  readonly task: NamedSlug;
  readonly level: Level;
  readonly audioTypes: readonly ImportAudioLabel[];
  /** The leaf of the category tree. */
  readonly category: NamedSlug | null;
  readonly video: ExportedVideo | null;
  readonly media: readonly ImportMedia[];
  readonly subset: string | null;
  /** Empty where answers may not be seen. */
  readonly reasoningSteps: readonly ImportReasoningStep[];
  readonly native: Readonly<Record<string, unknown>>;
}

/** What an exported question says of its video. */
export interface ExportedVideo {
  readonly key: string;
  readonly durationSeconds: number | null;
  readonly url: string | null;
  readonly subset: string | null;
  readonly caption: string | null;
}
