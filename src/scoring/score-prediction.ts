import type { AnswerKey } from "../domain/import-batch.ts";
import type { Outcome } from "../domain/vocabulary.ts";
import type { Extraction, ExtractionQuestion, Extractor, Span } from "../reading/extraction.ts";
import { isFailureWord } from "../reading/omnidex/rules/refusal.ts";
import { type ScoringContext, UNSCORED, type Verdict } from "./scorers/scorer.ts";
import { scorerForFormat, unscoredRule } from "./scorers/scorer-registry.ts";

/** The submitted output for one question. */
export interface PredictionOutput {
  readonly response: string | null;
  readonly error: string | null;
  readonly confirmation: string | null;
}

/** A question with its answer key. */
interface KeyedQuestion extends ExtractionQuestion, ScoringContext {
  readonly key: AnswerKey;
}

/** A question in the form that scoring needs. */
export interface ScoredQuestion extends KeyedQuestion {
  /** The question that checks the answer ("Can you hear any sound?"), if the benchmark has one. */
  readonly confirmation?: KeyedQuestion;
  /** Whether the run is double-response, so that an answer without a confirmation is wrong. */
  readonly confirmationRequired?: boolean;
}

/** The outcome and score of one prediction, and the reasons for them. */
export interface PredictionScore {
  readonly outcome: Outcome;
  /** From 0 to 1; null if it is not scored. */
  readonly score: number | null;
  readonly answer: string | null;
  /** The rule that found the answer, or the reason why none was found. */
  readonly rule: string;
  readonly span: Span | null;
  readonly ambiguous: boolean;
  /** What is wrong with an answer that is present but malformed, as a clause. */
  readonly reason?: string;
}

/**
 * Extracts and scores one prediction. A question that cannot be scored here is UNSCORED regardless of the prediction,
 * so that all runs have the same denominator. A prediction with an error is ERRORED regardless of its response, unless
 * the extractor reads that error as a response, as some harnesses do. A prediction without a response is UNPARSED. A response that is a failure of the script or the API (the extractor's rule
 * `api-error`) is ERRORED. A blank response also goes to the extractor, because one official script reads it as "A".
 *
 * A confirmation never raises a score; see {@link withConfirmation}.
 */
export function scorePrediction(
  output: PredictionOutput,
  question: ScoredQuestion,
  extractor: Extractor,
): PredictionScore {
  const unscored = unscoredRule(question);
  if (unscored !== null) return withoutAnswer("UNSCORED", null, unscored);
  const { error } = output;
  if (error !== null && extractor.readsFailure?.(error) !== true) return withoutAnswer("ERRORED", 0, "error");
  const response = error ?? output.response;
  if (response === null) return withoutAnswer("UNPARSED", 0, "empty");
  const extraction = extractor.extract(response, question);
  if (isFailure(extraction, response, question)) return withoutAnswer("ERRORED", 0, "api-error");
  const judged = describe(extraction, judge(extraction, question));
  return withConfirmation(judged, output.confirmation, question, extractor);
}

/** The rules of answers that are wrong because of their confirmation. */
export const CONFIRMATION_RULES = {
  /** The answer is correct, but the confirmation is not. */
  wrong: "wrong-confirmation",
  /** The run is double-response, and the prediction has no confirmation. */
  missing: "missing-confirmation",
  /** There is a confirmation, but it contains no answer. */
  unparsed: "unparsed-confirmation",
  /** The confirmation is a failure of the script or the API. */
  failed: "failed-confirmation",
} as const;

/** The outcomes of predictions that have an answer. */
export const ANSWERED: ReadonlySet<Outcome> = new Set<Outcome>(["CORRECT", "PARTIAL", "WRONG"]);

/**
 * Applies the confirmation to an answer. The answer is correct only if the confirmation is correct, too. In a
 * double-response run, a missing, unreadable or failed confirmation makes the answer WRONG, just as a wrong
 * confirmation does. Any other outcome would let a run remove wrong answers from its score over answered questions.
 * Whether a confirmation is missing, unreadable or failed does not depend on the answer key, so the rules for these
 * cases do not reveal whether the answer is correct.
 * @see AVI-Bench, appendix D.2: "a response is considered correct only if the model answers both the original and the
 *   confirmation questions accurately"; eval/level_metrics/level_score.py, `eval_full_match_acc` with `double_confirm`
 */
export function withConfirmation(
  judged: PredictionScore,
  confirmation: string | null,
  question: ScoredQuestion,
  extractor: Extractor,
): PredictionScore {
  const check = checkOf(question);
  if (check === null || !ANSWERED.has(judged.outcome)) return judged;
  const spoilt = (rule: string): PredictionScore => ({ ...judged, outcome: "WRONG", score: 0, rule });
  if (!isConfirmation(confirmation))
    return question.confirmationRequired === true ? spoilt(CONFIRMATION_RULES.missing) : judged;
  const extraction = extractor.extract(confirmation, check);
  if (isFailure(extraction, confirmation, check)) return spoilt(CONFIRMATION_RULES.failed);
  const { outcome } = judge(extraction, check);
  if (outcome === "UNPARSED") return spoilt(CONFIRMATION_RULES.unparsed);
  return outcome === "CORRECT" || judged.score === 0 ? judged : spoilt(CONFIRMATION_RULES.wrong);
}

/** Whether a text is a confirmation. A blank text counts as absent, as do null and an empty table cell. */
export const isConfirmation = (text: string | null | undefined): text is string => text != null && text.trim() !== "";

/** The confirmation question of a question; null if it has none, or none that can be scored. */
export function checkOf({ confirmation }: ScoredQuestion): KeyedQuestion | null {
  return confirmation === undefined || unscoredRule(confirmation) !== null ? null : confirmation;
}

/** Whether the script or the API wrote the text, not the model. */
const isFailure = (extraction: Extraction, response: string, { answerFormat }: KeyedQuestion): boolean =>
  extraction.kind === "unparsed" &&
  (extraction.rule === "api-error" ||
    (answerFormat === "NUMBER" && extraction.rule === "no-answer" && isFailureWord(response)));

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

/**
 * Converts a question about its options, which the model does not see, to an open-text question. The text of the correct
 * option, or the texts of all of them, become the answer key. Questions of other formats are returned unchanged.
 * @see OmniVideoBench, Table 4, and MMWorld, Table 3, which ask the same questions both ways
 */
export function openEndedQuestion(question: ScoredQuestion): ScoredQuestion {
  const { key, options } = question;
  const inWords = (text: string): ScoredQuestion => ({
    ...question,
    options: [],
    answerFormat: "OPEN_TEXT",
    key: { kind: "text", text },
  });
  if (key.kind === "option") return inWords(options[key.position] ?? key.text);
  if (key.kind === "options") return inWords(key.positions.map((at) => options[at] ?? "").join("; "));
  return question;
}
