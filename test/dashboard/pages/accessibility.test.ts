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
  "no such run": "/runs/nothing",
  "no such page": "/nothing",
};

describe.runIf(hasBrowser)("every view", () => {
  let dashboard: Dashboard;
  beforeAll(async () => {
    dashboard = await openDashboard();
  });
  afterAll(() => dashboard.close());

  describe.each(["light", "dark"] as const)("in the %s theme", (colorScheme) => {
    it.each(Object.entries(VIEWS))("%s has nothing that axe objects to", async (_, path) => {
      const page = await dashboard.open(path, { colorScheme, reducedMotion: "reduce" });
      expect(await violations(page)).toEqual([]);
    });
  });

  it("the page of a question has nothing that axe objects to, with its answer and without", async () => {
    const page = await dashboard.open("/questions?benchmark=omnidex-demo&show=table");
    await page.locator("a[href*='/questions/question_']").first().click();
    await page.getByRole("button", { name: "Show the answer" }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole("button", { name: "Show the answer" }).click();
    await page.locator(".option-right").waitFor();
    expect(await violations(page)).toEqual([]);
  });

  it.each([320, 390, 768, 2560])("nothing is wider than a window of %i pixels", async (width) => {
    for (const path of Object.values(VIEWS)) {
      const page = await dashboard.open(path, { viewport: { width, height: 800 } });
      const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect([path, Math.max(0, wider)]).toEqual([path, 0]);
    }
  });
});
