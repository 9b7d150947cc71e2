import {
  type Coverage,
  intervalCoverage,
  settings,
} from "../../../test/scoring/metrics/simulated/interval-coverage.ts";
import type { Cell } from "../../../test/scoring/metrics/simulated/simulated-runs.ts";

const percent = (share: number): string => (100 * share).toFixed(1);
const nameOf = ({ cell: { videos, perVideo, icc, p } }: Coverage): string =>
  `${videos} videos, ${perVideo} to a video, ICC ${icc}, p ${p}`;

/**
 * The number of simulated runs of a setting. All settings have about the same number of videos in total, but at least
 * as many runs as are needed to distinguish 93 % from 94 %.
 */
const binaryRuns = (videos: number): number => Math.min(20_000, Math.max(3_000, 1_000_000 / videos));
const gradedRuns = (videos: number): number => Math.min(6_000, Math.max(2_000, 100_000 / videos));

const ICCS = [0, 0.1, 0.3, 0.6];
const SCORES = [0.2, 0.5, 0.8, 0.95];

/** The tables for `Score.interval`, by name. */
export const COVERAGE_TABLES: ReadonlyMap<string, (factor: number) => void> = new Map([
  [
    "binary",
    table("Scores of 0 and 1", 1, () =>
      settings([5, 10, 20, 50, 150, 500, 1_500], [1, 2, 5, 10, 20, "uneven"], ICCS, SCORES, false),
    ),
  ],
  ["graded", table("Graded scores", 10_001, () => settings([5, 10, 20, 50, 150], [1, 5, 20], ICCS, SCORES, true))],
  [
    "held-out",
    table("Scores of 0 and 1, settings that nothing is tuned on", 20_001, () =>
      settings([7, 13, 40, 250], [1, 3, 7, 15], [0.1, 0.35], [0.3, 0.65, 0.9], false),
    ),
  ],
  [
    "held-out-graded",
    table("Graded scores, settings that nothing is tuned on", 30_001, () =>
      settings([7, 13, 40, 250], [1, 3, 7, 15], [0.1, 0.35], [0.3, 0.65, 0.9], true),
    ),
  ],
  [
    "lopsided",
    table("Three videos of 20 questions, all others of one", 40_001, () =>
      settings([5, 10, 20, 50, 150], ["lopsided"], ICCS, SCORES, false),
    ),
  ],
]);

function table(title: string, seed: number, cells: () => readonly Cell[]): (factor: number) => void {
  return (factor) => {
    const found = cells().map((cell, index) => {
      const runs = cell.graded ? gradedRuns(cell.videos) : binaryRuns(cell.videos);
      return intervalCoverage(cell, Math.round(factor * runs), seed + index);
    });
    printCoverage(title, found);
  };
}

const rangeOf = (shares: readonly number[]): string =>
  `${percent(Math.min(...shares))} to ${percent(Math.max(...shares))} %`;

function printCoverage(title: string, found: readonly Coverage[]): void {
  console.log(`\n${title}\n\n| videos | settings | the interval | plain formula | independent questions | width |`);
  console.log("| ---: | ---: | ---: | ---: | ---: | ---: |");
  for (const videos of new Set(found.map(({ cell }) => cell.videos))) {
    const own = found.filter(({ cell }) => cell.videos === videos);
    const width = own.reduce((sum, one) => sum + one.width, 0) / own.length;
    const ranges = [own.map((one) => one.covered), own.map((one) => one.plain), own.map((one) => one.independent)].map(
      rangeOf,
    );
    console.log(`| ${videos} | ${own.length} | ${ranges.join(" | ")} | ${width.toFixed(2)} |`);
  }
  const outside = found.filter(({ covered }) => covered < 0.93 || covered > 0.995);
  console.log(`\n${outside.length} of ${found.length} settings are outside of 93 to 99.5 %:`);
  for (const one of outside) console.log(`- ${nameOf(one)}: ${percent(one.covered)} %`);
  const worst = found.reduce((least, one) => (one.plain < least.plain ? one : least));
  console.log(`The plain formula covers least in ${nameOf(worst)}: ${percent(worst.plain)} %`);
}
