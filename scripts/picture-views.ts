/**
 * Takes a picture of each view of the dashboard and of its states, light and dark, on a desktop and on a phone:
 * `npm run picture:views -- <folder>`, or only of the views that are named after the folder, after `npm run build`; it needs Chromium (`CHROMIUM`, or one of the usual names on the
 * path).
 */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { Omnidex } from "../src/sdk/index.ts";
import { inFolder, serve } from "../test/cli/cli-process.ts";
import { ADMIN_KEY, openDashboard } from "../test/dashboard/pages/browser.ts";
import { submitAblation, submitLevels } from "../test/dashboard/pages/sample-runs.ts";

/** A view, or a state of it: its address, and what is done on it before the picture. */
interface State {
  readonly path: string;
  readonly prepare?: (page: Page) => Promise<unknown>;
}

const at = (path: string): State => ({ path });

/** The views as they open. */
const VIEWS: Readonly<Record<string, State>> = {
  home: at("/"),
  leaderboard: at("/benchmarks/omnidex-demo"),
  columns: at("/benchmarks/omnidex-demo?by=LEVEL"),
  "empty-slice": at('/benchmarks/omnidex-demo?filter={"text":"zzzz"}'),
  "wrong-slice": at('/benchmarks/omnidex-demo?filter={"tasks":["causal-reasonin"]}'),
  run: at("/runs/run_3"),
  "run-slice": at('/runs/run_3?filter={"levels":["REASONING"]}&said=answer'),
  audit: {
    path: "/runs/run_3",
    prepare: async (page) => {
      await page.getByRole("button", { name: "Read the responses again" }).click();
      await page.getByRole("button", { name: "Stop" }).waitFor({ state: "detached", timeout: 120_000 });
      await page
        .getByRole("button", { name: /\d responses?$/ })
        .first()
        .click();
    },
  },
  compare: at("/compare?runs=run_1,run_2,run_3"),
  "compare-two": {
    path: "/compare?runs=run_3,run_1",
    prepare: (page) => page.getByRole("button", { name: "Show the answer" }).first().click(),
  },
  "nothing-to-compare": at("/compare"),
  questions: at("/questions"),
  "questions-table": at("/questions?show=table"),
  question: {
    path: "/questions?benchmark=omnidex-demo&show=table",
    prepare: async (page) => {
      await page.locator("a[href*='/questions/question_']").first().click();
      await page.getByRole("button", { name: "Show the answer" }).click();
      await page.locator(".option-right").waitFor();
    },
  },
  submit: at("/submit"),
  "submit-checked": {
    path: "/submit",
    prepare: async (page) => {
      const lines = ["A", "B", "none of it"].map((response, place) =>
        JSON.stringify({ question: place === 1 ? "no-such/0" : `video-00${place + 1}/0`, response }),
      );
      const buffer = Buffer.from(lines.join("\n"));
      await page
        .locator("input[type=file]")
        .setInputFiles({ name: "results.jsonl", mimeType: "application/x-ndjson", buffer });
      await page.getByRole("button", { name: /Benchmark$/ }).click();
      await page.getByRole("option", { name: "Omnidex demo (synthetic)" }).click();
      await page.getByRole("textbox", { name: "Model", exact: true }).fill("my-model-7b");
      await page.waitForLoadState("networkidle");
    },
  },
  "not-an-administrator": at("/admin"),
  admin: {
    path: "/admin",
    prepare: async (page) => {
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
  graphiql: at("/graphql"),
  "no-such-page": at("/nothing"),
};

const WINDOWS = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };

const [target, ...only] = process.argv.slice(2);
if (target === undefined) {
  console.error("Say where the pictures go: npm run picture:views -- <folder> [<view> …]");
  process.exit(2);
}
await mkdir(target, { recursive: true });
await inFolder(async (folder) => {
  const dashboard = await openDashboard(() => serve({ OMNIDEX_DATA_DIR: folder, OMNIDEX_ADMIN_KEY: ADMIN_KEY }));
  const omnidex = new Omnidex({ url: dashboard.url, apiKey: ADMIN_KEY });
  const views = {
    ...VIEWS,
    ablation: at(`/compare?runs=${(await submitAblation(omnidex)).join(",")}`),
    levels: at(`/runs/${await submitLevels(dashboard.url, omnidex)}`),
  };
  for (const [view, { path, prepare }] of Object.entries(views)) {
    if (only.length > 0 && !only.includes(view)) continue;
    for (const colorScheme of ["light", "dark"] as const)
      for (const [size, viewport] of Object.entries(WINDOWS)) {
        const page = await dashboard.open(path, { colorScheme, viewport, reducedMotion: "reduce" });
        await prepare?.(page);
        await page.waitForLoadState("networkidle");
        await page.screenshot({
          path: join(target, `${view}-${size}-${colorScheme}.png`),
          fullPage: view !== "graphiql",
        });
        await page.context().close();
      }
  }
  await dashboard.close();
});
