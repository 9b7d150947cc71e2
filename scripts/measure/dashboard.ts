import { Option } from "commander";
import { MOST_WHOLE } from "../../src/dashboard/components/use-shown-rows.ts";
import { inFolder, type ServerProcess, serve } from "../../test/cli/cli-process.ts";
import { type Dashboard, openDashboard } from "../../test/dashboard/pages/browser.ts";
import { addRuns } from "../../test/dashboard/pages/many-runs.ts";
import { bundleSizes } from "./dashboard/bundle-sizes.ts";
import { coldStarts } from "./dashboard/cold-starts.ts";
import { scrolling } from "./dashboard/scrolling.ts";
import { sliceChanges } from "./dashboard/slice-changes.ts";
import { buildProject, measurement } from "./measurement.ts";

const values = measurement(
  "dashboard",
  `From the browser's traces:

- with a cold cache, the time to the first contentful paint and to the last answer;
- on a leaderboard of 1,000 runs, the time from a click on a value of the slice to the next frame, and to the rows of the new
  slice;
- the frames that are dropped while 500 and 10,000 rows scroll;
- the sizes of the files that each view fetches.`,
)
  .addOption(new Option("--only <part>", "measures a part").choices(["times", "frames", "sizes"]))
  .option("--url <url>", "a server that is already running")
  .option("--benchmark <slug>", "the benchmark whose leaderboard is opened", "omnidex-demo")
  .parse()
  .opts<{ readonly only?: string; readonly url?: string; readonly benchmark: string }>();
buildProject();
const board = `/benchmarks/${values.benchmark}`;
const isMeasured = (part: string): boolean => values.only === undefined || values.only === part;

/** The runs that the leaderboards have, beside the three of the demo. */
const [RUNS, MANY_RUNS] = [1_000, 10_000];
const DEMO_RUNS = 3;

/** A server that is already running. This script does not end it. */
const running = (url: string): ServerProcess => ({
  ...{ url, output: () => "", end: async () => null, signal: () => {}, ended: Promise.resolve(null) },
});

/** Opens a dashboard over the demo with more runs, for some work. */
const withRuns = (runs: number, work: (dashboard: Dashboard) => Promise<void>): Promise<void> =>
  inFolder(async (folder) => {
    const { url } = values;
    if (url === undefined) await addRuns(folder, runs);
    const dashboard = await openDashboard(
      url === undefined ? () => serve({ OMNIDEX_DATA_DIR: folder }) : async () => running(url),
    );
    await work(dashboard);
    await dashboard.close();
  });

if (isMeasured("times"))
  await withRuns(RUNS, async (dashboard) => {
    console.log("| ms | median | 95th percentile |\n| --- | ---: | ---: |");
    await coldStarts(dashboard, "/", ".table tbody tr");
    await coldStarts(dashboard, board, ".board-table tbody tr");
    await sliceChanges(dashboard, board);
  });
if (isMeasured("frames")) {
  console.log("\n| scrolled | frames shown | dropped |\n| --- | ---: | ---: |");
  for (const runs of [MOST_WHOLE - DEMO_RUNS, MANY_RUNS])
    await withRuns(runs, (dashboard) => scrolling(dashboard, board, runs + DEMO_RUNS));
}
if (isMeasured("sizes"))
  await withRuns(0, async (dashboard) => {
    console.log();
    await bundleSizes(dashboard, ["/", board, "/questions", "/runs/run_3", "/compare?runs=run_1,run_2", "/submit"]);
  });
