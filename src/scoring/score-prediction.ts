import type { AnswerKey } from "../domain/import-batch.ts";
import type { Outcome } from "../domain/vocabulary.ts";
import type { Extraction, ExtractionQuestion, Extractor, Span } from "./extraction.ts";
import type { Verdict } from "./scorers/scorer.ts";
import { scorerForFormat } from "./scorers/scorer-registry.ts";

/** What was submitted for one question. */
export interface PredictionOutput {
  readonly response: string | null;
  readonly error: string | null;
  readonly confirmation: string | null;
}

/** A question with its key. */
export interface ScoredQuestion extends ExtractionQuestion {
  readonly key: AnswerKey;
}

/** The judgement of one prediction, and how it came about. */
export interface PredictionScore {
  readonly outcome: Outcome;
  /** 0 to 1; null where it is not scored. */
  readonly score: number | null;
  readonly answer: string | null;
  /** The rule that found the answer, or why there is none. */
  readonly rule: string;
  readonly span: Span | null;
  readonly ambiguous: boolean;
}

/**
 * Extracts and scores one prediction. A format without a scorer is UNSCORED, so that all runs have one denominator; an
 * error makes it ERRORED, whatever the response says; no response is UNPARSED. What a blank response means is the
 * extractor's to say, because one official script reads "A" into it.
 */
export function scorePrediction(
  output: PredictionOutput,
  question: ScoredQuestion,
  extractor: Extractor,
): PredictionScore {
  const scorer = scorerForFormat(question.answerFormat);
  if (scorer === null) return withoutAnswer("UNSCORED", null, "unscored-format");
  if (output.error !== null) return withoutAnswer("ERRORED", 0, "error");
  if (output.response === null) return withoutAnswer("UNPARSED", 0, "empty");
  const extraction = extractor.extract(output.response, question);
  return describe(extraction, scorer.score(extraction, question.key, question.options));
}

const withoutAnswer = (outcome: Outcome, score: number | null, rule: string): PredictionScore => ({
  outcome,
  score,
  answer: null,
  rule,
  span: null,
  ambiguous: false,
});

function describe(extraction: Extraction, verdict: Verdict): PredictionScore {
  if (verdict.outcome === "UNPARSED") return withoutAnswer("UNPARSED", 0, verdict.rule);
  if (extraction.kind === "unparsed") return withoutAnswer(verdict.outcome, verdict.score, extraction.rule);
  const { answer, rule, span, ambiguous } = extraction;
  return { outcome: verdict.outcome, score: verdict.score, answer, rule, span, ambiguous };
}
