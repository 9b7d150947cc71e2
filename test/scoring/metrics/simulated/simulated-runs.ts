import { Bitset } from "../../../../src/domain/bitset.ts";
import type { RunVectors } from "../../../../src/scoring/metrics/run-vectors.ts";
import { SliceQuestions } from "../../../../src/scoring/metrics/slice-questions.ts";
import { betaBinomial, betaParameters, drawBeta, drawCount, type Random } from "./distributions.ts";

/** A setting of the simulation. */
export interface Cell {
  readonly videos: number;
  /** How many questions each video has: a fixed number, 1 to 20 in turn, or 20 for the first three videos and 1 for the others. */
  readonly perVideo: number | "uneven" | "lopsided";
  /** The correlation of two answers about one video. */
  readonly icc: number;
  /** The true score. */
  readonly p: number;
  readonly graded: boolean;
}

/** The variance of graded scores, as a share of that of scores of 0 and 1. */
const GRADED_VARIANCE = 0.5;

const sizesOf = ({ videos, perVideo }: Cell): number[] =>
  Array.from({ length: videos }, (_, video) => {
    if (perVideo === "uneven") return 1 + ((7 * video + 3) % 20);
    return perVideo === "lopsided" ? (video < 3 ? 20 : 1) : perVideo;
  });

/** Runs of one setting, whose questions are in one slice. */
export class SimulatedRuns {
  readonly slice: SliceQuestions;
  readonly #sizes: readonly number[];
  readonly #length: number;
  readonly #counts: readonly Float64Array[];

  constructor(
    private readonly cell: Cell,
    private readonly random: Random,
  ) {
    this.#sizes = sizesOf(cell);
    this.#length = this.#sizes.reduce((sum, size) => sum + size, 0);
    const clusters = Int32Array.from(this.#sizes.flatMap((size, video) => new Array<number>(size).fill(video)));
    const chance = new Float64Array(this.#length).fill(0.25);
    this.slice = SliceQuestions.of(Bitset.full(this.#length), { clusters, chance });
    const known = new Map<number, Float64Array>();
    this.#counts = this.#sizes.map((size) => {
      const sums = known.get(size) ?? betaBinomial(size, cell.p, cell.icc);
      known.set(size, sums);
      return sums;
    });
  }

  next(): RunVectors {
    return this.cell.graded ? this.#graded() : this.#binary();
  }

  /** The first questions of a video are the right ones, because it does not matter which ones are. */
  #binary(): RunVectors {
    const correct = Bitset.empty(this.#length);
    let ordinal = 0;
    for (const [video, size] of this.#sizes.entries()) {
      const right = drawCount(this.#counts[video] as Float64Array, this.random);
      for (let index = 0; index < right; index++) correct.add(ordinal + index);
      ordinal += size;
    }
    return this.#run(correct, null);
  }

  #graded(): RunVectors {
    const { p, icc } = this.cell;
    const between = icc * GRADED_VARIANCE;
    const within = (1 - between) / ((1 - icc) * GRADED_VARIANCE) - 1;
    const grades: number[] = [];
    for (const size of this.#sizes) {
      const mean = icc === 0 ? p : drawBeta(...betaParameters(p, between), this.random);
      for (let index = 0; index < size; index++)
        grades.push(drawBeta(Math.max(1e-9, mean * within), Math.max(1e-9, (1 - mean) * within), this.random));
    }
    return this.#run(Bitset.empty(this.#length), Float32Array.from(grades));
  }

  #run(correct: Bitset, graded: Float32Array | null): RunVectors {
    const none = Bitset.empty(this.#length);
    return { answered: Bitset.full(this.#length), correct, unparsed: none, errored: none, unscored: none, graded };
  }
}
