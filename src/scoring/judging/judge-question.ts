import {
  CONFIRMATION_RULES,
  type PredictionOutput,
  type PredictionScore,
  type ScoredQuestion,
} from "../score-prediction.ts";

/** What a judge can be asked of a response: which option it means, or whether it means the key. */
export type JudgeQuestion = "option" | "meaning";

/** What a judge is asked of responses to a question; `null` for the formats that have no use for one. */
export function judgeQuestion({ answerFormat, key }: ScoredQuestion): JudgeQuestion | null {
  if (answerFormat === "MULTIPLE_CHOICE") return key.kind === "option" ? "option" : null;
  return answerFormat === "OPEN_TEXT" && key.kind === "text" && key.text.trim() !== "" ? "meaning" : null;
}

/** Rules of predictions that are not judged: the model gave no response, or only its confirmation could not be read. */
const NOTHING_TO_READ: ReadonlySet<string> = new Set([
  "empty",
  "api-error",
  CONFIRMATION_RULES.unparsed,
  CONFIRMATION_RULES.failed,
]);

/**
 * Whether a judge has to read a prediction. Multiple choice: what the extractor could not read. Open text: all there
 * is, as MMWorld's official judge does; were exact matches left out, the rule of a prediction would tell which those
 * are.
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
