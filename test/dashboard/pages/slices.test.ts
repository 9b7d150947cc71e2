import type { Page, Route } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import type { Omnidex } from "../../../src/sdk/index.ts";
import { atRest } from "./browser.ts";
import { importBenchmark } from "./import-file.ts";
import { describeInBrowser } from "./in-browser.ts";

/** A benchmark whose categories have no subcategories, like OmniVideoBench's. */
const FLAT = {
  benchmark: { slug: "kitchen", title: "Kitchen sounds" },
  tasks: [{ name: "Hearing", level: "PERCEPTION" }],
  videos: [
    { key: "a", category: "Frying", durationSeconds: 30 },
    { key: "b", category: "Boiling", durationSeconds: 90 },
  ],
  questions: [
    { key: "1", video: "a", task: "Hearing", text: "What?", options: ["x", "y"], answer: "A", requiresAudio: true },
    { key: "2", video: "b", task: "Hearing", text: "Who?", options: ["x", "y"], answer: "B", requiresAudio: false },
    { key: "3", video: "b", task: "Hearing", text: "Why?", options: ["x", "y"], answer: "B", requiresAudio: true },
  ],
};

describeInBrowser("the slice builder", (dashboard) => {
  let omnidex: Omnidex;

  beforeAll(async () => {
    omnidex = dashboard.omnidex;
    await importBenchmark(dashboard.url, "kitchen", "kitchen.json", FLAT);
  });

  const filterOf = (page: Page): unknown => JSON.parse(new URL(page.url()).searchParams.get("filter") ?? "null");
  const demo = "/questions?benchmark=omnidex-demo";

  it("offers categories that have no subcategories", async () => {
    const page = await dashboard.open("/questions?benchmark=kitchen");
    await page.getByRole("button", { name: "Category" }).click();
    await page.getByRole("checkbox", { name: "Boiling 2" }).press("Space");
    await page.getByText("2 questions", { exact: true }).waitFor();
    expect(filterOf(page)).toEqual({ categories: ["boiling"] });
  });

  it("offers a tree of categories if the benchmark has one", async () => {
    const page = await dashboard.open(demo);
    await page.getByRole("button", { name: "Category" }).click();
    const values = page.locator('.facet-values[aria-label="Category"]');
    await values.waitFor();
    const [top] = await omnidex.facets({ filter: { benchmarks: ["omnidex-demo"] }, by: ["CATEGORY"] });
    const [leaves] = await omnidex.facets({ filter: { benchmarks: ["omnidex-demo"] }, by: ["SUBCATEGORY"] });
    expect(leaves?.values.length).toBeGreaterThan(1);
    expect(await values.locator(".depth-0 .facet-label").allInnerTexts()).toContain(top?.values[0]?.label);
    expect(await values.locator(".depth-1").count()).toBeGreaterThan(0);
  });

  it("shows for each value of a flag how many questions have it", async () => {
    const page = await dashboard.open("/questions?benchmark=kitchen");
    const flag = page.getByRole("radiogroup", { name: "Needs the sound" });
    await flag.getByRole("radio", { name: "yes 2" }).waitFor();
    await flag.getByRole("radio", { name: "no 1" }).click();
    await page.getByText("1 question", { exact: true }).waitFor();
    expect(filterOf(page)).toEqual({ requiresAudio: false });
    // The counts of the flag itself do not change. A flag that the benchmark does not state is not offered.
    await flag.getByRole("radio", { name: "yes 2" }).waitFor();
    expect(await page.locator(".flag").count()).toBe(1);
  });

  it("can require all of several audio types, or none of them", async () => {
    const page = await dashboard.open(demo);
    const within = (filter: object) =>
      omnidex.questions({ filter: { benchmarks: ["omnidex-demo"], ...filter } }).page();
    await page.getByRole("radio", { name: "None of" }).click();
    const none = await within({ audioTypes: { none: ["MUSIC"] } });
    await page.getByRole("checkbox", { name: `Music ${none.totalCount}` }).press("Space");
    await page.getByText(`${none.totalCount} questions`, { exact: true }).waitFor();
    await page.getByRole("radio", { name: "All of" }).click();
    const both = { none: ["MUSIC" as const], all: ["SPEECH" as const] };
    const all = await within({ audioTypes: both });
    // No question has MUSIC among all of its types and among none of them, so the server refuses to count these.
    await page.getByRole("checkbox", { name: "Music 0" }).waitFor();
    await page.getByRole("checkbox", { name: `Speech ${all.totalCount}` }).press("Space");
    await page.getByText(`${all.totalCount} questions`, { exact: true }).waitFor();
    expect(filterOf(page)).toEqual({ audioTypes: both });
    const anew = await dashboard.open(page.url().slice(dashboard.url.length));
    await anew.getByRole("radio", { name: "None of: 1" }).waitFor();
    expect(await anew.getByRole("radio", { name: "All of: 1" }).getAttribute("aria-checked")).toBe("true");
  });

  it("keeps both of two changes that follow each other before the address has changed", async () => {
    const page = await dashboard.open(`${demo}&filter=${encodeURIComponent('{"not":{"levels":["SENSATION"]}}')}`);
    await page.getByRole("checkbox", { name: /^Perception/ }).waitFor();
    await page.evaluate(() => {
      for (const label of document.querySelectorAll<HTMLElement>('.facet-values[aria-label="Level"] label'))
        if (/Perception|Reasoning/.test(label.textContent ?? "")) label.click();
      document.querySelector<HTMLElement>(".other-condition button")?.click();
    });
    await expect.poll(() => filterOf(page)).toEqual({ levels: ["PERCEPTION", "REASONING"] });
  });

  it("keeps the typed text while the view is updated, including a space at the end", async () => {
    const page = await dashboard.open(demo);
    const field = page.getByRole("searchbox", { name: "Search questions and options" });
    await field.pressSequentially("music ");
    await expect.poll(() => filterOf(page)).toEqual({ text: "music" });
    await atRest(page);
    expect(await field.inputValue()).toBe("music ");
    await field.pressSequentially("video", { delay: 120 });
    await expect.poll(() => filterOf(page)).toEqual({ text: "music video" });
    expect(await field.inputValue()).toBe("music video");
    await page.goBack();
    await expect.poll(() => field.inputValue()).not.toBe("music video");
    await page.getByRole("button", { name: "Clear", exact: true }).click();
    await expect.poll(() => field.inputValue()).toBe("");
  });

  it("keeps the current questions when the next ones cannot be loaded", async () => {
    const page = await dashboard.open(demo);
    const failing = (route: Route): Promise<void> => route.fulfill({ status: 500 });
    await page.route("**/graphql", failing);
    await page.getByRole("button", { name: "Show more" }).click();
    await page.getByText("More could not be loaded.").waitFor();
    expect(await page.locator(".question-text").count()).toBe(20);
    await page.unroute("**/graphql", failing);
    await page.getByRole("button", { name: "Try again" }).click();
    await expect.poll(() => page.locator(".question-text").count()).toBe(40);
  });
});
