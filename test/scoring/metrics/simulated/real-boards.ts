import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { parse } from "csv-parse/sync";
import { Bitset } from "../../../../src/domain/bitset.ts";
import { randomOf } from "../vectors.ts";
import { type BoardCoverage, type BoardSetting, rankBoards, scannedRun, sliceOf } from "./simulated-boards.ts";

/** Which questions each model has right, by model. */
export type RightAnswers = readonly (readonly boolean[])[];

/** The answers of all models in a gzipped CSV file of `id, category, key, options` and a column for each model. */
export function readAnswers(file: URL): RightAnswers {
  const [header = [], ...rows]: string[][] = parse(gunzipSync(readFileSync(file)));
  return header.slice(4).map((_, model) => rows.map((row) => row[4 + model] === row[2]));
}

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const accuracy = (right: readonly boolean[]): number => meanOf(right.map(Number));

/** The mean correlation of the scores of two models over the questions. */
export function meanCorrelation(answers: RightAnswers): number {
  const standard = answers.map((right) => {
    const mean = accuracy(right);
    return right.map((one) => (Number(one) - mean) / Math.sqrt(mean * (1 - mean)));
  });
  const pairs = standard.flatMap((a, index) =>
    standard.slice(0, index).map((b) => meanOf(a.map((score, ordinal) => score * (b[ordinal] ?? 0)))),
  );
  return meanOf(pairs);
}

/**
 * Ranks the models over samples of groups of neighbouring questions. The true ranks are those over all questions.
 * @param setting how many groups, and how many questions in each
 */
export function sampledCoverage(
  answers: RightAnswers,
  setting: Pick<BoardSetting, "videos" | "perVideo">,
  boards: number,
  seed: number,
): BoardCoverage {
  const random = randomOf(seed);
  const slice = sliceOf(setting);
  const truth = answers.map(accuracy);
  const ranks = truth.map((value) => 1 + truth.filter((other) => other > value).length);
  const groups = Math.floor((answers[0]?.length ?? 0) / setting.perVideo);
  return rankBoards(ranks, boards, () => {
    const ordinals = drawGroups(groups, setting.videos, random).flatMap((group) =>
      Array.from({ length: setting.perVideo }, (_, index) => group * setting.perVideo + index),
    );
    const unscored = Bitset.empty(ordinals.length);
    const runs = answers.map((right) =>
      scannedRun(
        Bitset.where(ordinals.length, (index) => right[ordinals[index] ?? 0] === true),
        unscored,
      ),
    );
    return { runs, slice };
  });
}

/** Different groups, drawn at random. */
function drawGroups(groups: number, count: number, random: () => number): number[] {
  const drawn = new Set<number>();
  while (drawn.size < count) drawn.add(Math.floor(random() * groups));
  return [...drawn];
}
