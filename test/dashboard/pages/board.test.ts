import type { Page, Route } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { worldSenseFixture, worldSenseJson } from "../../fixtures/worldsense-fixture.ts";
import { atRest } from "./browser.ts";
import { postBenchmark } from "./import-file.ts";
import { describeInBrowser } from "./in-browser.ts";
import { insertRuns } from "./many-runs.ts";

const MANY = 1_200;
const BOARD = "/benchmarks/omnidex-demo";

/** Whether the body of a request asks for a page after the first one. */
const isNextPage = (body: string | null): boolean => /"after":"/.test(body ?? "");

describeInBrowser(
  `a leaderboard of ${MANY} runs`,
  (dashboard) => {
    const rowCount = (page: Page) => page.locator(".board table").getAttribute("aria-rowcount");

    /** Opens a board. `copied` copies the board in a format, and returns the copied text. */
    async function open(path: string): Promise<{ page: Page; copied: (format: string) => Promise<string> }> {
      const page = await dashboard.open(path);
      await page.locator(".board tbody tr").first().waitFor();
      await page.evaluate(() => {
        Object.defineProperty(navigator, "clipboard", {
          value: { writeText: async (text: string) => Reflect.set(window, "copied", text) },
        });
      });
      const copied = async (format: string): Promise<string> => {
        await page.getByRole("button", { name: "Copy as" }).click();
        await page.getByRole("menuitem", { name: format, exact: true }).click();
        await page.getByText(`Copied as ${format}`).waitFor();
        return page.evaluate(() => String(Reflect.get(window, "copied")));
      };
      return { page, copied };
    }

    it.each(["", "?by=LEVEL"])("copies all of its rows%s as CSV, not only the loaded rows", async (query) => {
      const { page, copied } = await open(`${BOARD}${query}`);
      expect(await rowCount(page)).toBe("51");
      expect((await copied("CSV")).trim().split("\n")).toHaveLength(MANY + 4);
      expect(await copied("GraphQL")).toContain(`# The first 1000 of ${MANY + 3} rows`);
      expect(await rowCount(page)).toBe("51");
    });

    it("shows all rows of a table with columns, page by page", async () => {
      const page = await dashboard.open(`${BOARD}?by=LEVEL`);
      await page.getByText("1,203 rows").waitFor();
      // By keyboard, because the buttons move while rows are added above them.
      await page.getByRole("button", { name: "Show 1,000 more of 1,203" }).press("Enter");
      await page.getByRole("button", { name: "Show 153 more of 1,203" }).press("Enter");
      await expect.poll(() => rowCount(page)).toBe("1204");
    });

    it("says which columns are in view, scrolls to the others, and has no bar beside it that scrolls separately", async () => {
      const page = await dashboard.open(`${BOARD}?by=TASK`, { viewport: { width: 800, height: 700 } });
      const shown = page.getByRole("group", { name: "Columns in view" });
      await shown.getByText(/^Columns 1–\d+ of \d+$/).waitFor();
      const right = page.getByRole("button", { name: "Columns to the right" });
      while (!(await right.isDisabled())) {
        const before = await shown.textContent();
        await right.press("Enter");
        await expect.poll(() => shown.textContent()).not.toBe(before);
      }
      expect(await shown.textContent()).toMatch(/–(\d+) of \1$/);
      await page.setViewportSize({ width: 1280, height: 700 });
      const builder = page.locator(".sliced-builder");
      await builder.getByRole("button", { name: "Task", expanded: true }).waitFor();
      const boxes = await builder.evaluate((element) => [
        getComputedStyle(element).overflowY,
        element.getBoundingClientRect().top >=
          (document.querySelector(".sliced-head")?.getBoundingClientRect().bottom ?? 0),
      ]);
      expect(boxes).toEqual(["visible", true]);
    });

    it("filters runs by inputs and model, keeps the filters in the address, and copies them", async () => {
      const { page, copied } = await open(BOARD);
      await page.getByRole("button", { name: "Filter runs" }).click();
      await page.getByLabel("Inputs", { exact: true }).selectOption({ label: "video + audio" });
      await expect.poll(() => new URL(page.url()).searchParams.get("inputs")).toBe("VIDEO,AUDIO");
      await page.getByLabel("Model", { exact: true }).selectOption({ label: "demo-medium" });
      await page.getByText("480 questions · 1 row", { exact: false }).waitFor();
      expect(await copied("Command")).toContain("--inputs video,audio --model demo-medium");
      expect(await copied("GraphQL")).toContain('runs: { inputs: [VIDEO, AUDIO], models: ["demo-medium"] }');
      const anew = await dashboard.open(page.url().slice(dashboard.url.length));
      await anew.getByText("480 questions · 1 row", { exact: false }).waitFor();
      await anew.getByLabel("Inputs", { exact: true }).selectOption({ label: "video" });
      await anew.getByText("No run meets the conditions under “Filter runs”.").waitFor();
    });

    it("filters runs by whether the model was given audio and subtitles", async () => {
      const { page, copied } = await open(BOARD);
      await page.getByRole("button", { name: "Filter runs" }).click();
      await page.getByLabel("Audio", { exact: true }).selectOption({ label: "With audio" });
      await page.getByText("480 questions · 2 rows", { exact: false }).waitFor();
      await page.getByLabel("Subtitles", { exact: true }).selectOption({ label: "Without subtitles" });
      await page.getByText("480 questions · 1 row", { exact: false }).waitFor();
      expect(new URL(page.url()).search).toBe("?audio=with&subtitles=without");
      await page.locator(".board tbody").getByText("demo-medium").waitFor();
      expect(await copied("Command")).toContain("--audio-input --no-subtitles-input");
      expect(await copied("GraphQL")).toContain("runs: { audio: true, subtitles: false }");
    });

    it("saves a table with columns as a figure", async () => {
      const page = await dashboard.open(`${BOARD}?by=LEVEL`);
      for (const kind of ["SVG", "PNG"]) {
        const download = page.waitForEvent("download");
        await page.getByRole("button", { name: "Copy as" }).click();
        await page.getByRole("menuitem", { name: kind, exact: true }).click();
        expect((await download).suggestedFilename()).toBe(`omnidex-demo-by-level.${kind.toLowerCase()}`);
      }
    });

    it("does not request a failed page again while it loads all rows, and reports the failure", async () => {
      const page = await dashboard.open(BOARD);
      await page.locator(".board-table tbody tr").first().waitFor();
      let requests = 0;
      const failing = (route: Route): Promise<void> => {
        if (!isNextPage(route.request().postData())) return route.continue();
        requests += 1;
        return route.fulfill({ status: 400, json: { errors: [{ message: "Out of order." }] } });
      };
      await page.route("**/graphql", failing);
      await page.getByRole("button", { name: "n", exact: true }).click();
      await page.getByText("More could not be loaded. Out of order.").waitFor();
      await atRest(page);
      expect(requests).toBe(1);
      expect(await rowCount(page)).toBe("51");
      await page.getByText("sorted: 50 of 1,203").waitFor();
      await page.unroute("**/graphql", failing);
      await page.getByRole("button", { name: "Try again" }).press("Enter");
      await expect.poll(() => rowCount(page)).toBe("1204");
    });

    it("keeps its selected runs in the address, and links to their comparison over the slice, without columns and with them", async () => {
      const filter = JSON.stringify({ levels: ["REASONING"] });
      const page = await dashboard.open(`${BOARD}?filter=${filter}`);
      const ticks = page.getByRole("checkbox", { name: /^Compare / });
      for (const place of [0, 1]) await ticks.nth(place).press("Space");
      await page.getByRole("link", { name: "Compare 2 runs" }).waitFor();
      const picked = new URL(page.url()).searchParams.get("picked");
      expect(picked).toMatch(/^run_\d+,run_\d+$/);
      const anew = await dashboard.open(`${page.url().slice(dashboard.url.length)}&by=LEVEL`);
      await anew.locator(".score-columns").waitFor();
      expect(await anew.getByRole("checkbox", { name: /^Compare /, checked: true }).count()).toBe(2);
      const link = await anew.getByRole("link", { name: "Compare 2 runs" }).getAttribute("href");
      const target = new URL(link ?? "", dashboard.url).searchParams;
      expect([target.get("runs"), target.get("filter")]).toEqual([picked, filter]);
      for (const board of [page, anew]) {
        const run = await board.locator("tbody th a").first().getAttribute("href");
        expect(new URL(run ?? "", dashboard.url).searchParams.get("filter")).toBe(filter);
      }
      await anew.getByRole("button", { name: "Clear", exact: true }).last().click();
      await expect.poll(() => new URL(anew.url()).searchParams.get("picked")).toBeNull();
    });

    it("copies rows of the new slice while rows of the old slice are still shown", async () => {
      const { page, copied } = await open(BOARD);
      let release = (): void => {};
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      // The page's own request is held back. The copy's request asks for more rows at once, and is let through.
      await page.route("**/graphql", async (route) => {
        if (/"first":50\b/.test(route.request().postData() ?? "")) await released;
        await route.continue();
      });
      await page.getByRole("checkbox", { name: /^Reasoning/ }).press("Space");
      await page.locator(".board.stale").waitFor();
      const [, first = ""] = (await copied("CSV")).split("\r\n");
      expect(Number(first.split(",")[8])).toBeLessThan(200);
      release();
      await page.getByText("98 questions ·").waitFor();
    });
  },
  { prepare: (database) => insertRuns(database, MANY) },
);

describeInBrowser("a leaderboard with papers' figures", (dashboard) => {
  const WORLDSENSE = "/benchmarks/worldsense";
  const rowCount = (page: Page) => page.locator(".board table").getAttribute("aria-rowcount");
  const papersSwitch = (page: Page) => page.getByRole("switch", { name: /^Papers' figures/ });

  beforeAll(async () => {
    const { name, bytes } = worldSenseJson(worldSenseFixture().slice(0, 20));
    await postBenchmark(dashboard.url, "worldsense", new File([Uint8Array.from(bytes)], name));
    const questions = await dashboard.omnidex.questions({ filter: { benchmarks: ["worldsense"] } }).toArray();
    await dashboard.omnidex.submitRun({
      ...{ benchmark: "worldsense", model: { name: "guesser" }, inputs: ["VIDEO"], visibility: "PUBLIC" },
      predictions: questions.map(({ key }) => ({ question: key, response: "A" })),
    });
  });

  it("leaves them out of a release of another size, until the reader asks for them", async () => {
    const page = await dashboard.open(WORLDSENSE);
    await page.getByText("they cannot be compared with its runs. “Papers' figures” shows them.").waitFor();
    await expect.poll(() => rowCount(page)).toBe("2");
    expect(await papersSwitch(page).isChecked()).toBe(false);
    await page.getByText("Papers' figures", { exact: true }).click();
    await page.waitForURL(/papers=show/);
    const { totalCount } = await dashboard.omnidex.leaderboard("worldsense", { pageSize: 1 }).page();
    await page.getByText(`${totalCount} rows`, { exact: false }).first().waitFor();
    const anew = await dashboard.open(`${WORLDSENSE}?papers=show`);
    await anew.getByText(`${totalCount} rows`, { exact: false }).first().waitFor();
    expect(await papersSwitch(anew).isChecked()).toBe(true);
    await anew.getByText("Papers' figures", { exact: true }).click();
    await anew.waitForURL((url) => !url.searchParams.has("papers"));
    await expect.poll(() => rowCount(anew)).toBe("2");
  });

  it("folds away the rows that have no score in any of the columns, and shows them on request", async () => {
    const by = "CATEGORY";
    const table = await dashboard.omnidex.scoreTable("worldsense", { by: [by], pageSize: 1_000 }).page();
    const isEmpty = ({ __typename, cells }: (typeof table.nodes)[number]): boolean =>
      __typename === "ScoreTableFigures" && cells.every((cell) => cell === null);
    const folded = table.nodes.filter(isEmpty).length;
    expect([folded > 0, folded < table.nodes.length - 1]).toEqual([true, true]);
    const page = await dashboard.open(`${WORLDSENSE}?by=${by}&papers=show`);
    const all = page.getByRole("button", { name: /^Show [\d,]+ more/ });
    if ((await all.count()) > 0) await all.press("Enter");
    await page.getByText(`${folded} rows of papers that print no score by category`).waitFor();
    await expect.poll(() => rowCount(page)).toBe(String(table.nodes.length - folded + 1));
    await page.getByRole("button", { name: "Show", exact: true }).press("Enter");
    await expect.poll(() => rowCount(page)).toBe(String(table.nodes.length + 1));
    await page.getByRole("button", { name: "Fold away" }).press("Enter");
    await expect.poll(() => rowCount(page)).toBe(String(table.nodes.length - folded + 1));
  });

  it("switches them off, and says so, where no paper has a figure for the slice", async () => {
    const filter = { levels: ["REASONING"] };
    const page = await dashboard.open(`${WORLDSENSE}?papers=show&filter=${JSON.stringify(filter)}`);
    const none = page.getByRole("switch", { name: "Papers' figures: none for this slice" });
    await none.waitFor({ state: "attached" });
    expect([await none.isChecked(), await none.isDisabled()]).toEqual([false, true]);
  });

  it("has neither intervals, sizes, ticks nor switches where only papers have figures", async () => {
    const page = await dashboard.open("/benchmarks/mmworld");
    const heads = page.locator(".board-table thead th:not(.plot-column)");
    await heads.first().waitFor();
    expect(await heads.allInnerTexts()).toEqual(["Rank", "Model", "Inputs", "Score,\u00a0%"]);
    expect(await page.getByRole("complementary", { name: "Slice" }).count()).toBe(0);
    expect(await page.getByRole("switch").count()).toBe(0);
    const demo = await dashboard.open(BOARD);
    await demo.getByRole("columnheader", { name: "Compare" }).waitFor();
    expect(await demo.locator(".board-table thead .pick-column").innerText()).toBe("Compare");
  });
});
