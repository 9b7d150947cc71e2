import type { ScoredQuestion } from "./score-prediction.ts";

/**
 * A multiple-choice question as it is when the model is not shown its options: open text, whose key is the text of the
 * right option. Questions of other formats stay as they are.
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
