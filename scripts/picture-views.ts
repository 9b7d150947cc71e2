/**
 * Takes a picture of each view of the dashboard, light and dark, on a desktop and on a phone:
 * `npm run picture:views -- <folder>`, after `npm run build`; it needs Chromium (`CHROMIUM`, or one of the usual names on the
 * path).
 */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { inFolder, serve } from "../test/cli/cli-process.ts";
import { openDashboard } from "../test/dashboard/pages/browser.ts";

const VIEWS = {
  home: "/",
  leaderboard: "/benchmarks/omnidex-demo",
  columns: "/benchmarks/omnidex-demo?by=LEVEL",
  "empty-slice": '/benchmarks/omnidex-demo?filter={"text":"zzzz"}',
  "wrong-slice": '/benchmarks/omnidex-demo?filter={"tasks":["causal-reasonin"]}',
  run: "/runs/run_3",
  compare: "/compare?runs=run_1,run_2,run_3",
  "nothing-to-compare": "/compare",
  questions: "/questions",
  "questions-table": "/questions?show=table",
  submit: "/submit",
  "not-an-administrator": "/admin",
  graphiql: "/graphql",
  "no-such-page": "/nothing",
};

const WINDOWS = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };

const [target] = process.argv.slice(2);
if (target === undefined) {
  console.error("Say where the pictures go: npm run picture:views -- <folder>");
  process.exit(2);
}
await mkdir(target, { recursive: true });
await inFolder(async (folder) => {
  const dashboard = await openDashboard(() => serve({ OMNIDEX_DATA_DIR: folder }));
  for (const [view, path] of Object.entries(VIEWS))
    for (const colorScheme of ["light", "dark"] as const)
      for (const [size, viewport] of Object.entries(WINDOWS)) {
        const page = await dashboard.open(path, { colorScheme, viewport, reducedMotion: "reduce" });
        await page.screenshot({
          path: join(target, `${view}-${size}-${colorScheme}.png`),
          fullPage: view !== "graphiql",
        });
        await page.context().close();
      }
  await dashboard.close();
});
