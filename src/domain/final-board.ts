import type { Modality } from "./vocabulary.ts";

/** A run of a final board. All values are those of the closing instant. */
export interface FinalEntry {
  /** 1 for the best score; equal scores share a rank. */
  readonly rank: number;
  readonly rankRange: { readonly best: number; readonly worst: number } | null;
  /** The run's id: `run_12`. */
  readonly run: string;
  /** The model's name, or its pseudonym. */
  readonly model: string;
  /** The slug of the model, or of its pseudonym. */
  readonly modelSlug: string;
  readonly inputs: readonly Modality[];
  /** ISO 8601, in UTC, as all times. */
  readonly submittedAt: string;
  readonly scoredAt: string;
  readonly extractor: string;
  readonly extractorVersion: string;
  readonly score: FinalScore;
}

/** The score of a run of a final board, as everyone sees it. */
export interface FinalScore {
  /** From 0 to 1. */
  readonly value: number;
  readonly n: number;
  readonly standardError: number;
  readonly lower: number;
  readonly upper: number;
  /** Whether it is rounded because answers are hidden. */
  readonly coarse: boolean;
}

/** A leaderboard as everyone saw it when a challenge closed. */
export interface SealedBoard {
  /** Over the public part of a release that is split, else over all questions; best first. */
  readonly entries: readonly FinalEntry[];
  /** Over the private part; null for a release with one board. */
  readonly privateEntries: readonly FinalEntry[] | null;
  /** How many questions the release has. */
  readonly questions: number;
  /** How many public runs have no entry: they cover too little, or show an earlier run's score. */
  readonly leftOut: number;
}
