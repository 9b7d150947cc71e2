import { Bitset } from "../../../../src/domain/bitset.ts";
import { cautiousStandardError } from "../../../../src/scoring/metrics/cautious-standard-error.ts";
import { studentQuantile } from "../../../../src/scoring/metrics/distributions.ts";
import { pairedError } from "../../../../src/scoring/metrics/paired-error.ts";
import { type RankedScore, type RankRange, rankRanges } from "../../../../src/scoring/metrics/rank-ranges.ts";
import { type ScannedRun, scanErrors, scanScores } from "../../../../src/scoring/metrics/score-scan.ts";
import { SliceQuestions } from "../../../../src/scoring/metrics/slice-questions.ts";
import { rangesByPairs } from "../ranges-by-pairs.ts";
import { randomOf } from "../vectors.ts";
import { drawNormal } from "./distributions.ts";

/** A leaderboard of models, the truly best first, over questions that all of them are asked. */
export interface BoardSetting {
  readonly models: number;
  readonly videos: number;
  readonly perVideo: number;
  /** From the best model's ability to the worst one's, in logits. */
  readonly range: number;
}

/** What a setting shows of the ranges. */
export interface BoardCoverage {
  readonly setting: BoardSetting;
  /** The smallest share of the boards in which a model's range holds its true rank. */
  readonly covered: number;
  /** The same of the ranges that take runs as independent. */
  readonly independent: number;
  /** The mean width of a range, in ranks. */
  readonly width: number;
  /** How many times as wide the ranges are that take runs as independent. */
  readonly narrower: number;
}

/** In logits: how far videos and questions differ in difficulty, and how far a model finds other videos hard. */
const [VIDEO_SPREAD, QUESTION_SPREAD, OWN_SPREAD] = [1.5, 1.5, 0.5];

function simulatedRuns({ models, videos, perVideo, range }: BoardSetting, random: () => number): ScannedRun[] {
  const length = videos * perVideo;
  const unscored = Bitset.empty(length);
  const ofVideo = Array.from({ length: videos }, () => VIDEO_SPREAD * drawNormal(random));
  const ofQuestion = Array.from({ length }, () => QUESTION_SPREAD * drawNormal(random));
  return Array.from({ length: models }, (_, model) => {
    const ability = range * (0.5 - model / Math.max(1, models - 1));
    const own = ofVideo.map((ease) => ability + ease + OWN_SPREAD * drawNormal(random));
    const right = Bitset.where(length, (ordinal) => {
      const logit = (own[Math.floor(ordinal / perVideo)] ?? 0) + (ofQuestion[ordinal] ?? 0);
      return random() < 1 / (1 + Math.exp(-logit));
    });
    // One word more: pairs of questions are looked up a word ahead.
    const words = new Int32Array(right.words.length + 1);
    words.set(right.words);
    return { words, start: 0, graded: null, unscored };
  });
}

const sliceOf = ({ videos, perVideo }: BoardSetting): SliceQuestions => {
  const length = videos * perVideo;
  const clusters = Int32Array.from({ length }, (_, ordinal) => Math.floor(ordinal / perVideo));
  return SliceQuestions.of(Bitset.full(length), { clusters, chance: new Float64Array(length) });
};

/** The standard errors that the ranges before paired tests took, for runs as if they were independent. */
const independentQuantile = (models: number, videos: number): number =>
  studentQuantile(models <= 3 ? 0.05 : 0.1 / (models - 1), videos - 1);

/** Simulates boards and ranks them as the server does. */
export function boardCoverage(setting: BoardSetting, boards: number, seed: number): BoardCoverage {
  const random = randomOf(seed);
  const slice = sliceOf(setting);
  const quantile = independentQuantile(setting.models, setting.videos);
  const [paired, independent] = [new Tally(setting.models), new Tally(setting.models)];
  for (let board = 0; board < boards; board++) {
    const runs = simulatedRuns(setting, random);
    const scores = scoresOf(runs, slice);
    const errorOf = (one: number, two: number): number =>
      pairedError(runs[one] as ScannedRun, runs[two] as ScannedRun, slice);
    paired.add(rankRanges(scores, setting.videos, errorOf));
    independent.add(rangesByPairs(scores, quantile));
  }
  return {
    setting,
    covered: paired.covered,
    independent: independent.covered,
    width: paired.width,
    narrower: independent.width / paired.width,
  };
}

function scoresOf(runs: readonly ScannedRun[], slice: SliceQuestions): RankedScore[] {
  const scores = scanScores(runs, slice);
  const errors = scanErrors(runs, slice, scores);
  return Array.from(scores.values, (value, index) => ({
    value,
    standardError: cautiousStandardError(value, slice.count, errors[index]),
  }));
}

/** How often the range of each model holds its true rank, and how wide ranges are. */
class Tally {
  readonly #held: number[];
  #boards = 0;
  #widths = 0;

  constructor(models: number) {
    this.#held = new Array<number>(models).fill(0);
  }

  add(ranges: readonly RankRange[]): void {
    this.#boards += 1;
    for (const [model, { best, worst }] of ranges.entries()) {
      this.#widths += worst - best + 1;
      if (best <= model + 1 && model + 1 <= worst) this.#held[model] = (this.#held[model] ?? 0) + 1;
    }
  }

  get covered(): number {
    return Math.min(...this.#held) / this.#boards;
  }

  get width(): number {
    return this.#widths / (this.#boards * this.#held.length);
  }
}
