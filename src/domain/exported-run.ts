import type { AnswerKey } from "./import-batch.ts";
import type { AnswerFormat, AudioType, Confirmations, Dimension, Level, Modality, Outcome } from "./vocabulary.ts";

/** A scored run as an export has it. */
export interface ExportedRun {
  /** The primary key. */
  readonly id: number;
  /** Of its release. */
  readonly release: number;
  readonly model: {
    readonly slug: string;
    readonly name: string;
    readonly parameters: string | null;
    readonly organization: string | null;
    readonly url: string | null;
  };
  readonly inputs: readonly Modality[];
  readonly frames: number | null;
  readonly seed: number | null;
  /** The name of the prompt template. */
  readonly prompt: string | null;
  readonly notes: string | null;
  /** Multiple-choice questions were asked without their options. */
  readonly openEnded: boolean;
  /** How it answers questions that are asked twice; null for a benchmark without such questions. */
  readonly confirmations: Confirmations | null;
  /** It has predictions for less than half of its release. */
  readonly partial: boolean;
  /** The share of ambiguous readings, 0 to 1; null where it is not scored. */
  readonly ambiguousShare: number | null;
  /** ISO 8601, in UTC. */
  readonly createdAt: string;
  readonly scoring: {
    readonly revision: number;
    readonly extractor: string;
    readonly extractorVersion: string;
    readonly keyRevision: number;
    readonly judge: string | null;
    /** ISO 8601, in UTC. */
    readonly scoredAt: string;
  };
}

/** A prediction with its question. Everything that tells the answer is null where that may not be seen. */
export interface ExportedPrediction {
  readonly ordinal: number;
  readonly key: string;
  readonly text: string;
  /** By position. */
  readonly options: readonly string[];
  readonly answerFormat: AnswerFormat;
  /** By the key that the run was scored by. */
  readonly answer: AnswerKey | null;
  readonly task: { readonly slug: string; readonly name: string };
  readonly level: Level;
  readonly audioTypes: readonly AudioType[];
  /** Their keys. */
  readonly category: string | null;
  readonly video: string | null;
  readonly durationSeconds: number | null;
  /** As they were sent. */
  readonly response: string | null;
  readonly error: string | null;
  readonly confirmation: string | null;
  readonly outcome: Outcome | null;
  /** 0 to 1; null, too, where it is not scored. */
  readonly score: number | null;
  /** What was read out of the response. */
  readonly extracted: string | null;
  /** Which rule found it, or why nothing was found. */
  readonly rule: string;
}

/** `Score` of the schema, as far as exports write it. */
export interface ExportedScore {
  readonly value: number;
  readonly valueAnswered: number | null;
  readonly n: number;
  readonly correct: number;
  readonly unparsed: number;
  readonly missing: number;
  readonly errored: number;
  readonly interval: { readonly lower: number; readonly upper: number; readonly level: number };
  readonly standardError: number;
  /** How many videos the error rests on. */
  readonly clusters: number;
  readonly chance: number | null;
}

/** The score over one value of a dimension. */
export interface ExportedCell {
  readonly dimension: Dimension;
  readonly key: string;
  readonly label: string;
  readonly score: ExportedScore;
}
