import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ADMIN_KEY, type Dashboard, findChromium, openDashboard } from "./browser.ts";

const hasBrowser = findChromium() !== null || process.env.CI !== undefined;
const BOARD = "/benchmarks/omnidex-demo";

const VIEWS = [
  "/",
  BOARD,
  `${BOARD}?by=LEVEL`,
  "/runs/run_3",
  "/compare?runs=run_1,run_2,run_3",
  "/questions",
  "/questions?show=table",
  "/items/omnidex-demo",
  "/items/omnidex-demo?show=health",
  "/submit",
  "/admin",
  "/nothing",
];

/** Two phones and a tablet, in pixels. */
const WIDTHS = [360, 414, 768] as const;

/** The words of letters alone, of at most 14 letters, that begin on one line and end on another. */
const brokenWords = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const broken: string[] = [];
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
      for (const { 0: word, index } of (node.textContent ?? "").matchAll(/(?<![^\s])\p{L}{2,14}(?![^\s,.:;])/gu)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (tops.size > 1) broken.push(word);
      }
    return [...new Set(broken)];
  });

describe.runIf(hasBrowser)("on a phone", () => {
  let dashboard: Dashboard;
  beforeAll(async () => {
    dashboard = await openDashboard();
  });
  afterAll(() => dashboard.close());

  const open = (path: string, width: number): Promise<Page> =>
    dashboard.open(path, { viewport: { width, height: 740 }, isMobile: true, hasTouch: true });

  it.each(VIEWS)("%s is no wider than its window, and breaks no short word", async (path) => {
    const page = await open(path, WIDTHS[0]);
    await page.locator("h1").first().waitFor();
    await page.waitForLoadState("networkidle");
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 740 });
      // A page that is wider than its phone is zoomed out, which makes the window wider as well.
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      expect.soft([wide, await brokenWords(page)]).toEqual([width, []]);
    }
    await page.context().close();
  });

  it.each([320, 360])("all links of the navigation are inside %i pixels, an administrator's too", async (width) => {
    const page = await open("/", width);
    await page.evaluate((key) => sessionStorage.setItem("omnidex-api-key", key), ADMIN_KEY);
    await page.reload();
    const links = page.getByRole("navigation", { name: "Main" }).getByRole("link");
    await links.getByText("Admin").waitFor();
    const boxes = await links.evaluateAll(
      (all, most) =>
        all.map((link) => {
          const { left, right, top, height } = link.getBoundingClientRect();
          const isOnTop = document.elementFromPoint((left + right) / 2, top + height / 2) === link;
          return { name: link.textContent, isInside: left >= 0 && right <= most, isOnTop };
        }),
      width,
    );
    expect(boxes).toEqual(
      ["Benchmarks", "Questions", "Submit", "GraphQL", "Admin"].map((name) => ({
        name,
        isInside: true,
        isOnTop: true,
      })),
    );
  });

  it.each(["", "?by=LEVEL"])("runs are ticked on a leaderboard%s and compared", async (query) => {
    const page = await open(`${BOARD}${query}`, 360);
    for (const place of [0, 1]) await page.locator("tbody .pick").nth(place).tap();
    await page.getByRole("link", { name: "Compare 2 runs" }).waitFor();
    expect(await page.getByRole("checkbox", { name: /^Compare /, checked: true }).count()).toBe(2);
    await page.getByRole("link", { name: "Compare 2 runs" }).tap();
    await page.waitForURL(/\/compare\?runs=run_\d+(,|%2C)run_\d+/);
  });
});
