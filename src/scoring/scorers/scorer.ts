import type { AnswerKey } from "../../domain/import-batch.ts";
import type { Extraction, UnparsedRule } from "../extraction.ts";

/** The judgement of one answer. */
export type Verdict =
  /** `score` is 1, 0, or strictly between them. */
  | { readonly outcome: "CORRECT" | "WRONG" | "PARTIAL"; readonly score: number }
  /** The answer is not of the form that its format asks for; it counts as wrong. */
  | { readonly outcome: "UNPARSED"; readonly score: 0; readonly rule: UnparsedRule }
  /** There is no way to score it here; it is outside every denominator. */
  | { readonly outcome: "UNSCORED"; readonly score: null };

/** What a scorer may know of a question besides its key. */
export interface ScoringContext {
  readonly options: readonly string[];
  /** The task's slug, where one format is scored in different ways (AVI-Bench's AMIC and VMIC). */
  readonly task?: string;
}

/** Judges one answer against its key. Pure; time linear in the answer; never throws. */
export interface Scorer {
  readonly name: string;
  /** Goes up whenever any answer could be judged differently. */
  readonly version: string;
  score(extraction: Extraction, key: AnswerKey, context: ScoringContext): Verdict;
}

/** The verdict of a score from 0 to 1. */
export function graded(score: number): Verdict {
  if (score >= 1) return { outcome: "CORRECT", score: 1 };
  return score > 0 ? { outcome: "PARTIAL", score } : { outcome: "WRONG", score: 0 };
}

/** The verdict of an answer that cannot be read. */
export const malformed = (rule: UnparsedRule): Verdict => ({ outcome: "UNPARSED", score: 0, rule });

/** The verdict of what cannot be scored here. */
export const UNSCORED: Verdict = { outcome: "UNSCORED", score: null };
