import type { AnswerKey } from "./import-batch.ts";
import type { RunProtocol } from "./run-protocol.ts";
import type {
  AnswerFormat,
  AudioType,
  Confirmations,
  Dimension,
  Level,
  LevelSource,
  Modality,
  Outcome,
} from "./vocabulary.ts";

/** A scored run in an export. */
export interface ExportedRun {
  /** The primary key. */
  readonly id: number;
  /** The primary key of its release. */
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
  readonly protocol: RunProtocol | null;
  readonly notes: string | null;
  /** Where a report describes the run. */
  readonly reportUrl: string | null;
  /** Whether multiple-choice questions were asked without their options. */
  readonly openEnded: boolean;
  /** How the run answers questions that are asked twice; null for a benchmark without such questions. */
  readonly confirmations: Confirmations | null;
  /** Whether the run has predictions for less than half of the questions that it is scored on. */
  readonly partial: boolean;
  /** The share of ambiguous predictions, from 0 to 1; null if the run is not scored. */
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

/** A prediction with its question. Fields that reveal the answer are null if the viewer may not see it. */
export interface ExportedPrediction {
  readonly ordinal: number;
  readonly key: string;
  readonly text: string;
  /** The option texts, in order. */
  readonly options: readonly string[];
  readonly answerFormat: AnswerFormat;
  /** The answer in the key revision that the run was scored with. */
  readonly answer: AnswerKey | null;
  readonly task: { readonly slug: string; readonly name: string; readonly levelSource: LevelSource };
  readonly level: Level;
  readonly audioTypes: readonly AudioType[];
  /** The slug of the category. */
  readonly category: string | null;
  readonly video: string | null;
  readonly durationSeconds: number | null;
  /** The response as it was submitted. */
  readonly response: string | null;
  readonly error: string | null;
  readonly confirmation: string | null;
  readonly outcome: Outcome | null;
  /** From 0 to 1; null if the prediction is not scored. */
  readonly score: number | null;
  /** The answer that was extracted from the response. */
  readonly extracted: string | null;
  /** The extraction rule that found the answer, or the reason why none was found. */
  readonly rule: string;
  /** The error types that the prediction is labelled with, in alphabetical order. */
  readonly errorTypes: readonly string[] | null;
}

/** The part of the schema's `Score` that exports contain. */
export interface ExportedScore {
  readonly value: number;
  /**
   * Whether the score is rounded because the release hides its answers. The counts are then computed from the rounded
   * score, so they are not the real counts.
   */
  readonly coarse: boolean;
  readonly valueAnswered: number | null;
  readonly n: number;
  readonly correct: number;
  readonly unparsed: number;
  readonly missing: number;
  readonly errored: number;
  readonly interval: { readonly lower: number; readonly upper: number; readonly level: number };
  readonly standardError: number;
  /** The number of videos behind the cluster-robust standard error. */
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
