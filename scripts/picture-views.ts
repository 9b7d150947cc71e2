/**
 * Takes a picture of each view of the dashboard and of its states, light and dark, on a desktop and on a phone:
 * `npm run picture:views -- <folder> [name …]`, which takes only those whose names begin so, after `npm run build`; it needs Chromium (`CHROMIUM`, or one of the usual names on the
 * path).
 */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
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

/** Something that a reader does in a view before the picture is taken. */
type Action = (page: Page) => Promise<unknown>;

const press =
  (name: string): Action =>
  (page) =>
    page.getByRole("button", { name }).first().click();

const openDialog =
  (key: string): Action =>
  async (page) => {
    await page.keyboard.press(key);
    await page.getByRole("dialog").waitFor();
    await page.waitForLoadState("networkidle");
  };

const board = "/benchmarks/omnidex-demo";

/** States of views that an address alone does not open. The slice builder of a phone is behind a button. */
const STATES: Readonly<Record<string, { readonly path: string; readonly act: Action }>> = {
  "copy-menu": { path: board, act: openCopyMenu },
  palette: { path: "/", act: openDialog("Control+k") },
  keys: { path: "/", act: openDialog("?") },
  "key-dialog": { path: "/", act: openKeyDialog },
  "slice-builder": {
    path: `${board}?filter={"audioTypes":{"none":["MUSIC"]},"requiresAudio":true,"categories":["stage"]}`,
    act: openSlice,
  },
  "ticked-runs": { path: `${board}?picked=run_1,run_2`, act: async () => {} },
  "ticked-runs-columns": { path: `${board}?by=AUDIO_TYPE&picked=run_1,run_2`, act: async () => {} },
  "export-of-a-slice": { path: "/questions?benchmark=omnidex-demo", act: press("Export this slice") },
  "page-that-failed": { path: "/questions?benchmark=omnidex-demo", act: failNextPage },
  "answer-shown": { path: "/questions?benchmark=omnidex-demo", act: press("Show the answer") },
};

async function openCopyMenu(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Copy as" }).click();
  await page.getByRole("menu").waitFor();
}

async function openKeyDialog(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Enter an API key" }).click();
  await page.getByRole("dialog").waitFor();
}

async function openSlice(page: Page): Promise<void> {
  const toggle = page.getByRole("button", { name: "Change the slice" });
  if (await toggle.isVisible()) await toggle.click();
  await page.locator(".flag").first().waitFor();
}

async function failNextPage(page: Page): Promise<void> {
  await page.route("**/graphql", (route) => route.abort());
  await page.getByRole("button", { name: "Show more" }).click();
  await page.getByRole("button", { name: "Try again" }).waitFor();
}

const WINDOWS = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };

const [target, ...names] = process.argv.slice(2);
if (target === undefined) {
  console.error("Say where the pictures go: npm run picture:views -- <folder>");
  process.exit(2);
}
await mkdir(target, { recursive: true });
await inFolder(async (folder) => {
  const dashboard = await openDashboard(() => serve({ OMNIDEX_DATA_DIR: folder }));
  const views = { ...Object.fromEntries(Object.entries(VIEWS).map(([view, path]) => [view, { path }])), ...STATES };
  const isTaken = (view: string): boolean => names.length === 0 || names.some((name) => view.startsWith(name));
  for (const [view, { path, act }] of Object.entries<{ path: string; act?: Action }>(views).filter(([view]) =>
    isTaken(view),
  ))
    for (const colorScheme of ["light", "dark"] as const)
      for (const [size, viewport] of Object.entries(WINDOWS)) {
        const page = await dashboard.open(path, { colorScheme, viewport, reducedMotion: "reduce" });
        await act?.(page);
        // Dialogs and menus are drawn over the window, not over the whole page.
        const fullPage = view !== "graphiql" && (act === undefined || act === openSlice);
        await page.screenshot({ path: join(target, `${view}-${size}-${colorScheme}.png`), fullPage });
        await page.context().close();
      }
  await dashboard.close();
});
