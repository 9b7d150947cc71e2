import { expect, it } from "vitest";
import { Bitset } from "../../../src/domain/bitset.ts";
import { fewestVideos, type ScannedRun } from "../../../src/scoring/metrics/score-scan.ts";
import { SliceQuestions } from "../../../src/scoring/metrics/slice-questions.ts";

const sliceOf = (sizes: readonly number[]): SliceQuestions => {
  const clusters = sizes.flatMap((size, video) => new Array<number>(size).fill(video));
  return SliceQuestions.of(
    Bitset.where(clusters.length, () => true),
    { clusters: Int32Array.from(clusters), chance: new Float64Array(clusters.length) },
  );
};

const runOver = (slice: SliceQuestions): ScannedRun => ({
  words: new Int32Array(1 + (slice.count >> 5)),
  start: 0,
  graded: null,
  unscored: Bitset.where(slice.count, () => false),
});

it.each([
  [[5, 5, 5, 5], 4],
  [[1, 1, 1], 3],
  [[20, 20, 1, 1, 1, 1, 1, 1, 1, 1], 48 ** 2 / 808],
  [[60], 1],
])("videos with %j questions count as %d independent videos", (sizes, effective) => {
  const slice = sliceOf(sizes);
  expect(fewestVideos([runOver(slice)], slice)).toBeCloseTo(effective, 12);
});
