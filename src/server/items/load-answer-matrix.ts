import { hasUncountedOptions } from "../../domain/option-label.ts";
import { familyName, numberFamilies } from "../../scoring/items/family-name.ts";
import type { AnswerMatrix } from "../../scoring/items/outcome-matrix.ts";
import type { ReleaseQuestions } from "../memory/release-catalog.ts";
import type { AnswerSheet } from "../runs/reading/answer-sheet.ts";
import type { RunAnswers } from "./answer-memory.ts";
import type { CountedRun } from "./counted-runs.ts";

/**
 * The answers of runs to the questions of a release, with the answer key of the sheet. A question with more options
 * than a byte can represent has 0 options here, so that no figure is computed from only some of its choices. Its scores
 * still count.
 */
export function answerMatrix(
  { questions }: AnswerSheet,
  { count, clusters }: ReleaseQuestions,
  runs: readonly CountedRun[],
  answers: ReadonlyMap<number, RunAnswers>,
): AnswerMatrix {
  const families = numberFamilies(runs.map(({ modelName, organization }) => familyName(modelName, organization)));
  const options = new Uint8Array(count);
  const key = new Uint8Array(count);
  for (const question of questions) {
    const { ordinal, answer } = question;
    if (question.answerFormat !== "MULTIPLE_CHOICE" || hasUncountedOptions(question)) continue;
    options[ordinal] = question.options.length;
    if (answer.kind === "option") key[ordinal] = answer.position + 1;
  }
  const answered = runs.map(({ run }, index) => {
    const own = answers.get(run);
    if (own === undefined) throw new Error(`the scoring of run ${run} is gone`);
    return { ...own, family: families[index] ?? 0 };
  });
  return { questions: count, runs: answered, options, key, clusters };
}
