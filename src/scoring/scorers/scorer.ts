import type { AnswerKey } from "../../domain/import-batch.ts";
import type { Extraction, UnparsedRule } from "../../reading/extraction.ts";

/** The result of scoring one answer. */
export type Verdict =
  /** `score` is 1, 0, or strictly between them. */
  | { readonly outcome: "CORRECT" | "WRONG" | "PARTIAL"; readonly score: number }
  /** The answer does not have the form that its format requires, for the given `reason`. It counts as wrong. */
  | { readonly outcome: "UNPARSED"; readonly score: 0; readonly rule: UnparsedRule; readonly reason?: string }
  /** The answer cannot be scored here and is excluded from every denominator. */
  | { readonly outcome: "UNSCORED"; readonly score: null };

/** Why no answer to a question can be scored here. This depends on the question and the server, never on the answer. */
export const UNSCORED_RULES = [
  /** No scorer knows the answer format. */
  "unscored-format",
  /** The key is not of the kind that the answer format requires. */
  "unscored-key",
  /** The question asks for boxes as fractions of an image, and the benchmark's file does not state its size. */
  "no-picture-size",
  /** Captions are scored by two neural networks, which are not configured on this server. */
  "fense-not-configured",
] as const;
export type UnscoredRule = (typeof UNSCORED_RULES)[number];

/** What a scorer may use about a question besides its answer key. */
export interface ScoringContext {
  readonly options: readonly string[];
  /** The task's slug, for formats that are scored differently per task (AVI-Bench's AMIC and VMIC). */
  readonly task?: string;
  /** The task's metric, as the benchmark names it: `"accuracy"`, `"f1"`. */
  readonly metric?: string;
  /** The caption scorer; absent or null if the server is configured without its models. */
  readonly captions?: CaptionScores | null;
}

/** FENSE's scores, computed beforehand because its networks are asynchronous. */
export interface CaptionScores {
  /** At most 1; may be below 0 for a caption that is unrelated to its references. */
  score(caption: string, references: readonly string[]): number;
}

/**
 * Scores one answer against its key. A scorer is a pure function, takes time linear in the length of the answer, and
 * never throws.
 */
export interface Scorer {
  readonly name: string;
  /** Increased whenever the verdict on any answer could change. */
  readonly version: string;
  /** Why no answer can be scored with this key, so that `score` always returns UNSCORED; null if it can. */
  unscored(key: AnswerKey, context: ScoringContext): UnscoredRule | null;
  score(extraction: Extraction, key: AnswerKey, context: ScoringContext): Verdict;
}

/** The `unscored` function of a scorer that accepts any key of one kind. */
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

/**
 * The verdict for an answer that does not have the form that its format requires.
 * @param reason a clause: "it contains no list"
 */
export const malformed = (reason: string): Verdict => ({ outcome: "UNPARSED", score: 0, rule: "malformed", reason });

/** The verdict for an answer that cannot be scored here. */
export const UNSCORED: Verdict = { outcome: "UNSCORED", score: null };
