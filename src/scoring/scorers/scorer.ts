import type { AnswerKey } from "../../domain/import-batch.ts";
import type { Extraction, UnparsedRule } from "../extraction.ts";

/** The judgement of one answer. */
export type Verdict =
  /** `score` is 1, 0, or strictly between them. */
  | { readonly outcome: "CORRECT" | "WRONG" | "PARTIAL"; readonly score: number }
  /** The answer does not have the form that its format requires, for the given `reason`. It counts as wrong. */
  | { readonly outcome: "UNPARSED"; readonly score: 0; readonly rule: UnparsedRule; readonly reason?: string }
  /** The answer cannot be scored here and is excluded from every denominator. */
  | { readonly outcome: "UNSCORED"; readonly score: null };

/**
 * Why no answer to a question can be scored here. It is the question that decides, and the server: never the answer.
 */
export const UNSCORED_RULES = [
  /** No scorer knows the answer format. */
  "unscored-format",
  /** The key is not of the kind that the format compares with. */
  "unscored-key",
  /** Boxes are requested as fractions of an image whose size the file does not state. */
  "no-picture-size",
  /** Captions are scored by two neural networks, which this server was not given. */
  "fense-not-configured",
] as const;
export type UnscoredRule = (typeof UNSCORED_RULES)[number];

/** The context of a question that a scorer may use besides its answer key. */
export interface ScoringContext {
  readonly options: readonly string[];
  /** The task's slug, for formats that are scored differently per task (AVI-Bench's AMIC and VMIC). */
  readonly task?: string;
  /** The caption scorer; absent or null if the server is configured without its models. */
  readonly captions?: CaptionScores | null;
}

/** FENSE's scores, worked out beforehand, for its networks answer in their own time. */
export interface CaptionScores {
  /** At most 1; may be below 0 for a caption that is unrelated to its references. */
  score(caption: string, references: readonly string[]): number;
}

/** Judges one answer against its key. Pure; time linear in the answer; never throws. */
export interface Scorer {
  readonly name: string;
  /** Goes up whenever any answer could be judged differently. */
  readonly version: string;
  /**
   * Why no answer can be scored with this key, so that `score` always returns UNSCORED; null if answers can be scored.
   */
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

/** The verdict if nothing was extracted, with the extractor's reason. */
export const unread = (rule: UnparsedRule): Verdict => ({ outcome: "UNPARSED", score: 0, rule });

/** The verdict on an answer without its format's form. @param reason a clause: "there is no list in it" */
export const malformed = (reason: string): Verdict => ({ outcome: "UNPARSED", score: 0, rule: "malformed", reason });

/** The verdict of what cannot be scored here. */
export const UNSCORED: Verdict = { outcome: "UNSCORED", score: null };
