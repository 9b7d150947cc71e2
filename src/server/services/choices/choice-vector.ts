import { MOST_COUNTED_OPTIONS, optionPosition } from "../../../domain/option-label.ts";
import type { OutcomeRow } from "../../data/prediction-writes.ts";
import type { AnswerSheet } from "../submission/answer-sheet.ts";

/**
 * The option that a run chose in each question, by ordinal: its position from 1 on, 0 where there is no answer, no
 * options were shown, or the option is beyond the 255th. It is read from the answers that the scores were made from.
 * @param before the choices to keep at all other ordinals
 */
export function choiceVector(
  rows: readonly Pick<OutcomeRow, "ordinal" | "answer">[],
  { questions }: Pick<AnswerSheet, "questions">,
  before: Uint8Array = new Uint8Array(questions.length),
): Uint8Array {
  const choices = Uint8Array.from(before);
  for (const { ordinal, answer } of rows) {
    const question = questions[ordinal];
    if (question === undefined) continue;
    choices[ordinal] = choiceOf(answer, question.answerFormat === "MULTIPLE_CHOICE" ? question.options.length : 0);
  }
  return choices;
}

/** The choice that an extracted answer makes. @param options how many options were shown; 0 if the format has none */
export function choiceOf(answer: string | null, options: number): number {
  const choice = answer === null || options === 0 ? 0 : optionPosition(answer) + 1;
  return choice <= Math.min(options, MOST_COUNTED_OPTIONS) ? choice : 0;
}
