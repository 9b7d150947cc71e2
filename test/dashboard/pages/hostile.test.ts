import { sql } from "drizzle-orm";
import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import type { Omnidex } from "../../../src/sdk/index.ts";
import type { Database } from "../../../src/server/db/database.ts";
import { jsonFile } from "../../fixtures/file-writing.ts";
import { importFiles } from "../../support/admin-imports.ts";
import { violations } from "./browser.ts";
import { describeInBrowser, type SuiteDashboard } from "./in-browser.ts";
import { insertRuns } from "./many-runs.ts";

const SCRIPT = '<script>window.hacked = 1</script><img src=x onerror="window.hacked = 2">';
/** Hebrew, then an override that reverses the rest of the line because it is never closed. */
const BIDI = "שלום \u202Egnp.exe";
const LONG = "W".repeat(2_000);
/** The longest name of a model that the API takes. */
const LONGEST_NAME = LONG.slice(0, 200);

const hostile = (slug: string, questions: readonly object[], videos: readonly object[] = []): object => ({
  benchmark: { slug, title: `${BIDI} ${SCRIPT}`, license: SCRIPT },
  tasks: [{ name: `${SCRIPT} ${BIDI}`, level: "PERCEPTION", chance: 0.5 }],
  videos,
  questions,
});

const question = (key: string, text: string, option = "That"): object => ({
  ...{ key, video: "v", task: `${SCRIPT} ${BIDI}`, text },
  ...{ options: ["This", option], answer: "B" },
});

const VIDEOS = [
  { key: "v", category: SCRIPT, durationSeconds: 42, url: 'https://example.org/"onerror="window.hacked=3//a.mp4' },
];
const QUESTIONS = [
  question("script", SCRIPT, SCRIPT),
  question("bidi", BIDI, BIDI),
  question("long", LONG, LONG),
  question("plain", "Plain"),
];

/** The import refuses an address like this; a database may have it from another source. */
const SCRIPT_URL = "javascript:window.hacked=3//a.mp4";

async function importHostile(database: Database): Promise<void> {
  await importFiles(database, "hostile", [jsonFile("hostile.json", hostile("hostile", QUESTIONS, VIDEOS))]);
  const single = hostile("single", QUESTIONS.slice(0, 1), VIDEOS);
  await importFiles(database, "single", [jsonFile("single.json", single)]);
  await database.transaction((tx) =>
    tx.query(sql`update videos set url = ${SCRIPT_URL} where release_id in
      (select r.id from releases r join benchmarks b on b.id = r.benchmark_id where b.slug = 'single')`),
  );
}

const hostileContent = (dashboard: SuiteDashboard): void => {
  let omnidex: Omnidex;
  const runs: string[] = [];

  beforeAll(async () => {
    omnidex = dashboard.omnidex;
    for (const name of [LONGEST_NAME, SCRIPT, BIDI]) {
      const run = await omnidex.submitRun({
        ...{ benchmark: "hostile", model: { name, organization: name }, inputs: ["VIDEO"] },
        ...{ visibility: "PUBLIC", prompt: SCRIPT, notes: `${BIDI}\n${LONG}` },
        predictions: ["script", "bidi", "long"].map((key) => ({
          question: key,
          response: `${SCRIPT} ${BIDI} ${LONG} (B)`,
        })),
      });
      runs.push(run.id);
    }
    const empty = await omnidex.submitRun({
      ...{ benchmark: "hostile", model: { name: "silent" }, inputs: ["VIDEO"], visibility: "PUBLIC" },
      predictions: [{ question: "plain", error: "out of memory" }],
    });
    runs.push(empty.id);
  });

  const paths = (): readonly string[] => [
    "/",
    "/benchmarks/hostile?partial=show",
    "/benchmarks/hostile?partial=show&by=TASK",
    "/benchmarks/single",
    "/benchmarks/worldsense",
    "/questions?benchmark=hostile",
    "/questions?benchmark=hostile&show=table",
    "/questions?benchmark=single",
    "/questions?benchmark=worldsense",
    ...runs.map((run) => `/runs/${run}`),
    `/compare?runs=${runs.join(",")}`,
  ];

  const widerBy = (page: Page): Promise<number> =>
    page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - window.innerWidth));

  it("runs no script, and fits a phone's width", async () => {
    for (const path of paths()) {
      const page = await dashboard.open(path, { viewport: { width: 320, height: 700 } });
      await page.locator("h1").first().waitFor();
      const hacked = await page.evaluate(() => Reflect.get(window, "hacked") ?? null);
      expect([path, hacked, await widerBy(page)]).toEqual([path, null, 0]);
      expect(await page.locator("main img, main script").count()).toBe(0);
      await dashboard.clear();
    }
    expect(dashboard.faults).toEqual([]);
  });

  it("is shown as plain, legible text", async () => {
    const page = await dashboard.open("/questions?benchmark=hostile");
    expect(await page.locator(".question-text").allInnerTexts()).toEqual([SCRIPT, BIDI, LONG, "Plain"]);
    // An override ends at the end of its text, so the text after it is not reversed.
    const [isolated] = await page.locator(".question-text").evaluateAll(([, turned]) => {
      const { unicodeBidi } = getComputedStyle(turned as Element);
      return [unicodeBidi];
    });
    expect(["isolate", "plaintext", "isolate-override"]).toContain(isolated);
    expect(await page.getByRole("link", { name: "its address" }).count()).toBe(QUESTIONS.length);
    const single = await dashboard.open("/questions?benchmark=single");
    await single.locator(".question-text").first().waitFor();
    expect(await single.locator("[href^='javascript' i], [src^='javascript' i]").count()).toBe(0);
    const board = await dashboard.open("/benchmarks/hostile?partial=show");
    const heights = await board
      .locator(".board-table tbody tr")
      .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
    expect(heights.length).toBe(4);
    for (const height of heights) expect(height).toBeLessThan(160);
    const names = await board.locator(".board-table .clamp-text.name a").allTextContents();
    expect(names.sort()).toEqual([LONGEST_NAME, SCRIPT, BIDI, "silent"].sort());
  });

  it("says that a run answered nothing, and that a benchmark has no questions", async () => {
    const silent = await dashboard.open(`/runs/${runs[3]}`);
    await silent.getByText("nothing was answered").waitFor();
    expect(await violations(silent)).toEqual([]);
    const none = await dashboard.open("/benchmarks/worldsense");
    await none.getByText("omnidex pull worldsense").waitFor();
    expect(await violations(none)).toEqual([]);
    const one = await dashboard.open("/benchmarks/single");
    await one.getByText("1 question ·").waitFor();
    expect(await violations(one)).toEqual([]);
  });
};

describeInBrowser("hostile content", hostileContent, { prepare: importHostile });

const MANY = 10_000;

describeInBrowser(
  "ten thousand runs",
  (dashboard) => {
    it("are shown as a leaderboard, also after the slice is changed", async () => {
      const page = await dashboard.open("/benchmarks/omnidex-demo");
      await page.locator(".board-table tbody tr").first().waitFor();
      await page.getByText("10,003 rows").waitFor();
      await page.getByRole("checkbox", { name: /^Reasoning/ }).press("Space");
      await page.getByText("98 questions ·").waitFor();
    });

    it("are drawn only inside the window if many are loaded", async () => {
      const page = await dashboard.open("/benchmarks/omnidex-demo");
      const rows = page.locator(".board-table tbody tr[data-index]");
      const table = page.locator(".board-table");
      const note = page.getByText("The browser's search finds only rows in the window");
      await expect.poll(() => rows.count()).toBe(50);
      expect(await note.count()).toBe(0);
      await page.getByRole("button", { name: "Show 1,000 more of 10,003" }).click();
      await note.waitFor();
      await expect.poll(() => table.getAttribute("aria-rowcount")).toBe("1051");
      await page.evaluate(() => window.scrollTo(0, 0));
      await rows.first().waitFor();
      expect(await rows.count()).toBeLessThan(60);
      const height = await table.evaluate((element) => element.getBoundingClientRect().height);
      expect(height).toBeGreaterThan(1_050 * 40);
      const columns = () => table.locator("thead th").evaluateAll((all) => all.map((one) => one.clientWidth));
      const before = await columns();
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
      await page.locator('tr[aria-rowindex="1051"]').waitFor();
      expect(await rows.count()).toBeLessThan(60);
      expect(await columns()).toEqual(before);
    });

    it("are counted for each question", async () => {
      const page = await dashboard.open("/questions?benchmark=omnidex-demo");
      const [text = ""] = await page.locator(".results").allInnerTexts();
      expect(text).toMatch(/^[\d,]+ of 10,003 runs right$/);
    });
  },
  { prepare: (database) => insertRuns(database, MANY) },
);
