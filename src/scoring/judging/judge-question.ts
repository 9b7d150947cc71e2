import {
  CONFIRMATION_RULES,
  type PredictionOutput,
  type PredictionScore,
  type ScoredQuestion,
} from "../score-prediction.ts";
import { UNJUDGED_RULES } from "./judged-score.ts";

/** What a judge is asked about a response: which option it means, or whether it means the same as the answer key. */
export type JudgeQuestion = "option" | "meaning";

/** What a judge is asked about the responses to a question; `null` if the answer format does not use a judge. */
export function judgeQuestion({ answerFormat, key }: ScoredQuestion): JudgeQuestion | null {
  if (answerFormat === "MULTIPLE_CHOICE") return key.kind === "option" ? "option" : null;
  return answerFormat === "OPEN_TEXT" && key.kind === "text" && key.text.trim() !== "" ? "meaning" : null;
}

/**
 * Rules of predictions that are not judged. Either the model gave no response, or the response was read and only its
 * confirmation could not be read.
 */
const NOTHING_TO_READ: ReadonlySet<string> = new Set([
  "empty",
  "api-error",
  CONFIRMATION_RULES.unparsed,
  CONFIRMATION_RULES.failed,
]);

/** The rules of predictions that a judge has read without finding an answer. */
const READ_BY_JUDGE: ReadonlySet<string> = new Set<string>(UNJUDGED_RULES.filter((rule) => rule !== "judge-failed"));

/**
 * Whether a prediction has no readable answer, and a judge that is asked about the run would read it. Leaves out
 * predictions that a judge has read already.
 */
export const isJudgeable = (
  output: Pick<PredictionOutput, "response" | "error">,
  score: Pick<PredictionScore, "outcome" | "rule">,
  question: ScoredQuestion,
): boolean => score.outcome === "UNPARSED" && !READ_BY_JUDGE.has(score.rule) && needsJudge(output, score, question);

/**
 * Whether a judge has to read a prediction. Multiple choice: only if the extractor could not read it. Open text:
 * always, as in MMWorld's official evaluation. If exact matches were not judged, a prediction's rule would reveal which
 * responses match the key.
 */
export function needsJudge(
  { response, error }: Pick<PredictionOutput, "response" | "error">,
  { outcome, rule }: Pick<PredictionScore, "outcome" | "rule">,
  question: ScoredQuestion,
): boolean {
  if (error !== null || response === null || response.trim() === "" || NOTHING_TO_READ.has(rule)) return false;
  const asked = judgeQuestion(question);
  return asked === "option" ? outcome === "UNPARSED" : asked === "meaning";
}
