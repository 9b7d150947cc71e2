import { beforeAll, expect, it } from "vitest";
import { worldSenseFixture, worldSenseJson } from "../../fixtures/worldsense-fixture.ts";
import { postBenchmark } from "./import-file.ts";
import { describeInBrowser } from "./in-browser.ts";

describeInBrowser("the home page and the navigation", (dashboard) => {
  beforeAll(async () => {
    const { name, bytes } = worldSenseJson(worldSenseFixture().slice(0, 3));
    await postBenchmark(dashboard.url, "worldsense", new File([Uint8Array.from(bytes)], name));
    const [question] = await dashboard.omnidex.questions({ filter: { benchmarks: ["worldsense"] } }).toArray();
    await dashboard.omnidex.submitRun({
      ...{ benchmark: "worldsense", model: { name: "seeded" }, inputs: ["VIDEO"], visibility: "PUBLIC" },
      ...{ frames: 8, seed: 7, prompt: "Look, then answer" },
      predictions: [{ question: question?.key ?? "", response: "A" }],
    });
  });

  it("a card says how many runs there are, the best score, and the size of the paper's benchmark, and has actions", async () => {
    const page = await dashboard.open("/");
    const card = (name: string) => page.getByRole("listitem").filter({ has: page.getByRole("heading", { name }) });
    const { nodes, totalCount } = await dashboard.omnidex
      .leaderboard("omnidex-demo", { published: false, pageSize: 1 })
      .page();
    const demo = card("Omnidex demo (synthetic)");
    const best = (100 * (nodes[0]?.value ?? Number.NaN)).toFixed(1);
    await demo.getByText(`${totalCount} runs · best ${best} %, ${nodes[0]?.model.name}`, { exact: true }).waitFor();
    expect(await demo.getByRole("link").allTextContents()).toEqual([
      "Omnidex demo (synthetic)",
      "Leaderboard",
      "Questions",
      "Item analysis",
      "Submit a run",
    ]);
    const { questionCount = 0 } = (await dashboard.omnidex.benchmark("worldsense")) ?? {};
    await card("WorldSense")
      .getByText(`${questionCount} questions on 3 videos; the paper has 3,172 questions`, { exact: true })
      .waitFor();
    await card("WorldSense")
      .getByText("No ranked run: 1 run with answers to less than half of the questions", { exact: true })
      .waitFor();
  });

  it("a card's “Submit a run” chooses the benchmark of the card", async () => {
    const page = await dashboard.open("/");
    const card = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: "WorldSense" }) });
    await card.getByRole("link", { name: "Submit a run" }).click();
    await page.waitForURL("**/submit?benchmark=worldsense");
    await page.getByRole("button", { name: "WorldSense Benchmark" }).waitFor();
    const unknown = await dashboard.open("/submit?benchmark=no-such-benchmark");
    await unknown.getByRole("button", { name: "Choose one Benchmark" }).waitFor();
  });

  it("the latest runs have their settings, and their benchmark by its title", async () => {
    const page = await dashboard.open("/");
    const row = page.getByRole("row").filter({ has: page.getByRole("link", { name: "seeded" }) });
    await row.getByText("8 frames · prompt Look, then answer · seed 7", { exact: true }).waitFor();
    await row.getByRole("link", { name: "WorldSense", exact: true }).waitFor();
  });

  it.each([
    ["/", "Benchmarks", "page"],
    ["/benchmarks/omnidex-demo", "Benchmarks", "true"],
    ["/runs/run_1", "Benchmarks", "true"],
    ["/items/omnidex-demo", "Benchmarks", "true"],
    ["/compare?runs=run_1,run_2", "Benchmarks", "true"],
    ["/questions?benchmark=omnidex-demo", "Questions", "page"],
    ["/questions/no-such-question", "Questions", "true"],
    ["/submit?benchmark=omnidex-demo", "Submit", "page"],
  ])("on %s, the entry %s is the current one", async (path, name, current) => {
    const page = await dashboard.open(path);
    const marked = page.getByRole("navigation", { name: "Main" }).locator("[aria-current]");
    await expect
      .poll(() => marked.evaluateAll((all) => all.map((link) => [link.textContent, link.getAttribute("aria-current")])))
      .toEqual([[name, current]]);
  });
});
