import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Dashboard, findChromium, openDashboard, violations } from "./browser.ts";

const hasBrowser = findChromium() !== null || process.env.CI !== undefined;

const VIEWS = {
  home: "/",
  leaderboard: "/benchmarks/omnidex-demo",
  "an empty slice": '/benchmarks/omnidex-demo?filter={"text":"zzzz"}',
  run: "/runs/run_3",
  compare: "/compare?runs=run_1,run_2,run_3",
  "nothing to compare": "/compare",
  questions: "/questions",
  "questions as a table": "/questions?show=table",
  "a wrong slice": '/questions?filter={"tasks":["causal-reasonin"]}',
  submit: "/submit",
  "not an administrator": "/admin",
  columns: "/benchmarks/omnidex-demo?by=AUDIO_TYPE&picked=run_1,run_2",
  "a slice with every kind of condition":
    '/benchmarks/omnidex-demo?filter={"audioTypes":{"none":["MUSIC"]},"requiresAudio":true,"keys":["a"]}',
  "no such run": "/runs/nothing",
  "no such page": "/nothing",
};

const THEMES = ["light", "dark"] as const;

/** The violations in both themes. The theme changes while the page is open. */
async function violationsByTheme(page: Page): Promise<Record<(typeof THEMES)[number], string[]>> {
  const found = { light: [] as string[], dark: [] as string[] };
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    // axe reads the colours of the frame that was drawn last.
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    found[colorScheme] = await violations(page);
  }
  return found;
}

const NONE = { light: [], dark: [] };

describe.runIf(hasBrowser)("every view", () => {
  let dashboard: Dashboard;
  beforeAll(async () => {
    dashboard = await openDashboard();
  });
  afterAll(() => dashboard.close());

  /** How many pixels a page is wider than its window. */
  const overhang = (page: Page): Promise<number> =>
    page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - window.innerWidth));

  it.each(Object.entries(VIEWS))(
    "axe finds no fault on %s, which also fits windows of 768, 1280 and 2560 pixels",
    async (_, path) => {
      const page = await dashboard.open(path, { viewport: { width: 2560, height: 800 }, reducedMotion: "reduce" });
      expect(await overhang(page)).toBe(0);
      for (const width of [768, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        await expect.poll(() => overhang(page)).toBe(0);
      }
      expect(await violationsByTheme(page)).toEqual(NONE);
      await page.context().close();
    },
  );

  it.each(Object.entries(VIEWS))(
    "%s fits a window of 320 pixels, and still fits after a resize to 390",
    async (_, path) => {
      const page = await dashboard.open(path, { viewport: { width: 320, height: 800 } });
      expect(await overhang(page)).toBe(0);
      await page.setViewportSize({ width: 390, height: 800 });
      await expect.poll(() => overhang(page)).toBe(0);
      await page.context().close();
    },
  );

  it("axe finds no fault on the page of a question, with its answer and without", async () => {
    const page = await dashboard.open("/questions?benchmark=omnidex-demo&show=table");
    await page.locator("a[href*='/questions/question_']").first().click();
    await page.getByRole("button", { name: "Show the answer" }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole("button", { name: "Show the answer" }).click();
    await page.locator(".option-right").waitFor();
    expect(await violations(page)).toEqual([]);
  });

  /** The dialogs and menus that have no address of their own, and how each is opened. */
  const STATES: readonly (readonly [state: string, path: string, open: (page: Page) => Promise<unknown>])[] = [
    ["the menu of copies", "/benchmarks/omnidex-demo", (page) => page.getByRole("button", { name: "Copy as" }).click()],
    ["the palette", "/", (page) => page.keyboard.press("Control+k")],
    ["the list of keys", "/", (page) => page.keyboard.press("?")],
    ["the key dialog", "/", (page) => page.getByRole("button", { name: "Enter an API key" }).click()],
    ["the export of a slice", "/questions", (page) => page.getByRole("button", { name: "Export this slice" }).click()],
  ];

  it.each(STATES)("axe finds no fault on %s", async (_, path, open) => {
    const page = await dashboard.open(path, { reducedMotion: "reduce" });
    await open(page);
    await page.locator("[role=menu], [role=dialog], [role=listbox], .export-address").first().waitFor();
    await page.waitForLoadState("networkidle");
    expect(await violationsByTheme(page)).toEqual(NONE);
    await page.context().close();
  });

  it("axe finds no fault in GraphiQL outside its own tabs and editors", async () => {
    const page = await dashboard.open("/graphql", { reducedMotion: "reduce" });
    await page.locator(".graphiql-container .CodeMirror textarea[aria-label]").first().waitFor();
    // GraphiQL's tabs hold a button to close them, and CodeMirror's text scrolls below the text area that has the focus.
    const own = /^(nested-interactive: .*graphiql-tab|scrollable-region-focusable: .*CodeMirror-scroll)/;
    const { light, dark } = await violationsByTheme(page);
    expect([...light, ...dark].filter((violation) => !own.test(violation))).toEqual([]);
  });
});
