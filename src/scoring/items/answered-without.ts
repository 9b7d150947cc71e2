import { incompleteBeta } from "../metrics/distributions.ts";
import { discoveryAdjusted } from "../metrics/false-discovery.ts";
import { type Evidence, evidenceOf, type Withheld, withheldFor } from "./evidence.ts";
import { familyCorrelation, familySizes } from "./family-effect.ts";
import { scoreTable } from "./item-scores.ts";
import type { ModalityPair, TestedModality } from "./modality-pairs.ts";
import { type AnswerMatrix, hasBit } from "./outcome-matrix.ts";

/** How the models answer one question with a modality and without it. Counts are of models. */
export interface AnsweredWithout {
  readonly question: number;
  /** How many models were asked the question both with the modality and without it. */
  readonly asked: number;
  /** How many models are right with the modality, and how many of these are also right without it. */
  readonly right: number;
  readonly kept: number;
  /** How many models are right only with the modality, and how many only without it. */
  readonly gained: number;
  readonly lost: number;
  /**
   * The probability of at least as many `kept` if the models that lack the modality could only guess, adjusted for the
   * number of questions (`discoveryAdjusted`).
   */
  readonly pValue: number;
}

/** The test of all questions. */
export interface ModalityTest {
  readonly modality: TestedModality;
  /** The models that were run both with the modality and without it, and their families. */
  readonly evidence: Evidence;
  /** Why the test is withheld, if there are too few models; `questions` is then empty. */
  readonly withheld: Withheld | null;
  readonly questions: readonly AnsweredWithout[];
}

/**
 * Tests for each question with options whether models can answer it without a modality. The null hypothesis is that the
 * models need the modality: a model that is right with it can only guess without it. The test is exact and paired:
 * among the models that are right with the modality, it counts those that are also right without it. Together, the
 * models of a family count as the family's effective number of independent models.
 * @param options the number of options of each question; questions with fewer than two options are not tested
 * @see Q. McNemar (1947), Psychometrika 12:153–157, for pairs of correlated proportions; L. Kish (1965), section 8.2,
 *   for the weights
 */
export function testModality(
  { questions, options }: Pick<AnswerMatrix, "questions" | "options">,
  modality: TestedModality,
  pairs: readonly ModalityPair[],
): ModalityTest {
  const evidence = evidenceOf(pairs.map(({ given }) => given));
  const withheld = withheldFor("health", evidence);
  if (withheld !== null) return { modality, evidence, withheld, questions: [] };
  const weights = pairWeights(questions, pairs);
  const tested = Array.from({ length: questions }, (_, question) => question).filter(
    (question) => (options[question] ?? 0) > 1,
  );
  const counted = tested
    .map((question) => countPairs(pairs, weights, question, 1 / (options[question] ?? 1)))
    .filter(({ asked }) => asked > 0);
  const adjusted = discoveryAdjusted(counted.map(({ pValue }) => pValue));
  const found = counted.map((one, index) => ({ ...one, pValue: adjusted[index] ?? 1 }));
  return { modality, evidence, withheld: null, questions: found };
}

/** The maximum false discovery rate: the expected share of the listed questions that do need the modality. */
const FALSE_DISCOVERIES = 0.05;

/** Whether the test is significant, and no more models are right only with the modality than only without it. */
export const isAnsweredWithout = ({ pValue, gained, lost }: AnsweredWithout): boolean =>
  pValue <= FALSE_DISCOVERIES && gained <= lost;

/**
 * The weight of each pair: 1 / (1 + (m − 1)ρ) in a family of m models, where ρ is the correlation of the runs without
 * the modality.
 */
function pairWeights(questions: number, pairs: readonly ModalityPair[]): Float64Array {
  const runs = pairs.map(({ without }) => without);
  const empty = {
    options: new Uint8Array(questions),
    key: new Uint8Array(questions),
    clusters: new Int32Array(questions),
  };
  const table = scoreTable({ questions, runs, ...empty });
  const [sizes, correlation] = [familySizes(table.families), familyCorrelation(table)];
  return Float64Array.from(table.families, (family) => 1 / (1 + ((sizes[family] ?? 1) - 1) * correlation));
}

function countPairs(
  pairs: readonly ModalityPair[],
  weights: Float64Array,
  question: number,
  chance: number,
): AnsweredWithout {
  const counts = { asked: 0, right: 0, kept: 0, gained: 0, lost: 0 };
  let [right, kept] = [0, 0];
  for (const [index, { given, without }] of pairs.entries()) {
    if (!hasBit(given.asked, question) || !hasBit(without.asked, question)) continue;
    const [one, other] = [hasBit(given.correct, question), hasBit(without.correct, question)];
    const weight = weights[index] ?? 0;
    counts.asked += 1;
    counts.right += Number(one);
    counts.kept += Number(one && other);
    counts.gained += Number(one && !other);
    counts.lost += Number(!one && other);
    right += one ? weight : 0;
    kept += one && other ? weight : 0;
  }
  return { question, ...counts, pValue: atLeast(kept, right, chance) };
}

/** The probability of at least `k` successes in `n` attempts. Both numbers may be fractional. */
const atLeast = (k: number, n: number, chance: number): number =>
  k <= 0 ? 1 : incompleteBeta(chance, k, Math.max(0, n - k) + 1);
