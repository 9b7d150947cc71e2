import { beforeAll, expect, it } from "vitest";
import { LEVEL_COLUMNS } from "../../../src/dashboard/views/run/level-rows.ts";
import { differenceTexts } from "../../../src/domain/figures-text.ts";
import type { Omnidex } from "../../../src/sdk/index.ts";
import { violations } from "./browser.ts";
import { describeInBrowser } from "./in-browser.ts";
import { submitAblation, submitLevels } from "./sample-runs.ts";

describeInBrowser("the views of runs", (dashboard) => {
  let omnidex: Omnidex;

  beforeAll(() => {
    omnidex = dashboard.omnidex;
  });

  it("draw the difference that each input makes, with the API's values and intervals", async () => {
    const [large] = await omnidex.runs({ filter: { models: ["demo-large"] } }).toArray();
    const submitted = await submitAblation(omnidex);
    const { contrasts, needs } = await omnidex.modalityDiagnostics(submitted);
    const page = await dashboard.open(`/compare?runs=${[...submitted, large?.id].join(",")}`);
    const table = page.getByRole("table", { name: "ablated" });
    await table.waitFor();

    const expected = [
      ...contrasts.map(({ comparison }) => differenceTexts(comparison)),
      ...needs.map(({ net }) => differenceTexts({ difference: net.value, interval: net.interval })),
    ].map(({ value, range }) => [value, range]);
    const rows = await table
      .locator("tbody tr")
      .evaluateAll((all) =>
        all.map((row) => [row.querySelector("td strong")?.textContent, row.querySelector("td .faint")?.textContent]),
      );
    expect(rows).toEqual(expected);
    expect(await table.locator("tbody th").first().innerText()).toContain("+ audio");
    expect(await table.locator("svg .bar").count()).toBe(expected.length);
    expect(await violations(page)).toEqual([]);
  });

  it("draw no ablation for runs of different models", async () => {
    const page = await dashboard.open("/compare?runs=run_1,run_2");
    await page.getByRole("heading", { name: /Differences to/ }).waitFor();
    expect(await page.getByRole("heading", { name: "What each input brings" }).count()).toBe(0);
  });

  it("find predictions by the words of their questions", async () => {
    const page = await dashboard.open("/runs/run_3");
    const { totalCount: all } = await omnidex.predictions("run_3").page();
    await page.getByText(`${all} predictions`).waitFor();
    await page.getByLabel("Search the predictions' questions and options").fill("violin");
    const { totalCount } = await omnidex.predictions("run_3", { filter: { questions: { text: "violin" } } }).page();
    expect(totalCount).toBeGreaterThan(0);
    await page.getByText(`${totalCount} predictions`).waitFor();
    expect(new URL(page.url()).searchParams.get("words")).toBe("violin");
    await page.getByRole("table", { name: "Predictions of the run" }).getByRole("link").first().click();
    await page.locator(".option-right").first().waitFor();
  });

  it("list an AVI-Bench run among the paper's models, with the API's values", async () => {
    const run = await submitLevels(dashboard.url, omnidex);
    const published = await omnidex.publishedCapabilityLevels();
    const page = await dashboard.open(`/runs/${run}`);
    const table = page.getByRole("table", { name: "AVI-Bench's stages and levels, with ranks" });
    await table.waitFor();
    await page.getByRole("button", { name: `Show all ${published.length} models of the paper` }).click();
    const rows = await table
      .locator("tbody tr")
      .evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.firstChild?.textContent?.trim())));
    expect(rows.length).toBe(published.length + 1);
    expect(rows[0]?.[0]).toBe("counter");
    const percent = (value: number | null): string => (value === null ? "–" : (100 * value).toFixed(1));
    const column = LEVEL_COLUMNS.indexOf("L4") + 1;
    const figures = rows.slice(1).map((row) => row[column]);
    expect(figures.sort()).toEqual(published.map(({ computed }) => percent(computed.domainAdaptive)).sort());
    const best = Math.max(...published.map(({ computed }) => computed.overall ?? 0));
    const [, first] = rows;
    expect(first?.[LEVEL_COLUMNS.indexOf("Overall") + 1]).toBe(percent(best));
    expect(await violations(page)).toEqual([]);
    // The table fits into the 1,280 pixels of the window. In a narrower one, a shade says that it continues.
    const frame = page.getByRole("region", { name: "Stages and levels, with ranks" });
    expect(await frame.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    const mask = (): Promise<string> => frame.evaluate((element) => getComputedStyle(element).maskImage);
    expect(await mask()).toBe("none");
    await page.setViewportSize({ width: 390, height: 800 });
    await expect.poll(mask).toContain("linear-gradient");
  });
});
