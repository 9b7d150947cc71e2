import { MODALITIES, type Modality } from "../../domain/vocabulary.ts";
import { incompleteBeta } from "../metrics/distributions.ts";
import { discoveryAdjusted } from "../metrics/multiple-comparisons.ts";
import { type Evidence, evidenceOf, type Withheld, withheldFor } from "./evidence.ts";
import { familyCorrelation, familySizes } from "./family-effect.ts";
import { scoreTable } from "./item-scores.ts";
import { type AnswerMatrix, type AnswerRun, hasBit } from "./outcome-matrix.ts";

/** The modalities that a run can lack. */
export const TESTED_MODALITIES = ["VIDEO", "AUDIO"] as const;
export type TestedModality = (typeof TESTED_MODALITIES)[number];

/** A run of a model, with its inputs. */
export interface GivenRun {
  readonly model: number;
  readonly inputs: readonly Modality[];
  readonly answers: AnswerRun;
}

/**
 * Two runs of one model. Only the first run was given the modality. The second run has no input that the first run
 * lacks, except perhaps TEXT.
 */
export interface ModalityPair {
  readonly given: AnswerRun;
  readonly without: AnswerRun;
}

/**
 * The inputs that show a modality. A run lacks the modality if it has neither these inputs nor inputs that describe the
 * modality in words.
 */
const SHOWN_BY: Readonly<Record<TestedModality, readonly Modality[]>> = { VIDEO: ["VIDEO", "IMAGE"], AUDIO: ["AUDIO"] };
const DESCRIBED_BY: Readonly<Record<TestedModality, readonly Modality[]>> = {
  VIDEO: ["CAPTION"],
  AUDIO: ["CAPTION", "SUBTITLES"],
};

/**
 * At most one pair of runs for each model: the pair whose inputs differ least. Among several such pairs, the pair with
 * the most inputs is taken, and among those the latest. The runs of a pair may differ in more than the modality: a
 * model that answers from the text alone shows that the question needs neither video nor sound.
 * @param runs the runs, oldest first
 */
export function modalityPairs(runs: readonly GivenRun[], modality: TestedModality): ModalityPair[] {
  const pairs = new Map<number, { readonly pair: ModalityPair; readonly order: number }>();
  const isGiven = shows(SHOWN_BY[modality]);
  const isShownOrDescribed = shows([...SHOWN_BY[modality], ...DESCRIBED_BY[modality]]);
  for (const given of runs.filter(({ inputs }) => isGiven(inputs))) {
    for (const without of runs) {
      if (without.model !== given.model || isShownOrDescribed(without.inputs)) continue;
      if (!without.inputs.every((input) => input === "TEXT" || given.inputs.includes(input))) continue;
      const [all, rest] = [given.inputs.length, without.inputs.length];
      const order = (all - rest) * (MODALITIES.length + 1) - rest;
      const known = pairs.get(given.model);
      if (known !== undefined && known.order < order) continue;
      pairs.set(given.model, { pair: { given: given.answers, without: without.answers }, order });
    }
  }
  return [...pairs.values()].map(({ pair }) => pair);
}

const shows =
  (some: readonly Modality[]) =>
  (inputs: readonly Modality[]): boolean =>
    inputs.some((input) => some.includes(input));

/** How the models answer one question with a modality and without it. Counts are of models. */
interface AnsweredWithout {
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
