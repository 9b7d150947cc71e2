import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { BINS } from "../../../src/dashboard/slices/duration-brush.tsx";
import type { Omnidex } from "../../../src/sdk/index.ts";
import { violations } from "./browser.ts";
import { importBenchmark } from "./import-file.ts";
import { describeInBrowser } from "./in-browser.ts";

const DEMO = { benchmarks: ["omnidex-demo"] };

const FILMS = {
  benchmark: { slug: "films", title: "Films", license: "CC0-1.0" },
  tasks: [{ name: "Sound source", level: "PERCEPTION", chance: 0.5 }],
  videos: [
    { key: "file", category: "A", durationSeconds: 42, url: "https://media.example/pan.mp4?start=3&end=7" },
    { key: "tube", category: "B", durationSeconds: 90, url: "https://www.youtube.com/embed/abc?start=12" },
  ],
  questions: ["file", "tube"].map((video) => ({
    ...{ key: `${video}/0`, video, task: "Sound source", text: `What is in ${video}?` },
    ...{ options: ["This", "That"], answer: "B" },
  })),
};

describeInBrowser("a slice and its questions", (dashboard) => {
  let omnidex: Omnidex;

  beforeAll(async () => {
    omnidex = dashboard.omnidex;
    await importBenchmark(dashboard.url, "films", "films.json", FILMS);
  });

  const filterOf = (page: Page): unknown => JSON.parse(new URL(page.url()).searchParams.get("filter") ?? "null");
  const countOf = async (filter: object): Promise<number> =>
    (await omnidex.questions({ filter: { ...DEMO, ...filter }, pageSize: 1 }).page()).totalCount;

  it("shows the papers' figures of a benchmark that is not imported, and how to import it", async () => {
    const page = await dashboard.open("/benchmarks/worldsense");
    const { totalCount } = await omnidex.leaderboard("worldsense", { pageSize: 1 }).page();
    const table = page.locator(".board-table");
    expect(await table.getAttribute("aria-rowcount")).toBe("51");
    await page.getByText(`${totalCount} rows`, { exact: false }).first().waitFor();
    await page.getByRole("button", { name: `Show ${totalCount - 50} more of ${totalCount}` }).press("Enter");
    await expect.poll(() => table.getAttribute("aria-rowcount")).toBe(String(totalCount + 1));
    expect(await page.getByText("0 questions").count()).toBe(0);
    for (const path of ["/benchmarks/worldsense", "/questions?benchmark=worldsense", "/items/worldsense?show=health"]) {
      const view = await dashboard.open(path);
      const commands = await view.locator("main .card code").allTextContents();
      expect([path, commands]).toEqual([
        path,
        ["omnidex pull worldsense", "omnidex import worldsense worldsense_qa.json"],
      ]);
    }
  });

  it("draws durations with the API's counts, and narrows them by keyboard and by typing", async () => {
    const page = await dashboard.open("/benchmarks/omnidex-demo");
    const bars = page.locator(".brush-bars rect title");
    await bars.first().waitFor({ state: "attached" });
    const drawn = (await bars.allTextContents()).map((text) => Number(/: (\d+) question/.exec(text)?.[1]));
    const counted = await Promise.all(
      BINS.map(({ lower, upper }) =>
        countOf({ durationSeconds: { gte: lower ?? 0, ...(upper !== null && { lt: upper }) } }),
      ),
    );
    expect(drawn).toEqual(counted);
    await page.getByRole("slider", { name: "Shortest" }).focus();
    for (let press = 0; press < 3; press++) await page.keyboard.press("ArrowRight");
    await expect.poll(() => filterOf(page)).toEqual({ durationSeconds: { gte: 60 } });
    await page.getByText(`${await countOf({ durationSeconds: { gte: 60 } })} questions ·`).waitFor();
    await page.getByLabel("To", { exact: true }).fill("2.5 min");
    await page.keyboard.press("Enter");
    await expect.poll(() => filterOf(page)).toEqual({ durationSeconds: { gte: 60, lt: 150 } });
    await page.getByText(`${await countOf({ durationSeconds: { gte: 60, lt: 150 } })} questions ·`).waitFor();
    await page.getByLabel("To", { exact: true }).fill("soon");
    await page.getByText("A time like 90, 1:30 or 2 min").waitFor();
    await page.getByLabel("To", { exact: true }).fill("");
    await page.getByLabel("From", { exact: true }).fill("");
    await page.keyboard.press("Enter");
    await expect.poll(() => filterOf(page)).toBeNull();
  });

  it("narrows durations with the brush", async () => {
    const page = await dashboard.open("/benchmarks/omnidex-demo");
    const track = page.getByRole("slider", { name: "Longest" });
    await track.scrollIntoViewIfNeeded();
    const box = await track.boundingBox();
    if (box === null) throw new Error("The track has no place.");
    const y = box.y + box.height / 2;
    await page.mouse.move(box.x + box.width - 8, y);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2, y, { steps: 5 });
    await page.mouse.up();
    await expect.poll(() => filterOf(page)).toEqual({ durationSeconds: { lt: 300 } });
  });

  it("says which conditions a benchmark cannot meet, and that a slice is empty", async () => {
    const filter = { dominances: ["AUDIO" as const] };
    const { warnings } = await omnidex.slice({ ...filter, benchmarks: ["films"] });
    expect(warnings.length).toBe(1);
    const page = await dashboard.open(`/benchmarks/films?filter=${JSON.stringify(filter)}`);
    await page.getByText(warnings[0]?.message ?? "").waitFor();
    await page.getByText("No question meets all conditions of this slice.").waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole("button", { name: "Remove all conditions" }).click();
    await page.getByText("2 questions ·").waitFor();
  });

  it.each([
    "/benchmarks/omnidex-demo",
    "/benchmarks/omnidex-demo?by=LEVEL",
    "/questions",
    "/runs/run_3",
    "/compare?runs=run_1,run_2",
  ])("explains and repairs a bad filter at %s", async (path) => {
    const filter = { tasks: ["causal-reasonin"], durationSeconds: { gt: 9, lt: 3 } };
    const page = await dashboard.open(`${path}${path.includes("?") ? "&" : "?"}filter=${JSON.stringify(filter)}`);
    await page.getByRole("heading", { name: "Conditions of this slice are wrong" }).waitFor();
    expect(await page.getByRole("alert").count()).toBe(1);
    expect(await page.getByRole("alert").innerText()).toContain("no task 'causal-reasonin'.");
    expect(await violations(page)).toEqual([]);
    await page.getByRole("button", { name: "Remove this condition" }).first().click();
    await page.getByRole("button", { name: "Use causal-reasoning" }).click();
    await expect.poll(() => filterOf(page)).toEqual({ tasks: ["causal-reasoning"] });
    await page.getByRole("alert").waitFor({ state: "detached" });
  });

  it("names an unknown enum value, and replaces it by the nearest value on request", async () => {
    const page = await dashboard.open('/benchmarks/omnidex-demo?filter={"levels":["REASONIN"]}');
    await page.getByText("There is no level 'REASONIN'.").waitFor();
    await page.getByRole("button", { name: "Use REASONING" }).click();
    await page.getByText("98 questions ·").waitFor();
  });

  it("says how many runs got each question right, as cards and as a table", async () => {
    const page = await dashboard.open("/questions?benchmark=omnidex-demo");
    const { questions } = await omnidex.query<{
      questions: { nodes: { results: { right: number; runs: number } }[] };
    }>(
      `query ($filter: QuestionFilter) { questions(filter: $filter, first: 200) { nodes { results { right runs } } } }`,
      {
        filter: DEMO,
      },
    );
    const pairs = questions.nodes.map(({ results }) => `${results.right} of ${results.runs}`);
    expect(new Set(pairs).size).toBeGreaterThan(2);
    expect(await page.locator(".results").allInnerTexts()).toEqual(
      pairs.slice(0, 20).map((pair) => `${pair} runs right`),
    );
    const tag = { hasText: /^synthetic$/ };
    expect(await page.locator(".question .tag", tag).count()).toBe(20);
    await page.getByRole("radio", { name: "Table" }).click();
    const rows = page.getByRole("table", { name: "Questions of the slice" }).locator("tbody tr");
    await expect.poll(() => rows.locator(".results").count()).toBe(200);
    expect(await rows.locator(".results").allInnerTexts()).toEqual(pairs);
    const heights = await rows.locator(".results").evaluateAll((all) => all.map((one) => one.clientHeight));
    for (const height of heights) expect(height).toBeLessThan(24);
    expect(await rows.locator(".tag", tag).count()).toBe(200);
    expect(new URL(page.url()).searchParams.get("show")).toBe("table");
    expect(await violations(page)).toEqual([]);
    await rows.first().getByRole("link").click();
    await page.getByRole("button", { name: "Show the answer" }).waitFor();
  });

  it("lets the browser's search find the last of 200 rows", async () => {
    const page = await dashboard.open("/questions?benchmark=omnidex-demo&show=table");
    const last = page.locator(".question-table tbody tr").nth(199);
    const text = (await last.getByRole("link").innerText()).trim();
    // Searches the page as Ctrl F does.
    const find = (words: string) =>
      page.evaluate((searched) => Reflect.get(window, "find").call(window, searched), words);
    expect(await find(text)).toBe(true);
    expect(await find("no such words in the table")).toBe(false);
  });

  it("exports the slice: each link returns a file, and the downloaded prompts are those of the API", async () => {
    const filter = { levels: ["REASONING" as const] };
    const page = await dashboard.open(`/questions?benchmark=omnidex-demo&filter=${JSON.stringify(filter)}`);
    await page.getByRole("button", { name: "Export this slice" }).click();
    const links = page.getByRole("table", { name: "Files of this slice" }).getByRole("link");
    expect(await links.allInnerTexts()).toEqual(["ndjson", "csv", "parquet", "omnidex-json", "croissant"]);
    for (const link of await links.all()) {
      const response = await fetch(new URL((await link.getAttribute("href")) ?? "", dashboard.url));
      expect([await link.innerText(), response.status]).toEqual([await link.innerText(), 200]);
      const text = await response.text();
      if ((await link.innerText()) === "ndjson") expect(text.trim().split("\n").length).toBe(98);
    }
    const downloading = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download 98 prompts" }).click();
    const lines = (await readFile(await (await downloading).path(), "utf8")).trim().split("\n");
    const prompts = await omnidex.prompts({ filter: { ...DEMO, ...filter } }).toArray();
    expect(lines.map((line) => JSON.parse(line).prompt)).toEqual(prompts.map(({ prompt }) => prompt));
  });

  it("plays a video file from its start time on request, and only links to YouTube", async () => {
    const page = await dashboard.open("/questions?benchmark=films");
    const asked: string[] = [];
    await page.route("https://media.example/**", (route) => {
      asked.push(route.request().url());
      return route.fulfill({ status: 200, contentType: "video/mp4", body: "" });
    });
    await page.getByRole("button", { name: "Play the video" }).waitFor();
    expect([asked.length, await page.locator("video").count()]).toEqual([0, 0]);
    await page.getByRole("button", { name: "Play the video" }).click();
    const video = page.locator("video");
    expect(await video.getAttribute("src")).toBe("https://media.example/pan.mp4?start=3&end=7#t=3,7");
    expect(await video.getAttribute("preload")).toBe("none");
    await expect.poll(() => asked[0]).toBe("https://media.example/pan.mp4?start=3&end=7");
    const link = page.getByRole("link", { name: "video", exact: true });
    expect(await link.getAttribute("href")).toBe("https://www.youtube.com/watch?v=abc&t=12s");
    expect(dashboard.faults.filter((fault) => /policy/i.test(fault))).toEqual([]);
  });
});
