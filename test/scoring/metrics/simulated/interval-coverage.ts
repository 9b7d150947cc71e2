import { scoreOfSlice } from "../../../../src/scoring/metrics/slice-score.ts";
import { type Interval, wilsonInterval } from "../../../../src/scoring/metrics/wilson-interval.ts";
import { randomOf } from "../vectors.ts";
import { type Cell, SimulatedRuns } from "./simulated-runs.ts";

/** What a setting shows of the interval. */
export interface Coverage {
  readonly cell: Cell;
  readonly runs: number;
  /** The share of the runs whose interval holds the true score. */
  readonly covered: number;
  /** The same of Wilson's interval for independent questions. */
  readonly independent: number;
  /** How many times as wide as that one the interval is, in the mean. */
  readonly width: number;
}

const holds = ({ lower, upper }: Interval, p: number): boolean => lower <= p && p <= upper;
const widthOf = ({ lower, upper }: Interval): number => upper - lower;

/** Simulates runs of a setting and scores them as the server does. */
export function intervalCoverage(cell: Cell, runs: number, seed: number): Coverage {
  const simulated = new SimulatedRuns(cell, randomOf(seed));
  let [covered, independent, width, plainWidth] = [0, 0, 0, 0];
  for (let run = 0; run < runs; run++) {
    const score = scoreOfSlice(simulated.next(), simulated.slice, { openEnded: false });
    if (score === null) throw new Error("the slice has questions");
    const plain = wilsonInterval(score.correct, score.n);
    covered += Number(holds(score.interval, cell.p));
    independent += Number(holds(plain, cell.p));
    width += widthOf(score.interval);
    plainWidth += widthOf(plain);
  }
  return { cell, runs, covered: covered / runs, independent: independent / runs, width: width / plainWidth };
}

/** Every setting of the lists. One question to a video has no correlation. */
export function settings(
  videos: readonly number[],
  perVideo: readonly Cell["perVideo"][],
  iccs: readonly number[],
  scores: readonly number[],
  graded: boolean,
): Cell[] {
  return videos.flatMap((count) =>
    perVideo.flatMap((size) =>
      (size === 1 ? [0] : iccs).flatMap((icc) =>
        scores.map((p): Cell => ({ videos: count, perVideo: size, icc, p, graded })),
      ),
    ),
  );
}
