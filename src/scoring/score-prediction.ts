import type { AnswerKey } from "../domain/import-batch.ts";
import type { Outcome } from "../domain/vocabulary.ts";
import type { Extraction, ExtractionQuestion, Extractor, Span } from "./extraction.ts";
import { type ScoringContext, UNSCORED, type Verdict } from "./scorers/scorer.ts";
import { scorerForFormat, unscoredRule } from "./scorers/scorer-registry.ts";

/** What was submitted for one question. */
export interface PredictionOutput {
  readonly response: string | null;
  readonly error: string | null;
  readonly confirmation: string | null;
}

/** A question with its key. */
export interface KeyedQuestion extends ExtractionQuestion, ScoringContext {
  readonly key: AnswerKey;
}

/** A question as it is scored. */
export interface ScoredQuestion extends KeyedQuestion {
  /** The check that goes with it ("Can you hear any sound?"), where the benchmark confirms answers. */
  readonly confirmation?: KeyedQuestion;
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
  /** What is wrong with an answer that is there but malformed: a clause. */
  readonly reason?: string;
}

/**
 * Extracts and scores one prediction. A question that cannot be scored here is UNSCORED whatever was sent for it, so that
 * all runs have one denominator; an error makes it ERRORED, whatever the response says; no response is UNPARSED. What a
 * blank response means is the extractor's to say, because one official script reads "A" into it.
 *
 * A wrong confirmation makes a right answer wrong: who hears no sound has guessed which was louder. One that is not there
 * changes nothing.
 * @see AVI-Bench, eval/level_metrics/level_score.py, `eval_full_match_acc` with `double_confirm`
 */
export function scorePrediction(
  output: PredictionOutput,
  question: ScoredQuestion,
  extractor: Extractor,
): PredictionScore {
  const unscored = unscoredRule(question);
  if (unscored !== null) return withoutAnswer("UNSCORED", null, unscored);
  if (output.error !== null) return withoutAnswer("ERRORED", 0, "error");
  if (output.response === null) return withoutAnswer("UNPARSED", 0, "empty");
  const extraction = extractor.extract(output.response, question);
  const judged = describe(extraction, judge(extraction, question));
  return withConfirmation(judged, output.confirmation, question, extractor);
}

/** Takes from a right answer what a wrong confirmation takes from it. */
export function withConfirmation(
  judged: PredictionScore,
  confirmation: string | null,
  question: ScoredQuestion,
  extractor: Extractor,
): PredictionScore {
  if ((judged.score ?? 0) === 0 || isConfirmed(confirmation, question, extractor)) return judged;
  return { ...judged, outcome: "WRONG", score: 0, rule: "wrong-confirmation" };
}

function isConfirmed(confirmation: string | null, question: ScoredQuestion, extractor: Extractor): boolean {
  const check = question.confirmation;
  if (confirmation === null || check === undefined || unscoredRule(check) !== null) return true;
  return judge(extractor.extract(confirmation, check), check).outcome === "CORRECT";
}

const judge = (extraction: Extraction, question: KeyedQuestion): Verdict =>
  scorerForFormat(question.answerFormat)?.score(extraction, question.key, question) ?? UNSCORED;

const withoutAnswer = (outcome: Outcome, score: number | null, rule: string): PredictionScore => ({
  outcome,
  score,
  answer: null,
  rule,
  span: null,
  ambiguous: false,
});

function describe(extraction: Extraction, verdict: Verdict): PredictionScore {
  if (verdict.outcome === "UNPARSED") {
    const { rule, reason } = verdict;
    return { ...withoutAnswer("UNPARSED", 0, rule), ...(reason !== undefined && { reason }) };
  }
  if (extraction.kind === "unparsed") return withoutAnswer(verdict.outcome, verdict.score, extraction.rule);
  const { answer, rule, span, ambiguous } = extraction;
  return { outcome: verdict.outcome, score: verdict.score, answer, rule, span, ambiguous };
}
