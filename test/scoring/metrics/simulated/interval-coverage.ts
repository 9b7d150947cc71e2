import { type Interval, student95, wilsonInterval, Z_95 } from "../../../../src/scoring/metrics/score-interval.ts";
import { scoreOfSlice } from "../../../../src/scoring/metrics/slice-score.ts";
import { randomOf } from "../vectors.ts";
import { type Cell, SimulatedRuns } from "./simulated-runs.ts";

/** How often the interval holds the true score in one setting, and how wide it is. */
export interface Coverage {
  readonly cell: Cell;
  readonly runs: number;
  /** The share of the runs whose interval holds the true score. */
  readonly covered: number;
  /** The same share for Wilson's interval for independent questions. */
  readonly independent: number;
  /** The same share for Wilson's interval with n_eff = p(1−p)/SE² and t(G − 1), without the three rules of `scoreInterval`. */
  readonly plain: number;
  /** The mean width, divided by that of Wilson's interval for independent questions. */
  readonly width: number;
}

const holds = ({ lower, upper }: Interval, p: number): boolean => lower <= p && p <= upper;
const widthOf = ({ lower, upper }: Interval): number => upper - lower;

/** Wilson's interval with n_eff = p(1−p)/SE²; if SE is 0, n_eff is the number of videos. */
function plainInterval({ value, standardError, clusters }: ReturnType<typeof scored>): Interval {
  const effective = standardError === 0 ? clusters : (value * (1 - value)) / standardError ** 2;
  const n = effective * (Z_95 / student95(clusters - 1)) ** 2;
  return wilsonInterval(value === 1 ? n : value * n, n);
}

function scored(simulated: SimulatedRuns) {
  const score = scoreOfSlice(simulated.next(), simulated.slice, { openEnded: false });
  if (score === null) throw new Error("the slice has questions");
  return score;
}

/** Simulates runs of a setting and scores them as the server does. */
export function intervalCoverage(cell: Cell, runs: number, seed: number): Coverage {
  const simulated = new SimulatedRuns(cell, randomOf(seed));
  let [covered, independent, plain, width, unclustered] = [0, 0, 0, 0, 0];
  for (let run = 0; run < runs; run++) {
    const score = scored(simulated);
    const alone = wilsonInterval(score.correct, score.n);
    covered += Number(holds(score.interval, cell.p));
    independent += Number(holds(alone, cell.p));
    plain += Number(holds(plainInterval(score), cell.p));
    width += widthOf(score.interval);
    unclustered += widthOf(alone);
  }
  const shares = { covered: covered / runs, independent: independent / runs, plain: plain / runs };
  return { cell, runs, ...shares, width: width / unclustered };
}

/** Every setting of the lists. With one question per video, the correlation is 0. */
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
