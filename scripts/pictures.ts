/**
 * Takes pictures of the dashboard, light and dark. Without arguments, it takes those of the README, a leaderboard of the
 * demo, and draws the curves of docs/hidden-answers.md from bench/results/attacks.json. `npm run pictures -- <folder> [name…]`
 * takes one of each view and of its states, on a desktop and on a phone; with names, only those whose names begin with one of
 * them. It needs Chromium (`CHROMIUM`, or one of the usual names on the path).
 */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { Omnidex } from "../src/sdk/index.ts";
import { inFolder, serve } from "../test/cli/cli-process.ts";
import { ADMIN_KEY, openDashboard } from "../test/dashboard/pages/browser.ts";
import { submitAblation, submitLevels } from "../test/dashboard/pages/sample-runs.ts";
import { readCurves } from "./measure/attacks/curves.ts";
import { CURVES_PICTURE, drawCurves } from "./measure/attacks/draw-curves.ts";
import { buildProject } from "./measure/measurement.ts";

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

/** States of views that need an action after the page has loaded. On a phone, the slice builder is behind a button. */
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
  "run-slice": { path: '/runs/run_3?filter={"levels":["REASONING"]}&said=answer', act: async () => {} },
  audit: {
    path: "/runs/run_3",
    act: async (page) => {
      await page.getByRole("button", { name: "Show what they would score" }).click();
      await page.getByRole("button", { name: "Stop" }).waitFor({ state: "detached", timeout: 120_000 });
      await page
        .getByRole("button", { name: /\d responses?$/ })
        .first()
        .click();
    },
  },
  "compare-two": {
    path: "/compare?runs=run_3,run_1",
    act: (page) => page.getByRole("button", { name: "Show the answer" }).first().click(),
  },
  question: {
    path: "/questions?benchmark=omnidex-demo&show=table",
    act: async (page) => {
      await page.locator("a[href*='/questions/question_']").first().click();
      await page.getByRole("button", { name: "Show the answer" }).click();
      await page.locator(".option-right").waitFor();
    },
  },
  "submit-checked": {
    path: "/submit",
    act: async (page) => {
      const lines = ["A", "B", "none of it"].map((response, place) =>
        JSON.stringify({ question: place === 1 ? "no-such/0" : `video-00${place + 1}/0`, response }),
      );
      const buffer = Buffer.from(lines.join("\n"));
      await page
        .locator("input[type=file]")
        .first()
        .setInputFiles({ name: "results.jsonl", mimeType: "application/x-ndjson", buffer });
      await page.getByRole("button", { name: /Benchmark$/ }).click();
      await page.getByRole("option", { name: "Omnidex demo (synthetic)" }).click();
      await page.getByRole("textbox", { name: "Model", exact: true }).fill("my-model-7b");
      await page.waitForLoadState("networkidle");
    },
  },
  admin: {
    path: "/admin",
    act: async (page) => {
      await page.evaluate((key) => sessionStorage.setItem("omnidex-api-key", key), ADMIN_KEY);
      await page.reload();
      const section = page.getByRole("region", { name: "Correct an answer" });
      await section.getByRole("button", { name: /Benchmark$/ }).click();
      await page.getByRole("option", { name: "Omnidex demo (synthetic)" }).click();
      await section.getByRole("textbox", { name: "Question's key" }).fill("video-001/0");
      await section.getByRole("button", { name: "Show the question" }).click();
      const now = await section.locator("li", { hasText: "the answer now" }).innerText();
      await section.getByRole("textbox", { name: "Right answer" }).fill(now.startsWith("A") ? "B" : "A");
      await section.getByRole("button", { name: "See the effect" }).click();
      await section.getByText("It would rescore").waitFor();
    },
  },
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
  await page.route("**/graphql", (route) => route.fulfill({ status: 500 }));
  await page.getByRole("button", { name: "Show more" }).click();
  await page.getByRole("button", { name: "Try again" }).waitFor();
}

const WINDOWS = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };

const COLOR_SCHEMES = ["light", "dark"] as const;

const [target, ...names] = process.argv.slice(2);
buildProject();
await (target === undefined ? pictureReadme() : pictureViews(target));

async function pictureReadme(): Promise<void> {
  await writeFile(CURVES_PICTURE, drawCurves(await readCurves()));
  await inFolder(async (folder) => {
    const dashboard = await openDashboard(() => serve({ OMNIDEX_DATA_DIR: folder }));
    for (const colorScheme of COLOR_SCHEMES) {
      const viewport = { width: 1180, height: 640 };
      const page = await dashboard.open(board, { colorScheme, viewport, deviceScaleFactor: 1.5 });
      await page.locator(".board-table").waitFor();
      await page.screenshot({ path: `docs/images/dashboard-${colorScheme}.png` });
    }
    await dashboard.close();
  });
}

async function pictureViews(target: string): Promise<void> {
  await mkdir(target, { recursive: true });
  await inFolder(async (folder) => {
    const dashboard = await openDashboard(() => serve({ OMNIDEX_DATA_DIR: folder, OMNIDEX_ADMIN_KEY: ADMIN_KEY }));
    const omnidex = new Omnidex({ url: dashboard.url, apiKey: ADMIN_KEY });
    const paths = {
      ...VIEWS,
      ablation: `/compare?runs=${(await submitAblation(omnidex)).join(",")}`,
      levels: `/runs/${await submitLevels(dashboard.url, omnidex)}`,
    };
    const views = { ...Object.fromEntries(Object.entries(paths).map(([view, path]) => [view, { path }])), ...STATES };
    const isTaken = (view: string): boolean => names.length === 0 || names.some((name) => view.startsWith(name));
    for (const [view, { path, act }] of Object.entries<{ path: string; act?: Action }>(views).filter(([view]) =>
      isTaken(view),
    ))
      for (const colorScheme of COLOR_SCHEMES)
        for (const [size, viewport] of Object.entries(WINDOWS)) {
          const page = await dashboard.open(path, { colorScheme, viewport, reducedMotion: "reduce" });
          await act?.(page);
          await page.waitForLoadState("networkidle");
          if (view === "graphiql") await page.locator(".CodeMirror-line").first().waitFor();
          // Dialogs and menus are drawn over the window, not over the whole page.
          const isOver = (await page.locator("[role=menu], [role=dialog], [role=listbox]").count()) > 0;
          const fullPage = view !== "graphiql" && !isOver;
          await page.screenshot({ path: join(target, `${view}-${size}-${colorScheme}.png`), fullPage });
          await page.close();
        }
    await dashboard.close();
  });
}
