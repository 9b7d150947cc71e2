import { beforeAll, expect, it } from "vitest";
import { curveAt } from "../../../src/dashboard/views/items/curve-figure.tsx";
import type { Omnidex } from "../../../src/sdk/index.ts";
import { submitSimulated } from "../../fixtures/submit-simulated.ts";
import { ADMIN_KEY, violations, violationsByTheme } from "./browser.ts";
import { describeInBrowser } from "./in-browser.ts";

const DEMO = "omnidex-demo";

/** A share in the form that the page shows. */
const percent = (share: number | null): string => (share === null ? "–" : (100 * share).toFixed(1));
const coefficient = (value: number | null): string => (value === null ? "–" : value.toFixed(2).replace("-", "−"));

describeInBrowser("the item analysis in a browser", (dashboard) => {
  let omnidex: Omnidex;

  beforeAll(async () => {
    omnidex = dashboard.omnidex;
    await submitSimulated(omnidex, DEMO, 1);
  });

  it("sorts the questions by a figure, first ascending and then descending, with the API's figures", async () => {
    const page = await dashboard.open(`/items/${DEMO}`);
    await page.locator(".item-table tbody th").first().waitFor();
    for (const direction of ["ASC", "DESC"] as const) {
      await page.getByRole("button", { name: "Discrimination" }).click();
      const [first] = await omnidex
        .itemAnalysis(DEMO, { orderBy: { field: "DISCRIMINATION", direction } })
        .take(1)
        .toArray();
      await page
        .locator(".item-table tbody tr", { hasText: first?.question.key ?? "" })
        .first()
        .waitFor();
      const row = page.locator(".item-table tbody tr[data-index='0']");
      await expect.poll(() => row.locator("th .faint").innerText()).toBe(first?.question.key);
      const cells = await row.locator("td").allInnerTexts();
      expect(cells[0]?.split("\n")[0]).toBe(percent(first?.share ?? null));
      expect(cells[2]).toBe(coefficient(first?.discrimination ?? null));
      expect(new URL(page.url()).searchParams.get("sort")).toBe(
        direction === "ASC" ? "discrimination" : "-discrimination",
      );
    }
    const total = Number(await page.locator(".item-table").getAttribute("aria-rowcount")) - 1;
    expect(total).toBe((await omnidex.itemAnalysis(DEMO).page()).totalCount);
    await expect.poll(() => page.locator(".item-table tbody tr[data-index]").count()).toBe(total);
  });

  it("draws a question's curve with its band and its options, with the figures in tables", async () => {
    const [item] = await omnidex.itemAnalysis(DEMO, { withModel: true }).take(1).toArray();
    const page = await dashboard.open(`/items/${DEMO}`);
    await page.locator(".item-table tbody th a").first().click();
    const curve = page.getByRole("table", { name: "The curve's figures" });
    await curve.waitFor();
    const model = item?.model;
    if (model == null) throw new Error("the simulated runs suffice for a model");
    const rows = await curve
      .locator("tbody tr")
      .evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent)));
    expect(rows).toEqual(
      [-2, -1, 0, 1, 2].map((ability) => {
        const { share, lower, upper } = curveAt(model, ability);
        return [coefficient(ability), percent(share), `${percent(lower)}–${percent(upper)}`];
      }),
    );
    const { runs, families } = model.evidence;
    expect(model.evidence.runs).toBeLessThan(item?.evidence.runs ?? 0);
    await page.getByText(new RegExp(`^The 2PL model: .*; from ${runs} runs of ${families} families$`)).waitFor();
    const options = page.getByRole("table", { name: "Who picks which option, in percent" });
    const labels = await options.locator("tbody th").allInnerTexts();
    expect(labels).toHaveLength(item?.options.length ?? 0);
    expect(labels.filter((label) => label.includes("right"))).toHaveLength(1);
    const counts = await options.locator("tbody td:nth-of-type(1)").allInnerTexts();
    expect(counts).toEqual(item?.options.map(({ count }) => String(count)));
    expect(await page.locator(".item-plot .band").count()).toBe(1);
    expect(await page.locator(".item-plot .key-line").count()).toBe(1);
    // Follows the link to the question's page, then the link back to its curve.
    await page
      .getByRole("link", { name: item?.question.text ?? "", exact: true })
      .first()
      .click();
    await page.getByRole("link", { name: "Item analysis", exact: true }).click();
    await curve.waitFor();
    expect(new URL(page.url()).searchParams.get("question")).toBe(item?.question.key);
  });

  it("states how many runs there are for a withheld figure and how many it needs, and which runs are not counted", async () => {
    const page = await dashboard.open(`/items/${DEMO}?show=health`);
    await page.route("**/graphql*", async (route) => {
      const response = await route.fetch();
      const text = (await response.text()).replaceAll(
        /"withheld":\[\]/g,
        '"withheld":[{"figure":"MODEL","has":{"runs":1,"families":1},"needs":{"runs":8,"families":3}}]',
      );
      await route.fulfill({ response, body: text });
    });
    await page.goto(`${dashboard.url}/items/${DEMO}`);
    await page
      .getByText(
        "Curves need 8 runs of 3 families of models; there is 1 run of 1 family. Submit 7 more, of 2 other families.",
      )
      .waitFor();
    const { uncounted } = await omnidex.itemAnalysis(DEMO).page();
    await page.getByText(`Not counted for curves: ${uncounted.fewerInputs} runs`).waitFor();
    await page.goto(`${dashboard.url}/items/${DEMO}?show=keys`);
    await page
      .getByText(
        "Suspected keys need 8 runs of 3 families of models; there is 1 run of 1 family. Submit 7 more, of 2 other families.",
      )
      .waitFor();
    await page.getByText(/^Not counted: \d+ runs with fewer inputs/).waitFor();
  });

  it("shows how the data of a benchmark were made, with the paper's section, when it is unfolded", async () => {
    const page = await dashboard.open("/items/worldsense?show=health");
    await page.getByText("How its data were made").click();
    await page.getByText("80 professional annotators").waitFor();
    await page.getByText("(WorldSense, Appendix H)").waitFor();
    expect(await page.locator("dt", { hasText: "Licence, not the same everywhere" }).count()).toBe(2);
    await page.goto(`${dashboard.url}/items/${DEMO}?show=health`);
    await page.getByText("How its data were made").click();
    await page.getByText("No source is known.").waitFor();
  });

  it("shows the health report, with the API's numbers, and copies it as Markdown", async () => {
    const { problems, findings, modalities } = await omnidex.benchmarkHealth(DEMO);
    const page = await dashboard.open(`/items/${DEMO}?show=health`);
    const counts = page.getByRole("table", { name: "How many questions have each problem" });
    await counts.waitFor();
    expect(await counts.locator("tbody td").allInnerTexts()).toEqual(
      problems.map(({ questions }) => String(questions)),
    );
    const [video] = modalities;
    expect(video?.answered).toBeGreaterThan(0);
    await page.getByText(`Without video, models answer ${video?.answered} of ${video?.tested} questions`).waitFor();
    const leaks = page.getByRole("table", { name: "Answered without the video" });
    expect(await leaks.locator("tbody tr").count()).toBe(
      findings.nodes.filter(({ problem }) => problem === "ANSWERED_WITHOUT_VIDEO").length,
    );
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("button", { name: "Copy as …" }).click();
    await page.getByRole("menuitem", { name: "Markdown" }).click();
    await page.getByText("Copied as Markdown").waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toContain(`# Health of ${DEMO}, release 1`);
    expect(copied).toContain("## Answered without the video");
  });

  it("lists suspected keys, and removes one from the list once a maintainer has reviewed it", async () => {
    const [suspect, next] = await omnidex.keySuspects(DEMO).take(2).toArray();
    const key = suspect?.question.key ?? "";
    const asReader = await dashboard.open(`/items/${DEMO}?show=keys`);
    await asReader.locator(".key-options").first().waitFor();
    expect(await asReader.getByRole("button", { name: /^Review the key/ }).count()).toBe(0);

    const page = await dashboard.open(`/items/${DEMO}?show=keys`, { apiKey: ADMIN_KEY });
    const first = page.locator("ol > li").first();
    await first.getByText(key, { exact: true }).waitFor();
    expect(await first.innerText()).toContain(`ln LR ${suspect?.evidence.toFixed(1)}`);
    // The switch must have its styles even if no other view has loaded them.
    const track = await page.locator(".switch-track").boundingBox();
    expect(track?.width).toBeGreaterThan(20);
    expect(track?.height).toBeGreaterThan(10);
    expect(await violations(page)).toEqual([]);

    await first.getByRole("button", { name: `Review the key of ${key}` }).click();
    const form = page.getByRole("region", { name: `Review of ${key}` });
    expect(await form.getByRole("button", { name: "Store the review" }).isDisabled()).toBe(true);
    await form.getByRole("textbox", { name: "Reason" }).fill("two options are heard");
    await form.getByRole("button", { name: "Store the review" }).click();
    await first.getByText(next?.question.key ?? "", { exact: true }).waitFor();
    expect(await page.getByText(key, { exact: true }).count()).toBe(0);
    expect((await omnidex.keyReviews(DEMO, key))?.map(({ verdict, reason }) => [verdict, reason])).toEqual([
      ["AMBIGUOUS", "two options are heard"],
    ]);

    await page.getByRole("switch", { name: "Reviewed questions" }).press("Space");
    await page.getByText("1 question reviewed", { exact: false }).waitFor();
    expect(await first.innerText()).toContain("two options are heard");
    await page.getByRole("link", { name: "Leaderboard without ambiguous keys" }).click();
    await page.waitForURL(/\/benchmarks\/omnidex-demo\?filter=/);
    await page.getByText("keyAmbiguous: false").waitFor();
  });

  it("opens from the benchmark and from the palette", async () => {
    const page = await dashboard.open(`/benchmarks/${DEMO}`);
    await page.getByRole("link", { name: "Item analysis" }).click();
    await page.waitForURL(/\/items\/omnidex-demo/);
    await page.getByRole("link", { name: "Leaderboard" }).waitFor();
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog", { name: "Find" }).waitFor();
    await page.keyboard.type("statistics");
    await page
      .getByRole("menuitem", { name: /question statistics/ })
      .first()
      .click();
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
    expect(new URL(page.url()).pathname).toMatch(/^\/items\//);
  });

  it.each(["", "?question=video-001%2F0", "?show=health", "?show=keys"])(
    "axe finds no fault at /items%s in either theme, and nothing is wider than the window",
    async (query) => {
      const page = await dashboard.open(`/items/${DEMO}${query}`);
      await page.locator(".item-table tbody th, .health-counts, .key-options").first().waitFor();
      expect(await violationsByTheme(page)).toEqual({ light: [], dark: [] });
      for (const width of [320, 360, 2560]) {
        await page.setViewportSize({ width, height: 800 });
        const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect([width, Math.max(0, wider)]).toEqual([width, 0]);
      }
      expect(dashboard.faults).toEqual([]);
    },
  );
});

describeInBrowser("the item analysis of only three runs", (dashboard) => {
  it("leaves out figures that need more runs, and states how many", async () => {
    const page = await dashboard.open(`/items/${DEMO}?question=video-001%2F0`);
    await page.getByText("Discriminations need", { exact: false }).waitFor();
    await page.getByText("A curve needs 8 runs of 3 families").waitFor();
    // Columns without a figure are left out.
    await page.getByRole("button", { name: "Unreadable, %" }).waitFor();
    for (const name of ["Discrimination", "Agreement, %"])
      expect(await page.getByRole("button", { name }).count()).toBe(0);
    expect(await page.locator(".item-plot .curve").count()).toBe(0);
    await page.goto(`${dashboard.url}/items/${DEMO}?show=health`);
    await page.getByText("Suspected keys need", { exact: false }).waitFor();
  });
});
