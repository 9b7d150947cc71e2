import type { JudgeVerdict } from "../../domain/judge-verdict.ts";
import type { Outcome } from "../../domain/vocabulary.ts";
import type { Extractor } from "../extraction.ts";
import {
  type PredictionOutput,
  type PredictionScore,
  type ScoredQuestion,
  withConfirmation,
} from "../score-prediction.ts";
import { scorerForFormat } from "../scorers/scorer-registry.ts";

/** The rules of predictions that a judge has read, or has judged correct or not. */
export const JUDGED_RULE = "judge";

/** The rules of other predictions that a judge was asked about. */
export const UNJUDGED_RULES = [
  /** The judge found no answer. */
  "judge-none",
  /** The judge's reply was not of the form that it was asked for. */
  "judge-unreadable",
  /** The judge did not reply: it could not be reached, or refused the request. */
  "judge-failed",
] as const;
type UnjudgedRule = (typeof UNJUDGED_RULES)[number];

/**
 * Scores a prediction by a judge's verdict on its response. The option is compared with the answer key here, because
 * the judge does not know it. Confirmations count as they do without a judge.
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
  // The answer is the response's own. The key in its place would tell what may be hidden.
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
