import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import type { Omnidex } from "../../../src/sdk/index.ts";
import { ADMIN_KEY } from "./browser.ts";
import { describeInBrowser } from "./in-browser.ts";

describeInBrowser("the dashboard in a browser", (dashboard) => {
  let omnidex: Omnidex;

  beforeAll(() => {
    omnidex = dashboard.omnidex;
  });

  const rows = (page: Page) => page.locator(".board-table tbody tr");

  it("a user goes from the first page to a slice, and its address opens the same slice", async () => {
    const page = await dashboard.open("/");
    const benchmarks = page.getByRole("region", { name: "Benchmarks" });
    await benchmarks.getByRole("link", { name: "Omnidex demo (synthetic)" }).click();
    await rows(page).first().waitFor();
    await page.getByRole("checkbox", { name: /^Reasoning/ }).press("Space");
    await page.getByText("98 questions ·").waitFor();
    await page.getByRole("checkbox", { name: /Music/ }).press("Space");
    await page.getByText("26 questions ·").waitFor();
    expect(new URL(page.url()).searchParams.get("filter")).toBe(
      JSON.stringify({ levels: ["REASONING"], audioTypes: { any: ["MUSIC"] } }),
    );
    const shown = await rows(page).allInnerTexts();
    const anew = await dashboard.open(page.url().slice(dashboard.url.length));
    await anew.getByText("26 questions ·").waitFor();
    expect(await rows(anew).allInnerTexts()).toEqual(shown);
    await page.goBack();
    await page.getByText("98 questions ·").waitFor();
    expect(await page.getByRole("checkbox", { name: /Music/ }).isChecked()).toBe(false);
  });

  it("the leaderboard shows the API's numbers, and facets count the questions left after a click", async () => {
    const filter = { levels: ["REASONING" as const] };
    const page = await dashboard.open(`/benchmarks/omnidex-demo?filter=${JSON.stringify(filter)}`);
    await rows(page).first().waitFor();
    const board = await omnidex.leaderboard("omnidex-demo", { filter }).toArray();
    const expected = board.map((entry) => [
      entry.model.name,
      (100 * entry.value).toFixed(0),
      entry.__typename === "RankedRun" ? String(entry.score.n) : "",
    ]);
    const texts = await rows(page).evaluateAll((elements) =>
      elements.map((row) => [
        row.querySelector(".clamp-text")?.textContent,
        row.querySelector(".board-value")?.textContent,
        row.querySelector("td:last-child")?.textContent,
      ]),
    );
    expect(texts).toEqual(expected);
    const [audio] = await omnidex.facets({ filter: { ...filter, benchmarks: ["omnidex-demo"] }, by: ["AUDIO_TYPE"] });
    for (const { label, questions } of audio?.values ?? [])
      await expect(page.getByRole("checkbox", { name: `${label} ${questions}` }).count()).resolves.toBe(1);
  });

  it("a run shows a breakdown and its wrong answers, with the matched text marked", async () => {
    const page = await dashboard.open("/benchmarks/omnidex-demo");
    await page.getByRole("link", { name: "demo-large" }).click();
    await page.getByRole("heading", { level: 1, name: "demo-large" }).waitFor();
    const [run] = await omnidex.runs({ filter: { models: ["demo-large"] } }).toArray();
    await page.locator(".score-value").waitFor();
    expect(await page.locator(".score-value").innerText()).toContain("75.0");
    await page.getByRole("radio", { name: "Level" }).click();
    await page.getByRole("heading", { name: "By level" }).waitFor();
    const cells = await omnidex.breakdown(run?.id ?? "", { by: ["LEVEL"] });
    const table = page.getByRole("table", { name: /Score by level/ });
    await expect(table.locator("tbody th").allInnerTexts()).resolves.toEqual(cells.map(({ keys }) => keys[0]?.label));
    await page.getByRole("radio", { name: "Wrong" }).click();
    const wrong = await omnidex.counts(run?.id ?? "");
    await page.getByText(`${wrong?.wrong} predictions`).waitFor();
    await expect.poll(() => page.locator(".outcome-wrong").count()).toBe(20);
    await page.getByRole("button", { name: "Show more" }).click();
    await expect.poll(() => page.locator(".outcome-wrong").count()).toBe(wrong?.wrong);
    await page.getByRole("table", { name: "Predictions of the run" }).getByRole("link").first().click();
    await page.locator("mark").first().waitFor();
  });

  it("two selected runs are compared, with the API's difference and both outputs", async () => {
    const page = await dashboard.open("/benchmarks/omnidex-demo");
    for (const name of ["demo-medium", "demo-large"])
      await page.getByRole("checkbox", { name: `Compare ${name}` }).press("Space");
    await page.getByRole("link", { name: "Compare 2 runs" }).click();
    await page.getByRole("heading", { name: "Differences to demo-medium" }).waitFor();
    const [medium] = await omnidex.runs({ filter: { models: ["demo-medium"] } }).toArray();
    const [large] = await omnidex.runs({ filter: { models: ["demo-large"] } }).toArray();
    const { difference, interval, disagreements } = await omnidex.compareRuns(large?.id ?? "", medium?.id ?? "");
    // As many decimals as the interval allows: it is 3.92 standard errors wide.
    const decimals = (interval.upper - interval.lower) / 3.92 < 0.0355 ? 1 : 0;
    const points = (100 * difference).toFixed(decimals);
    await page.getByText(`demo-large is ${points} points better than demo-medium`).waitFor();
    const { totalCount } = await disagreements.page();
    await page.getByText(`${totalCount} questions with different scores`).waitFor();
    expect(await page.locator(".side-by-side .response").count()).toBeGreaterThanOrEqual(10);
    await page.getByRole("button", { name: "Make it the reference" }).click();
    await page.getByRole("heading", { name: "Differences to demo-large" }).waitFor();
  });

  it("each interval is drawn at its value on the axis", async () => {
    const page = await dashboard.open("/benchmarks/omnidex-demo");
    await rows(page).first().waitFor();
    const drawn = await rows(page).evaluateAll((elements) => {
      const ticks = [...document.querySelectorAll(".board-table .share-axis text:not(.chance)")];
      const [first, last] = [ticks[0], ticks.at(-1)].map((tick) => ({
        at: Number.parseFloat(tick?.getAttribute("x") ?? ""),
        value: Number(tick?.textContent),
      }));
      if (first === undefined || last === undefined) return [];
      const valueAt = (x: string | null | undefined): number =>
        first.value + ((Number.parseFloat(x ?? "") - first.at) * (last.value - first.value)) / (last.at - first.at);
      return elements.map((row) => ({
        texts: [row.querySelector(".board-value"), row.querySelector(".board-value + span")].map((e) => e?.textContent),
        dot: valueAt(row.querySelector(".dot")?.getAttribute("cx")),
        bar: ["x1", "x2"].map((end) => valueAt(row.querySelector(".bar")?.getAttribute(end))),
      }));
    });
    expect(drawn.length).toBe(3);
    for (const { texts, dot, bar } of drawn) {
      const [value, interval = ""] = texts;
      for (const [place, number] of [value, ...interval.split("–")].entries())
        expect(Math.abs(Number(number) - ([dot, ...bar][place] ?? Number.NaN))).toBeLessThan(0.06);
    }
  });

  it("a leaderboard sorts by a column, and keeps the order in the address", async () => {
    const page = await dashboard.open("/benchmarks/omnidex-demo");
    await rows(page).first().waitFor();
    const names = () => page.locator(".board-table tbody .clamp-text a").allInnerTexts();
    const byScore = await names();
    await page.getByRole("button", { name: "Model", exact: true }).click();
    await expect.poll(names).toEqual([...byScore].sort());
    expect(new URL(page.url()).searchParams.get("sort")).toBe("model");
    const anew = await dashboard.open(page.url().slice(dashboard.url.length));
    await rows(anew).first().waitFor();
    expect(await anew.locator(".board-table tbody .clamp-text a").allInnerTexts()).toEqual([...byScore].sort());
  });

  it("the arrow keys move through a table", async () => {
    const page = await dashboard.open("/benchmarks/omnidex-demo");
    await rows(page).first().waitFor();
    const focused = () =>
      page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent);
    await page.getByRole("link", { name: "demo-large" }).focus();
    await page.keyboard.press("ArrowDown");
    expect(await focused()).toBe("demo-medium");
    await page.keyboard.press("ArrowLeft");
    expect(await focused()).toBe("Compare demo-medium");
    await page.keyboard.press("ArrowUp");
    expect(await focused()).toBe("Compare demo-large");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowUp");
    expect(await focused()).toBe("Model");
  });

  it("an audit shows the responses that another harness reads differently, with both readings", async () => {
    const page = await dashboard.open("/runs/run_3");
    await page.getByRole("button", { name: "Show what they would score" }).click();
    const row = page.getByRole("row", { name: /lmms-eval-worldsense/ });
    const audit = await omnidex.audit("run_3", "lmms-eval-worldsense", { disagreements: 5 });
    await row.getByRole("button", { name: `${audit?.differences} responses` }).click();
    const cases = row.locator(".audit-cases li");
    await cases.first().waitFor();
    const shown = await cases.locator(".soft").allInnerTexts();
    expect(shown).toEqual(
      audit?.disagreements.map(
        ({ original, other }) => `${original.answer ?? "nothing"} here, ${other.answer ?? "nothing"} there`,
      ),
    );
  });

  it("a breakdown is copied with the API's numbers", async () => {
    const page = await dashboard.open("/runs/run_3?by=LEVEL");
    await page.evaluate(() => {
      Object.defineProperty(navigator, "clipboard", {
        value: { writeText: async (text: string) => Reflect.set(window, "copied", text) },
      });
    });
    await page.getByRole("button", { name: "Copy as" }).click();
    await page.getByRole("menuitem", { name: "CSV" }).click();
    await page.getByText("Copied as CSV").waitFor();
    const table = await fetch(`${dashboard.url}/tables/breakdown.csv?run=run_3&by=LEVEL`);
    expect(await page.evaluate(() => String(Reflect.get(window, "copied")))).toBe(await table.text());
  });

  it("an answer is shown only on request", async () => {
    const page = await dashboard.open("/questions?benchmark=omnidex-demo");
    const [question] = await omnidex
      .questions({ filter: { benchmarks: ["omnidex-demo"] } })
      .take(1)
      .toArray();
    expect(await page.locator(".option-right").count()).toBe(0);
    await page.getByRole("button", { name: "Show the answer" }).first().click();
    await page.locator(".option-right").waitFor();
    const right = page.locator(".question-option.right .option-label");
    expect(await right.innerText()).toBe(question?.answer?.label);
  });

  it("a key is kept out of the address and the local storage, and an unknown key is refused", async () => {
    const page = await dashboard.open("/");
    await page.getByRole("button", { name: "Enter an API key" }).click();
    await page.getByLabel("Key", { exact: true }).fill("omx_wrong");
    await page.getByRole("button", { name: "Use this key" }).click();
    await page.getByText(/is unknown to this server/).waitFor();
    await page.getByLabel("Key", { exact: true }).fill(ADMIN_KEY);
    await page.getByRole("button", { name: "Use this key" }).click();
    await page.getByRole("button", { name: "API key: entered" }).waitFor();
    expect(page.url()).not.toContain(ADMIN_KEY);
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain(ADMIN_KEY);
  });

  it("a query runs in GraphiQL", async () => {
    const page = await dashboard.open("/graphql");
    await page.locator(".graphiql-query-editor .CodeMirror-line").first().waitFor();
    await page.getByRole("button", { name: /Execute query/ }).click();
    await page.locator(".result-window").getByText("totalCount").waitFor();
  });

  it("no error occurred, and the security policy refused nothing", () => {
    // The wrong key above is answered with 401, which browsers log.
    expect(dashboard.faults.filter((fault) => !fault.includes("401"))).toEqual([]);
  });
});
