import type { ScoredQuestion } from "./score-prediction.ts";

/**
 * A multiple-choice question as it is scored if the model does not see its options: as open text, whose key is the text
 * of the correct option. Questions of other formats are unchanged.
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
