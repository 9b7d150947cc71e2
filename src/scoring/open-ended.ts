import type { ScoredQuestion } from "./score-prediction.ts";

/**
 * Converts a multiple-choice question whose options the model does not see to an open-text question. The text of the
 * correct option becomes the answer key. Questions of other formats are returned unchanged.
 * @see OmniVideoBench, Table 4, and MMWorld, Table 3, which ask the same questions both ways
 */
export function openEndedQuestion(question: ScoredQuestion): ScoredQuestion {
  const { key, options } = question;
  if (question.answerFormat !== "MULTIPLE_CHOICE" || key.kind !== "option") return question;
  return {
    ...question,
    options: [],
    answerFormat: "OPEN_TEXT",
    key: { kind: "text", text: options[key.position] ?? key.text },
  };
}
