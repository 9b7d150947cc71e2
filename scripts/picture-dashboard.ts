/**
 * Takes the pictures of the README: a leaderboard of the demo, light and dark. `npm run picture:dashboard`, after
 * `npm run build`; it needs Chromium (`CHROMIUM`, or one of the usual names on the path).
 */
import { inFolder, serve } from "../test/cli/cli-process.ts";
import { openDashboard } from "../test/dashboard/pages/browser.ts";

await inFolder(async (folder) => {
  const dashboard = await openDashboard(() => serve({ OMNIDEX_DATA_DIR: folder }));
  for (const colorScheme of ["light", "dark"] as const) {
    const page = await dashboard.open("/benchmarks/omnidex-demo", {
      colorScheme,
      viewport: { width: 1180, height: 640 },
      deviceScaleFactor: 1.5,
    });
    await page.locator(".board-table").waitFor();
    await page.screenshot({ path: `docs/images/dashboard-${colorScheme}.png` });
  }
  await dashboard.close();
});
