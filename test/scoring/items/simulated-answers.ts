import { type AnswerMatrix, type AnswerRun, runOfChoices } from "../../../src/scoring/items/outcome-matrix.ts";
import { drawNormal } from "../metrics/simulated/distributions.ts";
import { randomOf } from "../metrics/vectors.ts";

/** A simulated benchmark. */
export interface AnswerSetting {
  readonly questions: number;
  readonly runs: number;
  readonly runsPerFamily: number;
  readonly options: number;
  /** The standard deviation of the effect that a family shares on each question, in logits. */
  readonly familySpread: number;
  readonly perVideo: number;
}

/** A simulated matrix with the parameters that it was drawn from. */
export interface SimulatedAnswers {
  readonly matrix: AnswerMatrix;
  readonly abilities: Float64Array;
  readonly discrimination: Float64Array;
  readonly intercept: Float64Array;
}

const USUAL: AnswerSetting = {
  questions: 200,
  runs: 12,
  runsPerFamily: 3,
  options: 4,
  familySpread: 0.5,
  perVideo: 4,
};

/**
 * Answers drawn from a 2PL model. The discriminations are log-normal, as is usual in simulations of item responses. Their
 * standard deviation is 0.53 of their mean; for MMLU-Pro, it is 0.56. Each question has one wrong option as its lure. A
 * wrong answer is the lure or a random wrong option, with equal probability. One in twenty responses without the right
 * answer is unparsed.
 */
export function simulateAnswers(changes: Partial<AnswerSetting>, seed: number): SimulatedAnswers {
  const setting = { ...USUAL, ...changes };
  const { questions, runs, options, perVideo } = setting;
  const random = randomOf(seed);
  const abilities = Float64Array.from({ length: runs }, () => drawNormal(random));
  const discrimination = Float64Array.from({ length: questions }, () => Math.exp(0.5 * drawNormal(random)));
  const intercept = Float64Array.from({ length: questions }, () => 0.3 + 1.2 * drawNormal(random));
  const key = Uint8Array.from({ length: questions }, () => 1 + Math.floor(random() * options));
  const lure = key.map((right) => 1 + ((right + Math.floor(random() * (options - 1))) % options));
  const parameters = { abilities, discrimination, intercept, key, lure };
  return {
    matrix: {
      questions,
      runs: drawRuns(setting, parameters, random),
      options: new Uint8Array(questions).fill(options),
      key,
      clusters: Int32Array.from({ length: questions }, (_, question) => Math.floor(question / perVideo)),
    },
    abilities,
    discrimination,
    intercept,
  };
}

interface Parameters extends Omit<SimulatedAnswers, "matrix"> {
  readonly key: Uint8Array;
  readonly lure: Uint8Array;
}

function drawRuns(setting: AnswerSetting, parameters: Parameters, random: () => number): AnswerRun[] {
  const { runs, runsPerFamily, familySpread, questions, options } = setting;
  const { abilities, discrimination, intercept, key, lure } = parameters;
  const own: Float64Array[] = [];
  return Array.from({ length: runs }, (_, run) => {
    const family = Math.floor(run / runsPerFamily);
    const shared = own[family] ?? Float64Array.from({ length: questions }, () => familySpread * drawNormal(random));
    own[family] = shared;
    const choices = Uint8Array.from({ length: questions }, (__, question) => {
      const logit =
        (discrimination[question] ?? 0) * (abilities[run] ?? 0) + (intercept[question] ?? 0) + (shared[question] ?? 0);
      if (random() < 1 / (1 + Math.exp(-logit))) return key[question] ?? 0;
      if (random() < 0.05) return 0;
      return random() < 0.5 ? (lure[question] ?? 0) : otherThan(key[question] ?? 0, options, random);
    });
    return runOfChoices(choices, key, family);
  });
}

const otherThan = (key: number, options: number, random: () => number): number =>
  1 + ((key + Math.floor(random() * (options - 1))) % options);

/** The true parameters on the scale on which the abilities have mean 0 and standard deviation 1. */
export function onFittedScale({
  abilities,
  discrimination,
  intercept,
}: SimulatedAnswers): [Float64Array, Float64Array] {
  const mean = abilities.reduce((sum, value) => sum + value, 0) / abilities.length;
  const deviation = Math.sqrt(abilities.reduce((sum, value) => sum + (value - mean) ** 2, 0) / abilities.length);
  return [discrimination.map((a) => a * deviation), intercept.map((c, at) => c + (discrimination[at] ?? 0) * mean)];
}
