import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { ADMIN_KEY, atRest } from "./browser.ts";
import { describeInBrowser } from "./in-browser.ts";

const BOARD = "/benchmarks/omnidex-demo";

const VIEWS = [
  "/",
  BOARD,
  `${BOARD}?by=LEVEL`,
  "/runs/run_3",
  "/runs/run_3?prediction=video-001/0",
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

/** The words of at most 14 letters that begin on one line and end on another. */
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

/** The buttons of rows of buttons that are not wholly inside of their rows. */
const cutButtons = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll(".segments > *")]
      .filter((button) => {
        const [own, row] = [button, button.parentElement ?? button].map((element) => element.getBoundingClientRect());
        return own !== undefined && row !== undefined && own.right > row.right + 1;
      })
      .map(({ textContent }) => textContent ?? ""),
  );

/** The names of at most 14 characters, including hyphens, that are broken between two lines. */
const brokenNames = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll("main :is(a, .name)")]
      .filter(({ children, textContent }) => children.length === 0 && /^[^\s]{2,14}$/.test(textContent ?? ""))
      .flatMap((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        return tops.size > 1 ? [element.textContent ?? ""] : [];
      }),
  );

describeInBrowser("on a phone", (dashboard) => {
  const open = (path: string, width: number, apiKey?: string): Promise<Page> =>
    dashboard.open(path, { viewport: { width, height: 740 }, isMobile: true, hasTouch: true, apiKey });

  it.each(VIEWS)("%s fits the window, breaks no short word and cuts no row of buttons", async (path) => {
    const page = await open(path, WIDTHS[0]);
    await page.locator("h1").first().waitFor();
    await atRest(page);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 740 });
      // A page that is wider than its phone is zoomed out, which makes the window wider as well.
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      expect.soft([wide, await brokenWords(page), await cutButtons(page)]).toEqual([width, [], []]);
    }
  });

  it.each([320, 360])("all links of the navigation fit into %i pixels, even for an administrator", async (width) => {
    const page = await open("/", width, ADMIN_KEY);
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

  it.each(["/", BOARD, "/compare?runs=run_1,run_2,run_3", "/questions?show=table"])(
    "%s breaks no short name at its hyphen, and its navigation is one line",
    async (path) => {
      const page = await open(path, 390);
      await page.locator("h1").first().waitFor();
      for (const width of [360, 390]) {
        await page.setViewportSize({ width, height: 740 });
        const links = page.getByRole("navigation", { name: "Main" }).getByRole("link");
        const tops = await links.evaluateAll((all) => all.map((link) => link.getBoundingClientRect().top));
        expect.soft([width, new Set(tops).size, await brokenNames(page)]).toEqual([width, 1, []]);
      }
    },
  );

  it.each(["", "?by=LEVEL"])("the bar of selected runs covers no row at the end of a leaderboard%s", async (query) => {
    const page = await open(`${BOARD}${query}`, 360);
    const boxes = page.locator("tbody .pick");
    for (const place of [0, 1]) await boxes.nth(place).tap();
    const bar = page.locator(".picked-runs");
    const [focused, covered] = await bar.evaluate((element) => {
      const top = (): number => element.getBoundingClientRect().top;
      const bottom = (selector: string): number =>
        Math.max(...[...document.querySelectorAll(selector)].map((row) => row.getBoundingClientRect().bottom));
      const last = [...document.querySelectorAll<HTMLInputElement>("tbody .pick input")].at(-1);
      last?.focus();
      last?.scrollIntoView({ block: "nearest" });
      const isFree = (last?.getBoundingClientRect().bottom ?? Number.NaN) <= top();
      window.scrollTo(0, document.documentElement.scrollHeight);
      return [isFree, bottom("tbody tr") - top()];
    });
    expect(focused).toBe(true);
    expect(covered).toBeLessThanOrEqual(0);
  });

  it("a leaderboard begins with a short name, and its switches are behind a button, so that rows are in view", async () => {
    const page = await open("/benchmarks/worldsense", 390);
    await page.getByRole("heading", { level: 1, name: "WorldSense", exact: true }).waitFor();
    await page.getByText("Evaluating Real-world Omnimodal Understanding for Multimodal LLMs").waitFor();
    for (const query of ["", "?by=LEVEL"]) {
      await page.goto(`${dashboard.url}${BOARD}${query}`);
      const row = page.locator("tbody tr[data-index]").first();
      await row.waitFor();
      await atRest(page);
      // Two thirds of a window of 844 pixels.
      expect((await row.boundingBox())?.y).toBeLessThan(563);
    }
    const partial = page.getByText("Partial runs");
    expect(await partial.isVisible()).toBe(false);
    await page.getByRole("button", { name: "Filter runs" }).tap();
    await partial.tap();
    await page.waitForURL(/partial=show/);
    await page.getByRole("button", { name: "Filter runs 1" }).tap();
    await partial.waitFor({ state: "hidden" });
  });

  it.each([320, 390])("predictions show two lines of their question at %i pixels, and break no word", async (width) => {
    const page = await open("/runs/run_3", width);
    const link = page.locator(".prediction-link").first();
    await link.waitFor();
    const [lines, share] = await link.evaluate((own) => [
      own.clientHeight / Number.parseFloat(getComputedStyle(own).lineHeight),
      own.clientWidth / document.documentElement.clientWidth,
    ]);
    expect(Math.round(lines ?? 0)).toBe(2);
    expect(share).toBeGreaterThan(0.8);
    expect(await brokenWords(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  });

  it("an interval on a leaderboard uses most of the width", async () => {
    const page = await open(BOARD, 360);
    const plots = page.locator("tbody .interval-plot");
    await plots.first().waitFor();
    const widths = await plots.evaluateAll((all) => all.map((plot) => plot.getBoundingClientRect().width));
    for (const width of widths) expect(width).toBeGreaterThan(200);
    const shown = await page.locator("tbody .interval-plot .bar").first().boundingBox();
    const dot = await page.locator("tbody .interval-plot .dot").first().boundingBox();
    expect(shown?.width).toBeGreaterThan(dot?.width ?? Number.POSITIVE_INFINITY);
  });

  it("the End key scrolls a menu to its last entry", async () => {
    const page = await dashboard.open(BOARD, { viewport: { width: 360, height: 480 } });
    await page.getByRole("button", { name: "Copy as" }).press("Enter");
    await page.getByRole("menu").press("End");
    const [item, menu] = await Promise.all(
      [page.getByRole("menuitem").last(), page.locator(".popover")].map((one) => one.boundingBox()),
    );
    if (item == null || menu == null) throw new Error("The menu is not open.");
    expect(item.y + item.height).toBeLessThanOrEqual(menu.y + menu.height);
  });

  it.each(["", "?by=LEVEL"])("runs are selected on a leaderboard%s and compared", async (query) => {
    const page = await open(`${BOARD}${query}`, 360);
    for (const place of [0, 1]) await page.locator("tbody .pick").nth(place).tap();
    await page.getByRole("link", { name: "Compare 2 runs" }).waitFor();
    expect(await page.getByRole("checkbox", { name: /^Compare /, checked: true }).count()).toBe(2);
    await page.getByRole("link", { name: "Compare 2 runs" }).tap();
    await page.waitForURL(/\/compare\?runs=run_\d+(,|%2C)run_\d+/);
  });
});
