import { estimateAbility } from "../../scoring/items/ability.ts";
import type { Evidence } from "../../scoring/items/evidence.ts";
import type { ItemFit } from "../../scoring/items/item-fit.ts";
import { scoreOf } from "../../scoring/items/item-scores.ts";
import { type AnswerRun, answerRun, hasBit } from "../../scoring/items/outcome-matrix.ts";
import type { RunVectors } from "../../scoring/metrics/run-vectors.ts";
import type { ItemAnalysis } from "./item-analysis.ts";

/** `Ability` of the schema. */
export interface RunAbility {
  readonly value: number;
  readonly standardError: number;
  readonly questions: number;
  readonly evidence: Evidence;
}

/**
 * The ability of a run over a release, whether or not the run is among those that the 2PL model is fitted to.
 * @param analysis an analysis that counts the runs with the fullest inputs of each model
 * @param vectorsOf loads the run's vectors if the 2PL model is not fitted to the run; null if the run is not scored
 * @returns null if there are too few runs for the 2PL model, or the run was asked nothing
 */
export async function abilityOf(
  analysis: ItemAnalysis,
  run: number,
  vectorsOf: () => Promise<RunVectors | null>,
): Promise<RunAbility | null> {
  if (!analysis.suffices("ability")) return null;
  const fit = await analysis.fit();
  const column = analysis.runs.findIndex((one) => one.run === run);
  const { evidence, matrix } = analysis;
  const counted = matrix.runs[column];
  if (counted !== undefined)
    return { ...fitted(fit, column), questions: countAsked(counted, matrix.questions), evidence };
  const vectors = await vectorsOf();
  if (vectors === null) return null;
  const own = answerRun(vectors, null, 0);
  const questions = Array.from({ length: matrix.questions }, (_, question) => question);
  const estimated = estimateAbility(
    fit,
    questions,
    Float64Array.from(questions, (question) => scoreOf(own, question)),
  );
  return estimated.questions === 0 ? null : { ...estimated, evidence };
}

const fitted = ({ abilities, abilityErrors }: ItemFit, column: number) => ({
  value: abilities[column] ?? Number.NaN,
  standardError: abilityErrors[column] ?? Number.NaN,
});

function countAsked({ asked }: AnswerRun, questions: number): number {
  let count = 0;
  for (let question = 0; question < questions; question++) count += Number(hasBit(asked, question));
  return count;
}
