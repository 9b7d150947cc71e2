import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { atRest, violations, violationsByTheme } from "./browser.ts";
import { describeInBrowser } from "./in-browser.ts";

const VIEWS = {
  home: "/",
  leaderboard: "/benchmarks/omnidex-demo",
  "an empty slice": '/benchmarks/omnidex-demo?filter={"text":"zzzz"}',
  run: "/runs/run_3",
  "an open prediction": "/runs/run_3?prediction=video-001/0",
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

const NONE = { light: [], dark: [] };

describeInBrowser("every view", (dashboard) => {
  /** How many pixels a page is wider than its window. */
  const overhang = (page: Page): Promise<number> =>
    page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - window.innerWidth));

  it.each(Object.entries(VIEWS))(
    "%s fits windows from 320 to 2560 pixels, also after a resize, and axe finds no fault on it",
    async (_, path) => {
      const page = await dashboard.open(path, { viewport: { width: 320, height: 800 } });
      expect(await overhang(page)).toBe(0);
      for (const width of [390, 2560, 768, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        await expect.poll(() => overhang(page)).toBe(0);
      }
      expect(await violationsByTheme(page)).toEqual(NONE);
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
    const page = await dashboard.open(path);
    await open(page);
    await page.locator("[role=menu], [role=dialog], [role=listbox], .export-address").first().waitFor();
    await atRest(page);
    expect(await violationsByTheme(page)).toEqual(NONE);
  });

  it("axe finds no fault in GraphiQL outside its own tabs and editors", async () => {
    const page = await dashboard.open("/graphql");
    await page.locator(".graphiql-container .CodeMirror textarea[aria-label]").first().waitFor();
    // GraphiQL's tabs hold a button to close them, and CodeMirror's text scrolls below the text area that has the focus.
    const own = /^(nested-interactive: .*graphiql-tab|scrollable-region-focusable: .*CodeMirror-scroll)/;
    const { light, dark } = await violationsByTheme(page);
    expect([...light, ...dark].filter((violation) => !own.test(violation))).toEqual([]);
  });
});
