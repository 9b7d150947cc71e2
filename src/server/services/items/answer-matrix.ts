import { type AnswerMatrix, answerRun } from "../../../scoring/items/answer-matrix.ts";
import { familyName, numberFamilies } from "../../../scoring/items/family-name.ts";
import type { VisibleRun } from "../../data/run-queries.ts";
import type { RunAggregates } from "../aggregates/run-aggregates.ts";
import type { AnswerSheet } from "../submission/answer-sheet.ts";
import type { ChoiceMemory } from "./choice-memory.ts";
import type { ItemServices } from "./item-services.ts";

/** A scored run that an analysis counts. */
export interface CountedRun extends VisibleRun {
  readonly revision: number;
}

/** The highest option that a byte holds. */
const LAST = 255;

/** Reads the answers of runs to the questions of a release, with the answer key of the sheet. */
export async function readAnswerMatrix(
  services: ItemServices,
  aggregates: RunAggregates,
  known: ChoiceMemory,
  { sheet, runs }: { readonly sheet: AnswerSheet; readonly runs: readonly CountedRun[] },
): Promise<AnswerMatrix> {
  const vectors = await aggregates.memory.vectors.latest(runs.map(({ run }) => run));
  const choices = await known.of(services, runs);
  const { count, clusters } = await aggregates.questions(sheet.release);
  const families = numberFamilies(runs.map(({ modelName, organization }) => familyName(modelName, organization)));
  const options = new Uint8Array(count);
  const key = new Uint8Array(count);
  for (const { ordinal, answerFormat, options: texts, answer } of sheet.questions) {
    if (answerFormat !== "MULTIPLE_CHOICE") continue;
    options[ordinal] = Math.min(LAST, texts.length);
    if (answer.kind === "option" && answer.position < LAST) key[ordinal] = answer.position + 1;
  }
  const answered = runs.flatMap(({ run }, index) => {
    const own = vectors.get(run);
    return own === undefined ? [] : [answerRun(own, choices.get(run) ?? null, families[index] ?? 0)];
  });
  return { questions: count, runs: answered, options, key, clusters };
}
