import { readFile } from "node:fs/promises";
import { beforeAll, expect, it } from "vitest";
import type { Omnidex } from "../../../src/sdk/index.ts";
import { ADMIN_KEY, violations } from "./browser.ts";
import { drawnIn } from "./figures.ts";
import { importBenchmark } from "./import-file.ts";
import { describeInBrowser } from "./in-browser.ts";

describeInBrowser("a run in a browser", (dashboard) => {
  let omnidex: Omnidex;

  beforeAll(() => {
    omnidex = dashboard.omnidex;
  });

  it("shows the score and predictions of the slice that is chosen beside them, and the address opens the same slice", async () => {
    const page = await dashboard.open("/runs/run_3");
    await page.getByRole("checkbox", { name: /^Reasoning/ }).press("Space");
    const filter = { levels: ["REASONING" as const] };
    const score = await omnidex.score("run_3", { filter });
    await page.getByText(`n = ${score?.n}`, { exact: false }).first().waitFor();
    expect(new URL(page.url()).searchParams.get("filter")).toBe(JSON.stringify(filter));
    const { totalCount } = await omnidex.predictions("run_3", { filter: { questions: filter } }).page();
    await page.getByText(`${totalCount} predictions`).waitFor();
    const anew = await dashboard.open(page.url().slice(dashboard.url.length));
    await anew.getByText(`${totalCount} predictions`).waitFor();
  });

  it("finds predictions by a part of their response, and marks that part", async () => {
    const page = await dashboard.open("/runs/run_3");
    const field = page.getByLabel("Search the responses");
    await field.fill("answer");
    const { totalCount } = await omnidex.predictions("run_3", { filter: { text: "answer" } }).page();
    expect(totalCount).toBeGreaterThan(0);
    await page.getByText(`${totalCount} predictions`).waitFor();
    expect(new URL(page.url()).searchParams.get("said")).toBe("answer");
    await page.getByRole("table", { name: "Predictions of the run" }).getByRole("link").first().click();
    await page.locator("mark.found").first().waitFor();
    const marked = await page.locator("mark.found").allInnerTexts();
    expect(new Set(marked.map((text) => text.toLowerCase()))).toEqual(new Set(["answer"]));
    await field.fill("50%_no such");
    await page.getByText("0 predictions").waitFor();
  });

  it("lists predictions densely, opens them beside the list and steps through them by key, and the address keeps all", async () => {
    const page = await dashboard.open("/runs/run_3?outcome=WRONG");
    const wrong = omnidex.predictions("run_3", { filter: { outcomes: ["WRONG"] } });
    const keys = (await wrong.take(22).toArray()).map(({ question }) => question.key);
    const links = page.getByRole("table", { name: "Predictions of the run" }).getByRole("link");
    expect(await links.count()).toBe(20);
    expect((await links.first().boundingBox())?.y).toBeLessThan(1_100);
    const rows = await page.locator(".prediction-row").evaluateAll((all) => all.map((row) => row.clientHeight));
    expect(Math.max(...rows)).toBeLessThanOrEqual(40);
    await page.keyboard.press("j");
    await page.getByRole("region", { name: `Prediction of ${keys[0]}` }).waitFor();
    expect(new URL(page.url()).searchParams.get("prediction")).toBe(keys[0]);
    // The outcome already says whether the answer was right, so the right one is shown at once.
    await page.locator(".option-right").waitFor();
    expect(await page.getByRole("button", { name: "Show the answer" }).count()).toBe(0);
    await page.keyboard.press("j");
    await page.getByRole("region", { name: `Prediction of ${keys[1]}` }).waitFor();
    await page.keyboard.press("k");
    await page.getByRole("region", { name: `Prediction of ${keys[0]}` }).waitFor();
    expect(await page.getByRole("button", { name: "Previous" }).isDisabled()).toBe(true);
    await page.keyboard.press("Escape");
    await expect.poll(() => page.getByRole("region", { name: /^Prediction of/ }).count()).toBe(0);
    expect(new URL(page.url()).searchParams.get("outcome")).toBe("WRONG");
    // The next page is fetched for an address that opens a prediction of it.
    const anew = await dashboard.open(`/runs/run_3?outcome=WRONG&prediction=${keys[20]}`);
    await anew.getByText(`21 of ${(await wrong.page()).totalCount}`).waitFor();
    await anew.getByRole("button", { name: "Next" }).click();
    await anew.getByRole("region", { name: `Prediction of ${keys[21]}` }).waitFor();
    expect(await violations(anew)).toEqual([]);
  });

  it("moves the focus to the prediction that is opened, and back to its row", async () => {
    const page = await dashboard.open("/runs/run_3");
    const link = page.getByRole("table", { name: "Predictions of the run" }).getByRole("link").nth(2);
    await link.press("Enter");
    const panel = page.getByRole("region", { name: /^Prediction of/ });
    await expect.poll(() => panel.evaluate((own) => own === document.activeElement)).toBe(true);
    await page.keyboard.press("Escape");
    await expect.poll(() => link.evaluate((own) => own === document.activeElement)).toBe(true);
  });

  it.each(["csv", "ndjson"] as const)(
    "downloads the predictions that are listed as %s, with the server's rows",
    async (format) => {
      const page = await dashboard.open("/runs/run_3?outcome=WRONG");
      const downloading = page.waitForEvent("download");
      await page.getByRole("button", { name: format, exact: true }).click();
      const text = await readFile(await (await downloading).path(), "utf8");
      const whole = await (await fetch(`${dashboard.url}/export/runs/run_3.${format}`)).text();
      const wrong = await omnidex.predictions("run_3", { filter: { outcomes: ["WRONG"] } }).toArray();
      const keys = new Set(wrong.map(({ question }) => question.key));
      const keyOf = (line: string): string =>
        format === "csv" ? (line.split(",")[0] ?? "") : JSON.parse(line).question;
      // A record of CSV may have line feeds in its quoted texts, but ends with both characters.
      const records = (file: string): string[] => file.trimEnd().split(format === "csv" ? "\r\n" : "\n");
      const head = format === "csv" ? 1 : 0;
      const expected = records(whole).filter((record, place) => place < head || keys.has(keyOf(record)));
      expect(records(text)).toEqual(expected);
      expect(expected.length).toBe(keys.size + head);
    },
  );

  it("draws each cell of a breakdown at its values on the axis", async () => {
    const page = await dashboard.open("/runs/run_3?by=TASK");
    const table = page.getByRole("table", { name: /Score by task/ });
    await table.waitFor();
    const drawn = await drawnIn(table, ["th"]);
    const cells = await omnidex.breakdown("run_3", { by: ["TASK"] });
    expect(drawn.map(({ texts }) => texts[0])).toEqual(cells.map(({ keys }) => keys[0]?.label));
    for (const [place, { score }] of cells.entries()) {
      expect(drawn[place]?.dot).toBeCloseTo(100 * score.value, 6);
      expect(drawn[place]?.bar[0]).toBeCloseTo(100 * score.interval.lower, 6);
      expect(drawn[place]?.bar[1]).toBeCloseTo(100 * score.interval.upper, 6);
    }
  });

  it("shows each cell of the heat map with its interval and n, coloured by its score", async () => {
    const page = await dashboard.open("/runs/run_3");
    const table = page.getByRole("table", { name: /Score in % by task and audio type/ });
    await table.waitFor();
    const cells = await omnidex.breakdown("run_3", { by: ["TASK", "AUDIO_TYPE"] });
    const shown = await table.locator("td.heat").evaluateAll((all) =>
      all.map((cell) => ({
        text: (cell instanceof HTMLElement ? cell.innerText : "").split("\n").filter((line) => line !== ""),
        step: Number(/heat-(\d)/.exec(cell.className)?.[1]),
      })),
    );
    expect(shown.length).toBe(cells.length);
    const written = cells.map(({ score: { value, standardError, interval, n } }) => {
      const text = (share: number): string => (100 * share).toFixed(standardError < 0.0355 ? 1 : 0);
      const step = Math.min(9, Math.floor(value * 10));
      return { text: [text(value), `${text(interval.lower)}–${text(interval.upper)}`, `n = ${n}`], step };
    });
    const sorted = (list: readonly object[]): string[] => list.map((one) => JSON.stringify(one)).sort();
    expect(sorted(shown)).toEqual(sorted(written));
  });

  it("runs one extractor after the other in an audit, which can be stopped", async () => {
    const page = await dashboard.open("/runs/run_3");
    let [atOnce, most] = [0, 0];
    page.on("request", (request) => {
      if ((request.postData() ?? "").includes("audit(")) most = Math.max(most, ++atOnce);
    });
    const settled = (request: { postData(): string | null }): void => {
      if ((request.postData() ?? "").includes("audit(")) atOnce -= 1;
    };
    page.on("requestfinished", settled);
    page.on("requestfailed", settled);
    await page.getByRole("button", { name: "Show what they would score" }).click();
    await page.getByRole("button", { name: "Stop" }).click();
    await page.getByText("Stopped after").waitFor();
    await page.getByRole("button", { name: "Go on" }).click();
    const extractors = await omnidex.extractors();
    const table = page.getByRole("table", { name: /as each extractor reads/ });
    await expect.poll(() => table.getByText("…", { exact: true }).count(), { timeout: 60_000 }).toBe(0);
    await expect.poll(() => page.getByRole("button", { name: "Stop" }).count(), { timeout: 60_000 }).toBe(0);
    expect(most).toBe(1);
    const audit = await omnidex.audit("run_3", "lmms-eval-worldsense");
    const row = await table.getByRole("row", { name: /lmms-eval-worldsense/ }).innerText();
    expect(row).toContain(String(audit?.score?.n));
    expect(await table.locator("tbody tr").count()).toBe(extractors.length);
    const others = extractors.filter(({ name }) => name !== "omnidex").map(({ name }) => name);
    const scores: number[] = [];
    for (const name of others) scores.push((await omnidex.audit("run_3", name))?.score?.value ?? Number.NaN);
    const summary = page.getByRole("region", { name: "Score" }).locator(".audit-summary");
    const [lowest, highest] = [Math.min(...scores), Math.max(...scores)].map((value) => (100 * value).toFixed(1));
    expect(await summary.innerText()).toContain(`${lowest} to ${highest} % as ${others.length} extractors`);
    expect(await summary.locator("line").count()).toBe(others.length);
    // The figure is kept while the reader looks at another page.
    await page.getByRole("link", { name: "Questions", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "Questions" }).waitFor();
    await page.goBack();
    await summary.getByText(`${lowest} to ${highest} %`).waitFor();
    await table
      .getByRole("button", { name: /responses?$/ })
      .first()
      .click();
    expect(await violations(page)).toEqual([]);
  });

  it("shows how many predictions have each error type, and lists those of one", async () => {
    const keys = ["video-001/0", "video-001/1", "video-002/0"];
    const { totalCount } = await omnidex.predictions("run_2").page();
    const empty = await dashboard.open("/runs/run_2");
    await empty.getByText(`${totalCount} predictions`).waitFor();
    expect(await empty.getByRole("heading", { name: "Error types" }).count()).toBe(0);
    expect(await empty.getByRole("radiogroup", { name: "Error type" }).count()).toBe(0);
    await omnidex.labelErrors("run_2", [
      ...keys.map((question) => ({ question, errorTypes: ["wrong-count"] })),
      { question: "video-004/0", errorTypes: ["misheard"] },
    ]);
    const page = await dashboard.open("/runs/run_2");
    const table = page.getByRole("table", { name: "Predictions by error type" });
    await table.waitFor();
    const drawn = await table.locator("tbody tr").evaluateAll((rows) =>
      rows.map((row) => ({
        texts: [...row.querySelectorAll("th, td.number")].map(({ textContent }) => textContent),
        bar: row.querySelector("rect")?.getAttribute("width"),
      })),
    );
    expect(drawn).toEqual([
      { texts: ["wrong-count", "3", "75.0"], bar: "75%" },
      { texts: ["misheard", "1", "25.0"], bar: "25%" },
    ]);
    const choices = page.getByRole("radiogroup", { name: "Error type" });
    await choices.getByRole("radio", { name: "wrong-count (3)" }).click();
    await page.getByText("3 predictions").waitFor();
    expect(new URL(page.url()).searchParams.get("errorType")).toBe("wrong-count");
    expect(await page.locator(".prediction-row .tag.warn").allInnerTexts()).toEqual(Array(3).fill("wrong-count"));
    // A visitor without a key cannot change them.
    expect(await page.getByRole("button", { name: /of video-001\/0$/ }).count()).toBe(0);
    const anew = await dashboard.open("/runs/run_2?errorType=misheard");
    await anew.getByText("1 prediction", { exact: true }).waitFor();
    expect(await violations(anew)).toEqual([]);
  });

  it("lets the owner of a run label a prediction", async () => {
    const { id } = await omnidex.submitRun({
      ...{ benchmark: "omnidex-demo", model: { name: "labelled" }, inputs: ["VIDEO"] },
      predictions: [{ question: "video-001/0", response: "B" }],
    });
    const page = await dashboard.open(`/runs/${id}?prediction=video-001/0`, { apiKey: ADMIN_KEY });
    await page.getByRole("button", { name: "Label the error of video-001/0" }).click();
    const form = page.getByRole("group", { name: "Error types of video-001/0" });
    const field = form.getByLabel("Another error type");
    await field.fill("Not a slug");
    await form.getByText("Use a slug of at most 60 characters, such as wrong-count.").waitFor();
    expect(await form.getByRole("button", { name: "Store" }).isDisabled()).toBe(true);
    await field.fill("misheard");
    expect(await violations(page)).toEqual([]);
    await form.getByRole("button", { name: "Store" }).click();
    await page.getByRole("table", { name: "Predictions by error type" }).waitFor();
    expect(await omnidex.runErrorTypes(id)).toEqual([{ errorType: "misheard", predictions: 1, share: 1 }]);
    await page.getByRole("button", { name: "Change of video-001/0" }).click();
    const box = form.getByRole("checkbox", { name: "misheard" });
    expect(await box.isChecked()).toBe(true);
    await box.press("Space");
    await form.getByRole("button", { name: "Store" }).click();
    await page.getByRole("button", { name: "Label the error of video-001/0" }).waitFor();
    expect(await omnidex.runErrorTypes(id)).toEqual([]);
  });

  it("lists the questions whose outcome a scoring changed", async () => {
    const [wrong] = await omnidex
      .predictions("run_3", { filter: { outcomes: ["WRONG"] } })
      .take(1)
      .toArray();
    const answer = wrong?.extraction?.answer ?? "";
    await omnidex.correctAnswers({
      ...{ benchmark: "omnidex-demo", reason: "The key was wrong.", author: "A test" },
      corrections: [{ question: wrong?.question.key ?? "", answer }],
    });
    const page = await dashboard.open("/runs/run_3");
    const table = page.getByRole("table", { name: /The scorings of the run/ });
    const scorings = await omnidex.scorings("run_3");
    const last = scorings.at(-1);
    await table.getByText(`${(100 * (last?.score?.value ?? 0)).toFixed(1)}`).waitFor();
    expect(await table.innerText()).toContain(String(last?.score?.n));
    await table.getByRole("button", { name: "1 question" }).click();
    const changes = page.getByRole("table", { name: /judges differently/ });
    await changes.getByText(wrong?.question.key ?? "").waitFor();
    expect(await changes.locator("tbody td").allInnerTexts()).toEqual(["wrong", "correct"]);
    expect(await violations(page)).toEqual([]);
  });

  it("counts the questions of the release that the run is over, even if another one is current", async () => {
    const film = (key: string, task: string) => ({
      ...{ key, video: "reel", task, text: `What is in ${key}?` },
      ...{ options: ["This", "That"], answer: "B" },
    });
    const load = (questions: readonly object[], query = "") =>
      importBenchmark(dashboard.url, `reels${query}`, "reels.json", {
        benchmark: { slug: "reels", title: "Reels", license: "CC0-1.0" },
        tasks: ["Hearing", "Seeing", "Smelling"].map((name) => ({ name, level: "PERCEPTION", chance: 0.5 })),
        videos: [{ key: "reel", durationSeconds: 42 }],
        questions,
      });
    await load([film("a", "Hearing"), film("b", "Hearing"), film("c", "Smelling")]);
    const { id } = await omnidex.submitRun({
      ...{ benchmark: "reels", model: { name: "old" }, inputs: ["VIDEO"], visibility: "PUBLIC" },
      predictions: ["a", "b", "c"].map((question) => ({ question, response: "B" })),
    });
    await load([film("a", "Hearing"), film("d", "Seeing"), film("e", "Seeing")], "?replace=true");
    const page = await dashboard.open(`/runs/${id}`);
    await page.getByText("release 1, which is not the current one").waitFor();
    const slice = page.getByRole("complementary", { name: "Slice" });
    await slice.getByRole("checkbox", { name: /^Smelling/ }).waitFor();
    const counted = await slice
      .getByRole("checkbox")
      .evaluateAll((all) =>
        all.map((box) => (box.closest("label") ?? box.parentElement)?.textContent?.replace(/\s+/g, " ").trim()),
      );
    expect(counted).toEqual(["Hearing2", "Smelling1"]);
    await slice.getByRole("checkbox", { name: /^Smelling/ }).press("Space");
    await page.getByText("1 prediction", { exact: true }).waitFor();
    const board = await dashboard.open("/benchmarks/reels");
    await board.getByRole("checkbox", { name: /^Seeing/ }).waitFor();
    expect(await board.getByRole("checkbox", { name: /^Smelling/ }).count()).toBe(0);
  });

  it("caused no error", () => {
    expect(dashboard.faults).toEqual([]);
  });
});
