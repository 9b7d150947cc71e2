import type { JudgeVerdict, Outcome } from "../../domain/vocabulary.ts";
import type { Extractor } from "../../reading/extraction.ts";
import {
  type PredictionOutput,
  type PredictionScore,
  type ScoredQuestion,
  scorePrediction,
  withConfirmation,
} from "../score-prediction.ts";
import { scorerForFormat } from "../scorers/scorer-registry.ts";

/** The rule of predictions for which a judge found an answer or decided whether they are correct. */
export const JUDGED_RULE = "judge";

/** The rules of all other predictions that were sent to a judge. */
export const UNJUDGED_RULES = [
  /** The judge found no answer. */
  "judge-none",
  /** The judge's reply did not have the requested form. */
  "judge-unreadable",
  /** The judge did not reply: it could not be reached, or refused the request. */
  "judge-failed",
] as const;
type UnjudgedRule = (typeof UNJUDGED_RULES)[number];

/** A prediction to score, with the judge's verdict: null if the judge was unreachable, undefined if it was not asked. */
interface JudgedOutput extends PredictionOutput {
  readonly verdict?: JudgeVerdict | null | undefined;
}

/** Reads and scores a prediction, by the judge's verdict if the judge was asked. */
export const scoreRow = (row: JudgedOutput, question: ScoredQuestion, extractor: Extractor): PredictionScore =>
  row.verdict === undefined
    ? scorePrediction(row, question, extractor)
    : judgedScore(row, question, extractor, row.verdict);

/**
 * Scores a prediction by a judge's verdict on its response. For a question with options, the judge names an option
 * without knowing the key, and this function compares the option with the key. Confirmations are scored as they are
 * without a judge.
 * @param verdict `null` if there will be no verdict
 */
export function judgedScore(
  output: PredictionOutput,
  question: ScoredQuestion,
  extractor: Extractor,
  verdict: JudgeVerdict | null,
): PredictionScore {
  const judged = decide(output.response ?? "", question, extractor, verdict);
  return withConfirmation(judged, output.confirmation, question, extractor);
}

function decide(
  response: string,
  question: ScoredQuestion,
  extractor: Extractor,
  verdict: JudgeVerdict | null,
): PredictionScore {
  if (verdict === null) return unread("judge-failed");
  if (verdict.kind === "none") return unread("judge-none");
  if (verdict.kind === "unreadable") return unread("judge-unreadable");
  if (verdict.kind === "option") return chosen(verdict.label, response, question);
  // The answer is taken from the response. Taking it from the key would reveal a key that may be hidden.
  const own = extractor.extract(response, question);
  const outcome: Outcome = verdict.same ? "CORRECT" : "WRONG";
  return judgedAs(outcome, verdict.same ? 1 : 0, own.kind === "answer" ? own.answer : null, response);
}

function chosen(answer: string, response: string, question: ScoredQuestion): PredictionScore {
  const span = { start: 0, end: response.length };
  const extraction = { kind: "answer", answer, rule: JUDGED_RULE, span, ambiguous: false } as const;
  const verdict = scorerForFormat(question.answerFormat)?.score(extraction, question.key, question);
  return verdict === undefined ? unread("judge-failed") : judgedAs(verdict.outcome, verdict.score, answer, response);
}

const judgedAs = (
  outcome: Outcome,
  score: number | null,
  answer: string | null,
  response: string,
): PredictionScore => ({
  outcome,
  score,
  answer,
  rule: JUDGED_RULE,
  span: answer === null ? null : { start: 0, end: response.length },
  ambiguous: false,
});

const unread = (rule: UnjudgedRule): PredictionScore => ({
  outcome: "UNPARSED",
  score: 0,
  answer: null,
  rule,
  span: null,
  ambiguous: false,
});
