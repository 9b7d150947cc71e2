import { beforeAll, expect, it } from "vitest";
import type { Omnidex } from "../../../src/sdk/index.ts";
import { violations } from "./browser.ts";
import { drawnIn } from "./figures.ts";
import { describeInBrowser } from "./in-browser.ts";

describeInBrowser("the comparison of three runs in a browser", (dashboard) => {
  let omnidex: Omnidex;
  /** The reference first. */
  let ids: readonly string[];
  let path: string;

  beforeAll(async () => {
    omnidex = dashboard.omnidex;
    const runs = await omnidex.runs({ filter: { benchmarks: ["omnidex-demo"], openEnded: false } }).toArray();
    ids = ["demo-medium", "demo-large", "demo-small"].map(
      (name) => runs.find(({ model }) => model.name === name)?.id ?? "",
    );
    path = `/compare?runs=${ids.join(",")}`;
  });

  const compared = (filter = {}) => omnidex.compareWithReference(ids[0] ?? "", ids.slice(1), { by: ["LEVEL"], filter });

  it("shows p-values corrected for all rows, and the numbers of tests", async () => {
    const page = await dashboard.open(path);
    const { comparisons } = await compared();
    const cells = comparisons.reduce((sum, one) => sum + one.cells.length, 0);
    const table = page.getByRole("table", { name: /Paired differences/ });
    await table
      .getByText(
        `p-values of the 2 differences over the whole slice, and separately those of the ${cells} differences over its parts are corrected together (Bonferroni)`,
      )
      .waitFor();
    const text = (p: number): string =>
      p < 0.001 ? "p < .001" : p > 0.99 ? "p > .99" : `p = ${p.toFixed(p < 0.1 ? 3 : 2).slice(1)}`;
    const expected = comparisons.flatMap(({ adjustedPValue, cells }) => [
      text(adjustedPValue),
      ...cells.map((cell) => text(cell.adjustedPValue)),
    ]);
    const shown = await table.locator("tbody td:last-child").allInnerTexts();
    expect(shown.length).toBe(comparisons.length + cells);
    expect([...shown].sort()).toEqual([...expected].sort());
    for (const { adjustedPValue } of comparisons)
      expect(await page.locator(".verdicts").innerText()).toContain(text(adjustedPValue));
  });

  it("draws each difference and its interval at their values on the axis", async () => {
    const page = await dashboard.open(path);
    const table = page.getByRole("table", { name: /Paired differences/ });
    await table.waitFor();
    const drawn = await drawnIn(table, ["td strong", "td .faint"]);
    const { comparisons } = await compared();
    expect(drawn.length).toBe(comparisons.reduce((sum, { cells }) => sum + 1 + cells.length, 0));
    const number = (text: string): number => Number(text.replace("−", "-"));
    for (const { texts, dot, bar } of drawn) {
      const [value = "", range = ""] = texts;
      const step = value.includes(".") ? 0.051 : 0.51;
      for (const [place, part] of [value, ...range.split(" to ")].entries())
        expect(Math.abs(number(part) - ([dot, ...bar][place] ?? Number.NaN))).toBeLessThan(step);
    }
    for (const { difference, adjustedInterval: interval } of comparisons) {
      const row = drawn.find(({ dot }) => Math.abs(dot - 100 * difference) < 1e-6);
      expect(row?.bar[0]).toBeCloseTo(100 * interval.lower, 6);
      expect(row?.bar[1]).toBeCloseTo(100 * interval.upper, 6);
    }
  });

  it("lists the questions that only one run got right, with all outputs, and the answer on request", async () => {
    const page = await dashboard.open(path);
    const { uniquelyRight } = await compared();
    const large = uniquelyRight.find(({ run }) => run === ids[1]);
    await page.getByRole("radio", { name: `Only demo-large (${large?.questionCount})` }).click();
    await page.getByText(`${large?.questionCount} questions that no other run has right`).waitFor();
    const [first] = (await large?.questions.take(1).toArray()) ?? [];
    const card = page.locator(".card", { has: page.getByText(first?.key ?? "", { exact: true }) }).first();
    const names = (await card.locator(".side-by-side h3").allInnerTexts()).map((name) => name.trim());
    expect(names).toEqual(["demo-medium", "demo-large", "demo-small"]);
    expect(await card.locator(".outcome-correct").count()).toBe(1);
    expect(await card.locator(".option-right").count()).toBe(0);
    await card.getByRole("button", { name: "Show the answer" }).click();
    await card.locator(".option-right").waitFor();
    expect(new URL(page.url()).searchParams.get("only")).toBe(ids[1]);
    expect(await violations(page)).toEqual([]);
  });

  it("lists the questions on which one run is better, and the address opens the same list", async () => {
    const page = await dashboard.open(path);
    await page.getByRole("radio", { name: "demo-medium and demo-small" }).click();
    await page.getByRole("radio", { name: "Only demo-small" }).click();
    const comparison = await omnidex.compareRuns(ids[0] ?? "", ids[2] ?? "");
    const { totalCount } = await comparison.betterOn("B").page();
    await page.getByText(`${totalCount} questions with the higher score in this run`).waitFor();
    const anew = await dashboard.open(page.url().slice(dashboard.url.length));
    await anew.getByText(`${totalCount} questions with the higher score in this run`).waitFor();
    await anew.getByRole("radio", { name: "Either" }).click();
    await anew.getByText(`${comparison.onlyA + comparison.onlyB} questions with different scores`).waitFor();
  });

  it("compares over the slice that is chosen beside it, and keeps the slice in the address", async () => {
    const page = await dashboard.open(path);
    await page.getByRole("checkbox", { name: /^Reasoning/ }).press("Space");
    const filter = { levels: ["REASONING" as const] };
    const { comparisons } = await compared(filter);
    const n = comparisons[0]?.n ?? 0;
    await page.locator(".verdicts").getByText(`${n} questions`).first().waitFor();
    expect(new URL(page.url()).searchParams.get("filter")).toBe(JSON.stringify(filter));
    await page.getByRole("button", { name: "Show all" }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get("filter")).toBe(null);
  });

  it("prints all rows and no controls", async () => {
    const page = await dashboard.open(`${path}&filter={"levels":["REASONING"]}`);
    await page.locator(".verdicts").waitFor();
    const rows = await page.locator(".forest tbody tr").count();
    await page.emulateMedia({ media: "print" });
    expect(await page.locator(".forest tbody tr:visible").count()).toBe(rows);
    expect(await page.getByText("Only questions with").isVisible()).toBe(true);
    expect(await page.locator("main button:visible").allInnerTexts()).toEqual([]);
    expect((await page.pdf()).subarray(0, 4).toString()).toBe("%PDF");
  });

  it("caused no error", () => {
    expect(dashboard.faults).toEqual([]);
  });
});
