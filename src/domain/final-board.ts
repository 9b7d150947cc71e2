import type { Modality } from "./vocabulary.ts";

/** The fields of a run that a challenge can require: `ChallengeField` of the schema. */
export const CHALLENGE_FIELDS = [
  "FRAMES",
  "SEED",
  "PROMPT",
  "NOTES",
  "MODEL_PARAMETERS",
  "MODEL_ORGANIZATION",
  "MODEL_URL",
  "REPORT_URL",
] as const;
export type ChallengeField = (typeof CHALLENGE_FIELDS)[number];

/** The part of a release's questions that a leaderboard covers: `Board` of the schema. */
export const BOARDS = ["PUBLIC", "PRIVATE"] as const;
export type Board = (typeof BOARDS)[number];

/** The most runs of one owner that a private board shows. */
export const MOST_FINAL_RUNS = 2;

/** A run of a final board. All values are from the instant when the challenge closed. */
export interface FinalEntry {
  /** The rank, 1 for the best score. Equal scores share a rank. */
  readonly rank: number;
  readonly rankRange: { readonly best: number; readonly worst: number } | null;
  /** The run's id: `run_12`. */
  readonly run: string;
  /** The model's name, or its pseudonym. */
  readonly model: string;
  /** The slug of the model, or of its pseudonym. */
  readonly modelSlug: string;
  readonly inputs: readonly Modality[];
  /** The time of the submission. All times here are in ISO 8601, in UTC. */
  readonly submittedAt: string;
  readonly scoredAt: string;
  readonly extractor: string;
  readonly extractorVersion: string;
  readonly score: FinalScore;
}

/** The score of a run of a final board, as everyone sees it. */
interface FinalScore {
  /** From 0 to 1. */
  readonly value: number;
  readonly n: number;
  readonly standardError: number;
  readonly lower: number;
  readonly upper: number;
  /** Whether the score is rounded because answers are hidden. */
  readonly coarse: boolean;
}

/** A leaderboard as everyone saw it when a challenge closed. */
export interface SealedBoard {
  /**
   * The entries, best first. If the release's leaderboard is split, their scores cover its public part, and otherwise
   * all questions.
   */
  readonly entries: readonly FinalEntry[];
  /** The entries over the private part; null if the leaderboard is not split. */
  readonly privateEntries: readonly FinalEntry[] | null;
  /**
   * The primary keys of the runs whose scores the private board shows from now on, private runs included. They are not shown. Absent
   * from boards that earlier versions have stored.
   */
  readonly finalRuns?: readonly number[];
  /** The number of questions in the release. */
  readonly questions: number;
  /**
   * The number of public runs without an entry. Such a run covers less than half of the questions, or does not show its
   * own score: it did not beat its owner's best earlier run by enough (`Score.repeatsBest`), or a score would reveal
   * the owner of an anonymous run.
   */
  readonly leftOut: number;
}

/** A model of a final board that was anonymous when the challenge closed and has since been named. */
interface FinalName {
  /** The slug of the pseudonym. */
  readonly pseudonym: string;
  readonly model: string;
  readonly modelSlug: string;
  readonly namedAt: string;
}

/** The benchmark and the release that a final board belongs to. */
interface FinalBoardHead {
  /** The benchmark's slug. */
  readonly benchmark: string;
  /** The version of the release. */
  readonly version: number;
  readonly contentHash: string;
  readonly closedAt: string;
  readonly sealedAt: string;
}

/** A final board as it is shown and signed. The private entries are null until the private board opens. */
export interface FinalBoard extends FinalBoardHead, SealedBoard {
  readonly names: readonly FinalName[];
}

/** The `typ` in the JWS header of a signed board. */
export const SIGNED_BOARD_TYPE = "omnidex-final-board+json";
