import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { Omnidex } from "../../../src/sdk/index.ts";
import { ADMIN_KEY, violations } from "./browser.ts";
import { describeInBrowser } from "./in-browser.ts";

/** The task of a question. */
const taskOf = (index: number): string => (index % 2 === 0 ? "Counting" : index % 12 === 5 ? "Rare" : "Order");

const QUESTIONS = Array.from({ length: 60 }, (_, index) => ({
  ...{ key: `q${index}`, task: taskOf(index), level: "PERCEPTION" },
  ...{ text: `Number ${index}?`, options: ["one", "two", "three"], answer: index % 3 },
}));
const FILE = {
  name: "secrets.json",
  mimeType: "application/json",
  buffer: Buffer.from(JSON.stringify({ benchmark: { slug: "secrets", title: "Secrets" }, questions: QUESTIONS })),
};

describeInBrowser("a benchmark that hides its answers, in a browser", (dashboard) => {
  /** The ids of two runs with different owners. The first run answers A throughout, the second run B. */
  let runs: readonly string[];
  beforeAll(async () => {
    const page = await dashboard.open("/admin", { apiKey: ADMIN_KEY });
    await importHidden(page);
    runs = [await submitted("A"), await submitted("B")];
  });

  async function importHidden(page: Page): Promise<void> {
    const card = page.getByRole("region", { name: "Import a benchmark" });
    await card.locator("input[type=file]").setInputFiles(FILE);
    await card.getByRole("textbox", { name: "Slug" }).fill("secrets");
    // By keyboard, because the card moves while the page loads, and a pointer would miss.
    await card.getByRole("checkbox", { name: "hide the answers" }).press("Space");
    await card.getByRole("button", { name: "See what would change" }).press("Enter");
    await card.getByText("with hidden answers").waitFor();
    await card.getByRole("button", { name: "Import", exact: true }).press("Enter");
    await card.getByText("Imported as release").waitFor();
  }

  async function submitted(label: string, owner = label, anonymous = false): Promise<string> {
    const { secret } = await new Omnidex({ url: dashboard.url, apiKey: ADMIN_KEY }).createApiKey({
      name: label,
      owner,
    });
    const { id } = await new Omnidex({ url: dashboard.url, apiKey: secret }).submitRun({
      ...{ benchmark: "secrets", model: { name: `always-${label}` }, inputs: ["VIDEO"], visibility: "PUBLIC" },
      predictions: QUESTIONS.map(({ key }) => ({ question: key, response: label })),
      anonymous,
    });
    return id;
  }

  it("is imported with a public share and an open part, whose shares the form checks", async () => {
    const questions = Array.from({ length: 200 }, (_, index) => ({
      ...{ key: `p${index}`, task: taskOf(index), level: "PERCEPTION", answer: index % 3 },
      ...{ text: `Which is part ${index}?`, options: ["one", "two", "three"] },
    }));
    const buffer = Buffer.from(JSON.stringify({ benchmark: { slug: "parted", title: "Parted" }, questions }));
    const page = await dashboard.open("/admin", { apiKey: ADMIN_KEY });
    const card = page.getByRole("region", { name: "Import a benchmark" });
    await card.locator("input[type=file]").setInputFiles({ name: "p.json", mimeType: "application/json", buffer });
    await card.getByRole("textbox", { name: "Slug" }).fill("parted");
    expect(await card.getByRole("textbox", { name: /share/ }).count()).toBe(0);
    await card.getByRole("checkbox", { name: "hide the answers" }).press("Space");
    const [shown, open] = ["Public share", "Open share"].map((name) => card.getByRole("textbox", { name }));
    const check = card.getByRole("button", { name: "See what would change" });
    await shown?.fill("2");
    await card.getByText("It must be a share above 0 and below 1, such as 0.2, or 1 for one leaderboard.").waitFor();
    await open?.fill("1");
    await card.getByText("It must be a share above 0 and below 1, such as 0.2.", { exact: true }).waitFor();
    expect(await check.isDisabled()).toBe(true);
    expect(await violations(page)).toEqual([]);
    await shown?.fill("0.4");
    await open?.fill("0.3");
    await check.press("Enter");
    const report = /, with hidden answers: scores over 40 % of the questions are shown/;
    await card.getByText(report).waitFor();
    await card.getByRole("heading", { name: "The open part, whose answers everyone sees" }).waitFor();
    await card.getByRole("button", { name: "Import", exact: true }).press("Enter");
    await card.getByText("Imported as release").last().waitFor();
    const omnidex = new Omnidex({ url: dashboard.url });
    const counts = async (slug: string) =>
      (await omnidex.questions({ filter: { benchmarks: [slug] } }).toArray()).length;
    expect((await counts("parted")) + (await counts("parted-open"))).toBe(questions.length);
    expect(await card.innerText()).toContain(`${await counts("parted-open")} questions`);
    expect(dashboard.faults).toEqual([]);
  });

  it("has a leaderboard", async () => {
    const page = await dashboard.open("/benchmarks/secrets");
    await page.getByRole("link", { name: "always-A" }).first().waitFor();
    expect(await page.locator("main").innerText()).toContain("always-B");
    expect(dashboard.faults).toEqual([]);
  });

  it("states how many columns of a table are left out, and why", async () => {
    const page = await dashboard.open("/benchmarks/secrets?by=TASK");
    await page.getByText(/columns? left out: the benchmark keeps its answers secret/).waitFor();
    expect(await page.getByRole("columnheader", { name: /Rare/ }).count()).toBe(0);
    expect(await violations(page)).toEqual([]);
    expect(dashboard.faults).toEqual([]);
  });

  it("shows a run's coarse score with the reason, without outcomes, the filter by outcome, or the audit", async () => {
    const page = await dashboard.open(`/runs/${runs[0]}`);
    await page.getByText("This benchmark keeps its answers secret. A run has one score").waitFor();
    await page.getByText("The responses are not shown to you").waitFor();
    await page.getByRole("heading", { name: "Predictions" }).waitFor();
    expect(await page.getByRole("radiogroup", { name: "Outcome" }).count()).toBe(0);
    const text = await page.locator("main").innerText();
    expect(text).not.toMatch(/Partly right|No answer read|as another harness/);
    expect(text).toContain("No value has a score: the benchmark keeps its answers secret.");
    expect(text).toContain("The responses are not shown to you, because this benchmark keeps its answers secret");
    expect(text).not.toContain("Number 0?");
    // Links that would be refused.
    expect(await page.getByText("All predictions as a file:").count()).toBe(0);
    expect(await violations(page)).toEqual([]);
    expect(dashboard.faults).toEqual([]);
  });

  it("says why a score that would reveal a run's owner is missing, and requests nothing that is hidden", async () => {
    const page = await dashboard.open(`/runs/${await submitted("C", "A", true)}`);
    await page.getByText("The score is not shown to you, because this benchmark keeps its answers secret").waitFor();
    await page.getByText("The responses are not shown to you").waitFor();
    expect(await page.getByRole("radiogroup", { name: "Outcome" }).count()).toBe(0);
    expect(await page.getByRole("alert").count()).toBe(0);
    expect(await page.locator("main").innerText()).not.toMatch(/no score over this slice|as another harness/);
    expect(await violations(page)).toEqual([]);
    expect(dashboard.faults).toEqual([]);
  });

  it("explains once why runs are not compared question by question", async () => {
    const page = await dashboard.open(`/compare?runs=${runs.join(",")}`);
    await page.getByText("so runs are not compared question by question").waitFor();
    expect(await page.getByRole("button", { name: "Try again" }).count()).toBe(0);
    expect(await page.getByRole("alert").count()).toBe(0);
    expect(await violations(page)).toEqual([]);
    expect(dashboard.faults).toEqual([]);
  });

  it("shows the questions without answers", async () => {
    const page = await dashboard.open("/questions?benchmark=secrets");
    await page.getByText("Number 0?").waitFor();
    expect(await page.locator("main").innerText()).not.toMatch(/right answer/i);
    expect(dashboard.faults).toEqual([]);
  });

  it("shows the outcomes and their filter to an administrator", async () => {
    const page = await dashboard.open(`/runs/${runs[0]}`, { apiKey: ADMIN_KEY });
    await page.getByRole("radiogroup", { name: "Outcome" }).waitFor();
    expect(await page.getByText("This benchmark keeps its answers secret").count()).toBe(0);
    const file = page.getByRole("link", { name: "ndjson" });
    expect(await file.getAttribute("href")).toBe(`/export/runs/${runs[0]}.ndjson`);
    expect(dashboard.faults).toEqual([]);
  });
});
