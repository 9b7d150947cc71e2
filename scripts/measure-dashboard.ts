/**
 * Measures the dashboard in Chromium: the time to the first contentful paint and to the last answer, with a cold cache, and
 * from a click on a value of the slice to the rows of the new slice, on a leaderboard of 1,000 runs.
 * `npm run measure:dashboard`, after `npm run build`; `-- --url http://…` measures a server that runs.
 */
import { parseArgs } from "node:util";
import type { Page } from "playwright-core";
import { inFolder, serve } from "../test/cli/cli-process.ts";
import { type Dashboard, openDashboard } from "../test/dashboard/pages/browser.ts";
import { addRuns } from "../test/dashboard/pages/many-runs.ts";

const TIMES = 10;
const { values } = parseArgs({ options: { url: { type: "string" }, benchmark: { type: "string" } } });
const board = `/benchmarks/${values.benchmark ?? "omnidex-demo"}`;

const at = (times: readonly number[], share: number): string => {
  const sorted = [...times].sort((a, b) => a - b);
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(0);
};
const report = (what: string, times: readonly number[]): void =>
  console.log(`| ${what} | ${at(times, 0.5)} | ${at(times, 0.95)} |`);

/** Milliseconds from the navigation, by the browser's own clock. */
const paintOf = (page: Page): Promise<number> =>
  page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN);

async function coldStarts(dashboard: Dashboard, path: string, rows: string): Promise<void> {
  const [paints, shown]: [number[], number[]] = [[], []];
  for (let time = 0; time < TIMES; time++) {
    // A new window has an empty cache.
    const page = await dashboard.open(path);
    await page.locator(rows).first().waitFor();
    paints.push(await paintOf(page));
    shown.push(
      await page.evaluate(
        () =>
          performance
            .getEntriesByType("resource")
            .map((entry) => entry.startTime + entry.duration)
            .sort((a, b) => a - b)
            .at(-1) ?? Number.NaN,
      ),
    );
    await page.context().close();
  }
  report(`${path}: first contentful paint`, paints);
  report(`${path}: last answer`, shown);
}

/** A leaderboard of this many runs, over whose slices the changes are measured. */
const RUNS = 1_000;
const CHANGES = 30;

/** Milliseconds from the click on a value of the slice to the frame that shows the rows of the new slice. */
async function changeOf(page: Page, value: string): Promise<number> {
  const shown = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        // Methods, because tsx would wrap named functions in code that exists only in this process and not in the page.
        const look = {
          clicked: 0,
          counts: "",
          read() {
            return document.querySelector(".board [role=status]")?.textContent ?? "";
          },
          isShown() {
            const isBusy = document.querySelector(".board")?.ariaBusy === "true";
            return this.clicked !== 0 && !isBusy && this.read() !== this.counts;
          },
        };
        look.counts = look.read();
        addEventListener("click", ({ timeStamp }) => (look.clicked = timeStamp), { capture: true, once: true });
        const watch = new MutationObserver(() => {
          if (!look.isShown()) return;
          watch.disconnect();
          // The first callback runs before the frame is drawn, and the message arrives after it.
          requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => resolve(performance.now() - look.clicked);
            port2.postMessage(null);
          });
        });
        watch.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
      }),
  );
  await page.locator(".facet-value", { hasText: value }).first().click();
  return shown;
}

/** Changes a slice value by value, in the order of a Gray code. No two slices are equal, so none is cached. */
async function sliceChanges(dashboard: Dashboard): Promise<void> {
  const page = await dashboard.open(board);
  await page.locator(".board-table tbody tr").first().waitFor();
  const values = (await page.locator(".facet-value .facet-label").allInnerTexts()).slice(0, 7);
  const times: number[] = [];
  for (let change = 1; change <= CHANGES; change++) {
    const value = values[31 - Math.clz32(change & -change)] ?? "";
    times.push(await changeOf(page, value));
    // Wait, so that the facets and the histogram of the last change are not measured with the next one.
    await page.waitForLoadState("networkidle");
  }
  await page.context().close();
  report(`${board}: from a click to the rows of another slice`, times);
}

await inFolder(async (folder) => {
  if (values.url === undefined) await addRuns(folder, RUNS);
  const running = values.url;
  const dashboard = await openDashboard(
    running === undefined
      ? () => serve({ OMNIDEX_DATA_DIR: folder })
      : async () => ({
          ...{ url: running, output: () => "", end: async () => null, signal: () => {}, ended: Promise.resolve(null) },
        }),
  );
  console.log("| ms | median | 95th percentile |\n| --- | ---: | ---: |");
  await coldStarts(dashboard, "/", ".table tbody tr");
  await coldStarts(dashboard, board, ".board-table tbody tr");
  await sliceChanges(dashboard);
  await dashboard.close();
});
