import { Bitset } from "../../../src/domain/bitset.ts";
import type { QuestionVectors, RunVectors } from "../../../src/scoring/metrics/run-vectors.ts";
import type { SliceQuestions } from "../../../src/scoring/metrics/slice-questions.ts";
import { allOf, questionsOf, randomOf, sliceOf } from "./vectors.ts";

/**
 * Made-up runs over questions, several of which share a video. Each model finds different videos hard. The runs are
 * reproducible from their seed.
 */
export class SimulatedBenchmark {
  readonly questions: QuestionVectors;
  readonly ordinals: readonly number[];
  /** All questions. */
  readonly slice: SliceQuestions;
  readonly #answered: Bitset;
  readonly #none: Bitset;
  readonly #videoOf: readonly number[];
  readonly #random: () => number;

  constructor(
    private readonly videos: number,
    perVideo: number,
    seed: number,
  ) {
    this.ordinals = allOf(videos * perVideo);
    this.#videoOf = this.ordinals.map((ordinal) => Math.floor(ordinal / perVideo));
    this.questions = questionsOf(this.#videoOf);
    this.slice = sliceOf(this.questions, this.ordinals);
    this.#answered = Bitset.full(this.ordinals.length);
    this.#none = Bitset.empty(this.ordinals.length);
    this.#random = randomOf(seed);
  }

  /**
   * One run. On each video, the model's probability of a right answer is its ability, shifted by up to 0.25 at random.
   * @param ability the true score, by ordinal; 0.25 to 0.75
   */
  run(ability: (ordinal: number) => number): RunVectors {
    const ease = Array.from({ length: this.videos }, () => (this.#random() - 0.5) / 2);
    const isRight = (ordinal: number): boolean =>
      this.#random() < ability(ordinal) + (ease[this.#videoOf[ordinal] ?? 0] ?? 0);
    const correct = Bitset.where(this.ordinals.length, isRight);
    const [answered, none] = [this.#answered, this.#none];
    return { answered, correct, unparsed: none, errored: none, unscored: none, graded: null };
  }
}

/** The share of `times` calls for which `holds` returns true. */
export function shareOf(times: number, holds: () => boolean): number {
  let held = 0;
  for (let time = 0; time < times; time++) if (holds()) held += 1;
  return held / times;
}

/** The error that a share of `times` simulations does not exceed in 95 of 100 cases. */
export const simulationError = (share: number, times: number): number =>
  1.96 * Math.sqrt((share * (1 - share)) / times);
