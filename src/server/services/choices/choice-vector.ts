import { MOST_COUNTED_OPTIONS, optionPosition } from "../../../domain/option-label.ts";
import type { OutcomeRow } from "../../data/prediction-writes.ts";
import type { AnswerSheet } from "../reading/answer-sheet.ts";

/**
 * The option that a run chose in each question, by ordinal: its position from 1 on. The position is 0 if there is no
 * answer, if no options were shown, or if the option is beyond the 255th. Positions are read from the answers of the
 * predictions.
 * @param before the choices to keep at the ordinals that `rows` does not contain
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

/**
 * The position of the option that an extracted answer chooses.
 * @param options how many options were shown; 0 if the format has none
 */
export function choiceOf(answer: string | null, options: number): number {
  const choice = answer === null || options === 0 ? 0 : optionPosition(answer) + 1;
  return choice <= Math.min(options, MOST_COUNTED_OPTIONS) ? choice : 0;
}
