import { MODALITIES, type Modality } from "../../domain/vocabulary.ts";
import type { AnswerRun } from "./outcome-matrix.ts";

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
