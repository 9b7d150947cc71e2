import type { AnswerKey } from "../../domain/import-batch.ts";
import type { Extraction, UnparsedRule } from "../extraction.ts";

/** The judgement of one answer. */
export type Verdict =
  /** `score` is 1, 0, or strictly between them. */
  | { readonly outcome: "CORRECT" | "WRONG" | "PARTIAL"; readonly score: number }
  /** The answer is not of the form that its format asks for, as `reason` says; it counts as wrong. */
  | { readonly outcome: "UNPARSED"; readonly score: 0; readonly rule: UnparsedRule; readonly reason?: string }
  /** There is no way to score it here; it is outside every denominator. */
  | { readonly outcome: "UNSCORED"; readonly score: null };

/** Why no answer to a question can be scored here. It is the question that decides, and the server: never the answer. */
export const UNSCORED_RULES = [
  /** No scorer knows the answer format. */
  "unscored-format",
  /** The key is not of the kind that the format compares with. */
  "unscored-key",
  /** Boxes are asked for as shares of a picture whose size the file does not say. */
  "no-picture-size",
  /** Captions are scored by two neural networks, which this server was not given. */
  "fense-not-configured",
] as const;
export type UnscoredRule = (typeof UNSCORED_RULES)[number];

/** What a scorer may know of a question besides its key. */
export interface ScoringContext {
  readonly options: readonly string[];
  /** The task's slug, where one format is scored in different ways (AVI-Bench's AMIC and VMIC). */
  readonly task?: string;
  /** Where captions are scored here; absent or null where the server was given no models for it. */
  readonly captions?: CaptionScores | null;
}

/** FENSE's scores, worked out beforehand, for its networks answer in their own time. */
export interface CaptionScores {
  /** At most 1; below 0 where a caption has nothing to do with its references. */
  score(caption: string, references: readonly string[]): number;
}

/** Judges one answer against its key. Pure; time linear in the answer; never throws. */
export interface Scorer {
  readonly name: string;
  /** Goes up whenever any answer could be judged differently. */
  readonly version: string;
  /** Why no answer can be scored against this key, so that `score` is UNSCORED whatever it is given; null where it can. */
  unscored(key: AnswerKey, context: ScoringContext): UnscoredRule | null;
  score(extraction: Extraction, key: AnswerKey, context: ScoringContext): Verdict;
}

/** `unscored` of a scorer that any key of one kind will do for. */
export const requiresKind =
  (kind: AnswerKey["kind"]): Scorer["unscored"] =>
  (key) =>
    key.kind === kind ? null : "unscored-key";

/** The verdict of a score from 0 to 1. */
export function graded(score: number): Verdict {
  if (score >= 1) return { outcome: "CORRECT", score: 1 };
  return score > 0 ? { outcome: "PARTIAL", score } : { outcome: "WRONG", score: 0 };
}

/** The verdict where nothing was read: the extractor's reason is passed on. */
export const unread = (rule: UnparsedRule): Verdict => ({ outcome: "UNPARSED", score: 0, rule });

/** The verdict of an answer that is not of its format's form. @param reason a clause: "there is no list in it" */
export const malformed = (reason: string): Verdict => ({ outcome: "UNPARSED", score: 0, rule: "malformed", reason });

/** The verdict of what cannot be scored here. */
export const UNSCORED: Verdict = { outcome: "UNSCORED", score: null };
