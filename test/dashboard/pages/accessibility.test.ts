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

/** Pairs of a window's width when a view is opened and its width after a change, in pixels. */
const WIDTHS = [
  [320, 390],
  [2560, 768],
] as const;

describe.runIf(hasBrowser)("every view", () => {
  let dashboard: Dashboard;
  beforeAll(async () => {
    dashboard = await openDashboard();
  });
  afterAll(() => dashboard.close());

  describe.each(["light", "dark"] as const)("in the %s theme", (colorScheme) => {
    it.each(Object.entries(VIEWS))("axe finds no fault on %s", async (_, path) => {
      const page = await dashboard.open(path, { colorScheme, reducedMotion: "reduce" });
      expect(await violations(page)).toEqual([]);
      await page.context().close();
    });
  });

  it("axe finds no fault on the page of a question, with its answer and without", async () => {
    const page = await dashboard.open("/questions?benchmark=omnidex-demo&show=table");
    await page.locator("a[href*='/questions/question_']").first().click();
    await page.getByRole("button", { name: "Show the answer" }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole("button", { name: "Show the answer" }).click();
    await page.locator(".option-right").waitFor();
    expect(await violations(page)).toEqual([]);
  });

  /** Opens dialogs and menus that have no address of their own. */
  const STATES: readonly (readonly [state: string, path: string, open: (page: Page) => Promise<unknown>])[] = [
    ["the menu of copies", "/benchmarks/omnidex-demo", (page) => page.getByRole("button", { name: "Copy as" }).click()],
    ["the palette", "/", (page) => page.keyboard.press("Control+k")],
    ["the list of keys", "/", (page) => page.keyboard.press("?")],
    ["the key dialog", "/", (page) => page.getByRole("button", { name: "Enter an API key" }).click()],
    ["the export of a slice", "/questions", (page) => page.getByRole("button", { name: "Export this slice" }).click()],
  ];

  describe.each(["light", "dark"] as const)("in the %s theme", (colorScheme) => {
    it.each(STATES)("axe finds no fault on %s", async (_, path, open) => {
      const page = await dashboard.open(path, { colorScheme, reducedMotion: "reduce" });
      await open(page);
      await page.locator("[role=menu], [role=dialog], [role=listbox], .export-address").first().waitFor();
      await page.waitForLoadState("networkidle");
      expect(await violations(page)).toEqual([]);
    });

    it("axe finds no fault in GraphiQL outside its own tabs and editors", async () => {
      const page = await dashboard.open("/graphql", { colorScheme, reducedMotion: "reduce" });
      await page.locator(".graphiql-container .CodeMirror textarea[aria-label]").first().waitFor();
      // GraphiQL's tabs hold a button to close them, and CodeMirror's text scrolls below the text area that has the focus.
      const own = /^(nested-interactive: .*graphiql-tab|scrollable-region-focusable: .*CodeMirror-scroll)/;
      expect((await violations(page)).filter((violation) => !own.test(violation))).toEqual([]);
    });
  });

  describe.each(WIDTHS)("in a window of %i pixels, and after a change to %i", (first, second) => {
    it.each(Object.entries(VIEWS))("%s is not wider than the window", async (_, path) => {
      const page = await dashboard.open(path, { viewport: { width: first, height: 800 } });
      const overhang = (): Promise<number> =>
        page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - window.innerWidth));
      expect(await overhang()).toBe(0);
      await page.setViewportSize({ width: second, height: 800 });
      await expect.poll(overhang).toBe(0);
      await page.context().close();
    });
  });
});
