import { Bitset } from "../../../../src/domain/bitset.ts";
import { studentQuantile } from "../../../../src/scoring/metrics/distributions.ts";
import { pairedError } from "../../../../src/scoring/metrics/paired-error.ts";
import type { RankedScore, RankRange } from "../../../../src/scoring/metrics/rank-ranges.ts";
import { cautiousStandardError } from "../../../../src/scoring/metrics/score-interval.ts";
import { type ScannedRun, scanErrors, scanScores } from "../../../../src/scoring/metrics/score-scan.ts";
import { SliceQuestions } from "../../../../src/scoring/metrics/slice-questions.ts";
import { rangesByPairs } from "../ranges-by-pairs.ts";
import { rankRanges } from "../rank-ranges-of-all.ts";
import { randomOf } from "../vectors.ts";
import { drawNormal } from "./distributions.ts";

/** A leaderboard of models, the truly best first, over questions that all of them are asked. */
export interface BoardSetting {
  readonly models: number;
  readonly videos: number;
  readonly perVideo: number;
  /** The difference between the best and the worst model's ability, in logits. */
  readonly range: number;
}

/** The quality of the rank ranges over many boards. */
export interface BoardCoverage {
  /** The smallest share of the boards in which a model's range holds its true rank. */
  readonly covered: number;
  /** The smallest share of the boards in which a model's range holds its true rank, if runs count as independent. */
  readonly independent: number;
  /** The mean width of a range, in ranks. */
  readonly width: number;
  /** The mean width of the ranges if runs count as independent, divided by `width`. */
  readonly narrower: number;
}

/** The runs of a board over a slice, by model. */
export interface Board {
  readonly runs: readonly ScannedRun[];
  readonly slice: SliceQuestions;
}

/**
 * The standard deviations in logits: of the difficulty of videos and questions, and of each model's own difficulties
 * with videos.
 */
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
    return scannedRun(right, unscored);
  });
}

/** A run as a leaderboard reads it, with one additional word, because the scan over pairs reads one word ahead. */
export function scannedRun(right: Bitset, unscored: Bitset): ScannedRun {
  const words = new Int32Array(right.words.length + 1);
  words.set(right.words);
  return { words, start: 0, graded: null, unscored };
}

/** A slice of `perVideo` questions for each video, in the order of the videos. */
export const sliceOf = ({ videos, perVideo }: Pick<BoardSetting, "videos" | "perVideo">): SliceQuestions => {
  const length = videos * perVideo;
  const clusters = Int32Array.from({ length }, (_, ordinal) => Math.floor(ordinal / perVideo));
  return SliceQuestions.of(Bitset.full(length), { clusters, chance: new Float64Array(length) });
};

/** The critical value, in standard errors, of ranges that treat runs as independent. */
const independentQuantile = (models: number, videos: number): number =>
  studentQuantile(models <= 3 ? 0.05 : 0.1 / (models - 1), videos - 1);

/** Simulates boards and ranks them as the server does. The models are in the order of their true ranks. */
export function boardCoverage(setting: BoardSetting, boards: number, seed: number): BoardCoverage {
  const random = randomOf(seed);
  const slice = sliceOf(setting);
  const ranks = Array.from({ length: setting.models }, (_, model) => model + 1);
  return rankBoards(ranks, boards, () => ({ runs: simulatedRuns(setting, random), slice }));
}

/**
 * Ranks boards as the server does.
 * @param ranks the true rank of each model
 */
export function rankBoards(ranks: readonly number[], boards: number, next: () => Board): BoardCoverage {
  const [paired, independent] = [new Tally(ranks), new Tally(ranks)];
  for (let board = 0; board < boards; board++) {
    const { runs, slice } = next();
    const scores = scoresOf(runs, slice);
    const errorOf = (one: number, two: number): number =>
      pairedError(runs[one] as ScannedRun, runs[two] as ScannedRun, slice);
    paired.add(rankRanges(scores, slice.videos, errorOf));
    independent.add(rangesByPairs(scores, independentQuantile(runs.length, slice.videos)));
  }
  const narrower = independent.width / paired.width;
  return { covered: paired.covered, independent: independent.covered, width: paired.width, narrower };
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

  constructor(private readonly ranks: readonly number[]) {
    this.#held = new Array<number>(ranks.length).fill(0);
  }

  add(ranges: readonly RankRange[]): void {
    this.#boards += 1;
    for (const [model, { best, worst }] of ranges.entries()) {
      this.#widths += worst - best + 1;
      const rank = this.ranks[model] ?? 0;
      if (best <= rank && rank <= worst) this.#held[model] = (this.#held[model] ?? 0) + 1;
    }
  }

  get covered(): number {
    return Math.min(...this.#held) / this.#boards;
  }

  get width(): number {
    return this.#widths / (this.#boards * this.#held.length);
  }
}
