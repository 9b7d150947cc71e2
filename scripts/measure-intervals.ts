/**
 * How often `Score.interval` holds the true score and a rank range the true rank, in simulations that repeat by their
 * seed. Prints tables for docs/scoring.md and asserts nothing: `npm run measure:intervals`, with a factor on the number of
 * runs as an argument (1 where it is missing).
 */
import { type Coverage, intervalCoverage, settings } from "../test/scoring/metrics/simulated/interval-coverage.ts";
import { boardCoverage } from "../test/scoring/metrics/simulated/simulated-boards.ts";

const factor = Number(process.argv[2] ?? 1);
const percent = (share: number): string => (100 * share).toFixed(1);
const nameOf = ({ cell: { videos, perVideo, icc, p } }: Coverage): string =>
  `${videos} videos, ${perVideo} to a video, ICC ${icc}, p ${p}`;

/** About as many questions for each setting, but enough runs to tell 93 % from 94 %. */
const runsOf = (videos: number): number => Math.round(factor * Math.min(20_000, Math.max(3_000, 1_000_000 / videos)));

function measure(graded: boolean): Coverage[] {
  const videos = graded ? [5, 10, 20, 50, 150] : [5, 10, 20, 50, 150, 500, 1_500];
  const sizes = graded ? ([1, 5, 20] as const) : ([1, 2, 5, 10, 20, "uneven"] as const);
  const cells = settings(videos, sizes, [0, 0.1, 0.3, 0.6], [0.2, 0.5, 0.8, 0.95], graded);
  return cells.map((cell, index) =>
    intervalCoverage(cell, graded ? Math.min(3_000, runsOf(cell.videos)) : runsOf(cell.videos), 1 + index),
  );
}

function printTable(title: string, found: readonly Coverage[]): void {
  const counts = new Set(found.map(({ cell }) => cell.videos));
  const range = (shares: readonly number[]): string =>
    `${percent(Math.min(...shares))} to ${percent(Math.max(...shares))} %`;
  console.log(
    `\n${title}\n\n| videos | settings | the interval | independent questions | width |\n| ---: | ---: | ---: | ---: | ---: |`,
  );
  for (const videos of counts) {
    const own = found.filter(({ cell }) => cell.videos === videos);
    const width = own.reduce((sum, one) => sum + one.width, 0) / own.length;
    const [covered, independent] = [own.map((one) => one.covered), own.map((one) => one.independent)];
    console.log(`| ${videos} | ${own.length} | ${range(covered)} | ${range(independent)} | ${width.toFixed(2)} |`);
  }
  const outside = found.filter(({ covered }) => covered < 0.93 || covered > 0.995);
  console.log(`\n${outside.length} of ${found.length} settings are outside of 93 to 99.5 %:`);
  for (const one of outside) console.log(`- ${nameOf(one)}: ${percent(one.covered)} %`);
}

printTable("Scores of 0 and 1", measure(false));
printTable("Graded scores", measure(true));

console.log("\n| models | videos | questions | ranks hold | as independent | mean width | narrower |");
console.log("| ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
for (const [models, videos, perVideo, range] of [
  [10, 60, 5, 2],
  [20, 60, 5, 2],
  [20, 60, 5, 0.00001],
  [20, 20, 5, 2],
  [20, 10, 20, 2],
  [50, 200, 5, 2],
  [100, 300, 4, 3],
  [300, 300, 4, 3],
] as const) {
  const { covered, independent, width, narrower } = boardCoverage(
    { models, videos, perVideo, range },
    Math.round(factor * Math.min(1_500, 30_000 / models)),
    7,
  );
  console.log(
    `| ${models} | ${videos} | ${videos * perVideo} | ${percent(covered)} % | ${percent(independent)} % | ${width.toFixed(1)} | ${narrower.toFixed(2)} |`,
  );
}
