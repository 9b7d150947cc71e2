import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Locator, Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import type { Omnidex } from "../../../src/sdk/index.ts";
import { xlsxFile } from "../../fixtures/results/xlsx-file.ts";
import { isDeep } from "../../support/cases.ts";
import { ADMIN_KEY, violations, violationsByTheme } from "./browser.ts";
import { describeInBrowser } from "./in-browser.ts";

interface ResultFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

describeInBrowser("submitting in a browser", (dashboard) => {
  let omnidex: Omnidex;
  /** The run whose exports are submitted again. */
  let original: { readonly id: string; readonly value: number | undefined };
  let rows: readonly { readonly question: string; readonly response: string | null; readonly error: string | null }[];

  beforeAll(async () => {
    omnidex = dashboard.omnidex;
    const [run] = await omnidex.runs({ filter: { benchmarks: ["omnidex-demo"] } }).toArray();
    original = { id: run?.id ?? "", value: run?.score?.value };
    rows = (await exported("?format=omnidex"))
      .toString("utf8")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
  });

  async function exported(format: string): Promise<Buffer> {
    const response = await fetch(`${dashboard.url}/export/runs/${original.id}${format}`);
    return Buffer.from(await response.arrayBuffer());
  }

  const file = (name: string, buffer: Buffer | string): ResultFile => ({
    name,
    mimeType: "application/octet-stream",
    buffer: Buffer.from(buffer),
  });

  /** Opens the page in a tab that has an API key. */
  async function openWithKey(): Promise<Page> {
    const page = await dashboard.open("/submit", { apiKey: ADMIN_KEY });
    await page.getByRole("button", { name: "API key: entered" }).waitFor();
    return page;
  }

  const give = (page: Page, ...results: readonly ResultFile[]): Promise<void> =>
    page.locator("input[type=file]:not([webkitdirectory])").setInputFiles(results);

  async function pickBenchmark(page: Page): Promise<void> {
    await page.getByRole("button", { name: /Benchmark$/ }).click();
    await page.getByRole("option", { name: "Omnidex demo (synthetic)" }).click();
  }

  async function fillRun(page: Page, model: string): Promise<void> {
    if ((await page.getByRole("button", { name: /Benchmark$/ }).innerText()).includes("Choose one"))
      await pickBenchmark(page);
    await page.getByRole("textbox", { name: "Model", exact: true }).fill(model);
    const video = page.getByRole("checkbox", { name: "video", exact: true });
    if (!(await video.isChecked())) await video.press("Space");
  }

  const submit = (page: Page) => page.getByRole("button", { name: /^Submit [\d,]+ prediction/ });

  /** Submits a run. The request with the predictions is held back forever; a later one is let through. */
  async function submitHeld(page: Page): Promise<void> {
    let isHeld = false;
    const held = new Promise<void>((resolve) => {
      // The route is never removed, because Chromium would then send the request that is held back.
      void page.route("**/graphql", (route) => {
        if (isHeld || !(route.request().postData() ?? "").includes("submitRun")) return route.continue();
        isHeld = true;
        resolve();
      });
    });
    await submit(page).click();
    await page.getByText("Sending …").waitFor();
    await held;
  }

  /** The pixels from the bottom of an element to the top of another one. */
  async function distance(above: Locator, below: Locator): Promise<number> {
    const [from, to] = [await above.boundingBox(), await below.boundingBox()];
    return (to?.y ?? Number.NaN) - (from?.y ?? Number.NaN) - (from?.height ?? Number.NaN);
  }

  /** Waits until an element has the focus: a key that is pressed earlier goes elsewhere. */
  const focused = (element: Locator) =>
    expect.poll(() => element.evaluate((own) => own === document.activeElement)).toBe(true);

  async function validateAndSend(page: Page): Promise<string> {
    await page.getByRole("button", { name: "Validate" }).click();
    await page.getByText("The server accepts every prediction").waitFor();
    await submit(page).click();
    await page.waitForURL(/\/runs\/run_\d+/);
    return /run_\d+/.exec(page.url())?.[0] ?? "";
  }

  /** The page loads a reader of its own for each of these. */
  const CONTAINERS: readonly (readonly [format: string, name: string])[] = [
    ["csv", "rows.csv"],
    ["parquet", "rows.parquet"],
    ["inspect", "log.json"],
    ["xlsx", "answers.xlsx"],
    ["gzip", "rows.jsonl.gz"],
  ];
  const LINES = [["omnidex", "rows.jsonl"] as const, ["lmms-eval", "20260101_000000_samples_demo.jsonl"] as const];

  it.each(isDeep ? [...CONTAINERS, ...LINES] : CONTAINERS)(
    "reads a file in the format %s, and the run gets the same score as the original",
    async (format, name) => {
      const page = await openWithKey();
      await give(page, await contentOf(format, name));
      // The log states the model, which fills the field while it is being typed in.
      if (format === "inspect") await page.locator('input[value="demo-large"]').waitFor();
      await fillRun(page, `browser ${format}`);
      await page.getByText(`${rows.length} predictions of`).waitFor();
      const id = await validateAndSend(page);
      const run = await omnidex.run(id);
      expect([run?.model.name, run?.score?.value]).toEqual([`browser ${format}`, original.value]);
      await page.getByRole("heading", { level: 1, name: `browser ${format}` }).waitFor();
      expect(dashboard.faults).toEqual([]);
    },
  );

  async function contentOf(format: string, name: string): Promise<ResultFile> {
    if (format === "gzip") return file(name, gzipSync(await exported("?format=omnidex")));
    if (format !== "xlsx") return file(name, await exported(format === "parquet" ? ".parquet" : `?format=${format}`));
    const { bytes } = await xlsxFile(
      name,
      rows.map(({ question, response, error }) => ({ question, response, error })),
    );
    return file(name, Buffer.from(bytes));
  }

  it("lists every bad row before anything is sent, and keeps the typed text", async () => {
    const page = await openWithKey();
    const wrong = [{ question: "video_1/0", response: "A" }, { question: "nowhere", response: "B" }, { response: "C" }];
    await give(page, file("wrong.jsonl", wrong.map((row) => JSON.stringify(row)).join("\n")));
    await fillRun(page, "my typed name");
    await page.getByText("rows cannot be used").waitFor();
    const shown = page.locator(".issue-table tbody tr");
    await shown.filter({ hasText: "wrong.jsonl: line 2" }).filter({ hasText: "nowhere" }).waitFor();
    expect(await shown.count()).toBeGreaterThanOrEqual(2);
    const files = page.getByRole("region", { name: "The result files" });
    expect(await files.locator(".issue-table tbody tr").count()).toBe(await shown.count());
    expect(await distance(page.locator(".file-drop"), page.locator(".issue-table"))).toBeLessThan(250);
    const before = await omnidex.runs({ filter: { mine: true } }).toArray();
    await give(page, file("picture.png", Buffer.from([0x89, 0x50, 0x4e, 0x47, 1, 2])));
    await files.getByRole("alert").getByText("a PNG picture").waitFor();
    expect(await page.getByRole("textbox", { name: "Model", exact: true }).inputValue()).toBe("my typed name");
    expect((await omnidex.runs({ filter: { mine: true } }).toArray()).length).toBe(before.length);
  });

  it("asks for the inputs that only the file's name suggests, and for a benchmark that the server does not have", async () => {
    const page = await openWithKey();
    const row = { index: 0, question: "What?", prediction: "A" };
    await give(page, file("guessed_WorldSense_32frame.json", JSON.stringify([row])));
    await page.getByText("The file says that it answers worldsense, but this server has no questions of it.").waitFor();
    await page.getByText("The file's name or prompt suggests video, but may leave inputs out.").waitFor();
    expect(await page.getByRole("checkbox", { name: "video", exact: true }).isChecked()).toBe(false);
    await page.getByRole("button", { name: "More about the run 32 frames" }).waitFor();
    await page.getByText("Before the server can validate the run: choose the benchmark.").waitFor();
    expect(await violations(page)).toEqual([]);
  });

  it("names the missing and the wrong fields", async () => {
    const page = await openWithKey();
    await give(page, file("rows.jsonl", await exported("?format=omnidex")));
    await page.getByRole("button", { name: /Benchmark$/ }).click();
    await page.getByRole("option", { name: "Omnidex demo (synthetic)" }).click();
    await page.getByText(`${rows.length} predictions of`).waitFor();
    expect(await page.getByRole("textbox", { name: "Frames" }).count()).toBe(0);
    await page.getByRole("button", { name: /^More about the run/ }).click();
    await page.getByRole("textbox", { name: "Frames" }).fill("many");
    await page.getByRole("button", { name: /^More about the run/ }).click();
    await page.getByRole("button", { name: "Validate" }).click();
    await page.getByText("Enter the model's name.").waitFor();
    await page.getByText("Choose what the model was given.").waitFor();
    await page.getByText("Enter a whole number from 1 on, or nothing.").waitFor();
    expect(await violations(page)).toEqual([]);
  });

  it("continues after a reload in the middle, and the score is the same", async () => {
    const page = await openWithKey();
    await give(page, file("rows.jsonl", await exported("?format=omnidex")));
    await fillRun(page, "interrupted");
    await page.getByRole("button", { name: "Validate" }).click();
    await page.getByText("The server accepts every prediction").waitFor();
    await submitHeld(page);
    await page.reload();
    await page.getByText("A submission was interrupted").waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole("button", { name: "Resume" }).click();
    await page.waitForURL(/\/runs\/run_\d+/);
    const run = await omnidex.run(/run_\d+/.exec(page.url())?.[0] ?? "");
    expect([run?.model.name, run?.score?.value]).toEqual(["interrupted", original.value]);
    await page.goto(`${dashboard.url}/submit`);
    await page.getByRole("heading", { name: "The result files" }).waitFor();
    expect(await page.getByText("A submission was interrupted").count()).toBe(0);
  });

  it("can be cancelled while it is sent, and continued without a reload", async () => {
    const page = await openWithKey();
    await give(page, file("rows.jsonl", await exported("?format=omnidex")));
    await fillRun(page, "cancelled");
    await page.getByRole("button", { name: "Validate" }).click();
    await page.getByText("The server accepts every prediction").waitFor();
    await submitHeld(page);
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByText("A submission was interrupted").waitFor();
    await page.getByText("Drop result files here, or a folder of them").waitFor();
    await page.getByRole("button", { name: "Resume" }).click();
    await page.waitForURL(/\/runs\/run_\d+/);
    const run = await omnidex.run(/run_\d+/.exec(page.url())?.[0] ?? "");
    expect([run?.model.name, run?.score?.value]).toEqual(["cancelled", original.value]);
  });

  /** The row of the table of runs that has a text. */
  const line = (page: Page, text: string) => page.locator(".several-runs tbody tr").filter({ hasText: text });

  it("lists the runs of a folder in one table, sends those that are ticked, and shows their rows of the leaderboard", async () => {
    const folder = await mkdtemp(join(tmpdir(), "omnidex-results-"));
    const lines = (response: string) => rows.map(({ question }) => JSON.stringify({ question, response })).join("\n");
    const wide = rows.map(({ question }) => `${question},A,B`).join("\n");
    const files = {
      "Browser-One_16frames.jsonl": lines("A"),
      "deeper/Browser-Two.csv": `sample_id,8f,textonly\n${wide}\n`,
      "Browser-Wrong.jsonl": `${lines("C")}\n{"question": "nowhere", "response": "A"}`,
      "broken.json": "[{]",
      "README.md": "# Results",
    };
    await mkdir(join(folder, "deeper"));
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
    const page = await openWithKey();
    await page.locator("input[webkitdirectory]").setInputFiles(folder);
    await page.getByText("README.md: left out, no file of results.").waitFor();
    await page.getByRole("heading", { name: "5 runs" }).waitFor();
    await line(page, "broken.json").getByText("expected a field name").waitFor();
    await line(page, "Browser-One").getByText("The file does not say which benchmark it answers.").waitFor();
    await pickBenchmark(page);
    await line(page, "Browser-One").getByText("Tick what the model was given.").waitFor();
    const video = page.getByRole("checkbox", { name: "video", exact: true });
    await video.press("Space");
    await line(page, "Browser-Wrong").getByText("1 row cannot be used.").waitFor();
    expect(await line(page, "Browser-One").innerText()).toContain("video · 16 frames");
    await line(page, "Browser-Two.csv, 8f").getByText("video · 8 frames").waitFor();
    await page.getByRole("textbox", { name: "The model of Browser-Two.csv, textonly" }).fill("browser typed");
    await page.getByRole("button", { name: "Submit 3 runs" }).waitFor();
    expect(await violationsByTheme(page)).toEqual({ light: [], dark: [] });
    await page.getByRole("checkbox", { name: "Submit Browser-Two.csv, 8f" }).press("Space");
    await page.getByRole("button", { name: "Submit 2 runs" }).click();
    const board = page.getByRole("region", { name: "The submitted runs" });
    await board.getByRole("link", { name: "browser typed" }).waitFor();
    await board.getByRole("link", { name: "Browser-One" }).waitFor();
    await page.getByRole("button", { name: "Submit", exact: true }).waitFor();
    const sent = await omnidex.runs({ filter: { mine: true, models: ["browser-one", "browser-typed"] } }).toArray();
    expect(sent.map(({ model, frames }) => [model.name, frames]).sort()).toEqual([
      ["Browser-One", 16],
      ["browser typed", null],
    ]);
    await line(page, "Browser-One")
      .getByText(/^Submitted as run_/)
      .waitFor();
    expect(await violations(page)).toEqual([]);
    expect(dashboard.faults).toEqual([]);
    await rm(folder, { recursive: true });
  });

  it("sends each repetition of a log as a run, and shows their mean", async () => {
    const samples = [1, 2].flatMap((epoch) =>
      rows.map(({ question }, at) => ({
        id: question,
        epoch,
        input: "",
        output: { completion: at % 3 < epoch ? "A" : "B" },
      })),
    );
    const spec = { task: "omnidex-demo", model: "org/browser-repeated", config: { epochs: 2 } };
    const page = await openWithKey();
    await give(page, file("log.json", JSON.stringify({ eval: spec, samples })));
    await line(page, "log.json, repetition 2 of 2").waitFor();
    await pickBenchmark(page);
    await page.getByRole("checkbox", { name: "video", exact: true }).press("Space");
    await page.getByRole("button", { name: "Submit 2 runs" }).click();
    await page
      .getByText(/^org\/browser-repeated, mean of run_\d+, run_\d+: .*from the mean of each question/)
      .waitFor();
    expect(dashboard.faults).toEqual([]);
  });

  it("takes several files as one run if they are", async () => {
    const halves = [rows.slice(0, 200), rows.slice(200)].map((part, at) =>
      file(`part-${at}.jsonl`, part.map(({ question }) => JSON.stringify({ question, response: "A" })).join("\n")),
    );
    const page = await openWithKey();
    await give(page, ...halves);
    await page.getByRole("heading", { name: "2 runs" }).waitFor();
    await page.getByRole("button", { name: "All files are one run" }).click();
    await fillRun(page, "browser halves");
    await page.getByText(`${rows.length} predictions of`).waitFor();
  });

  it("works by keyboard only, and keeps the key in the session storage and nowhere else", async () => {
    const page = await dashboard.open("/submit");
    await page.getByRole("button", { name: "Enter a key" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor();
    await page.keyboard.type(ADMIN_KEY);
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "API key: entered" }).waitFor();
    const choosing = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Choose files" }).focus();
    await page.keyboard.press("Enter");
    await (await choosing).setFiles(file("rows.jsonl", await exported("?format=omnidex")));
    await page.getByRole("button", { name: "Choose other files" }).waitFor();
    await page.getByText("Opening the file").waitFor({ state: "detached" });
    await page.getByRole("button", { name: /Benchmark$/ }).focus();
    await page.keyboard.press("Enter");
    await focused(page.getByRole("option", { name: "Omnidex demo (synthetic)" }));
    await page.keyboard.press("Enter");
    await focused(page.getByRole("button", { name: /Benchmark$/ }));
    // While the rows are read, "Cancel" would get the focus.
    await page.getByText(`${rows.length} predictions of`).waitFor();
    await page.keyboard.press("Tab");
    await focused(page.getByRole("textbox", { name: "Model", exact: true }));
    await page.keyboard.type("by keyboard");
    await page.keyboard.press("Tab");
    await focused(page.getByRole("checkbox", { name: "video", exact: true }));
    await page.keyboard.press("Space");
    await page.getByRole("button", { name: "Validate" }).focus();
    await page.keyboard.press("Enter");
    await page.getByText("The server accepts every prediction").waitFor();
    await page.keyboard.press("Tab");
    await focused(submit(page));
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/runs\/run_\d+/);
    const run = await omnidex.run(/run_\d+/.exec(page.url())?.[0] ?? "");
    expect([run?.model.name, run?.inputs]).toEqual(["by keyboard", ["VIDEO"]]);
    const kept = await page.evaluate(async () => {
      const names = (await indexedDB.databases()).map(({ name }) => name);
      return JSON.stringify([location.href, { ...localStorage }, document.cookie, names]);
    });
    expect(kept).not.toContain(ADMIN_KEY);
  });

  it("moves the focus to the check when reading ends while 'Cancel' has the focus", async () => {
    const page = await dashboard.open("/submit");
    let release = (): void => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route("**/graphql", async (route) => {
      if (/benchmark/i.test(route.request().postData() ?? "")) await held;
      await route.continue();
    });
    await give(page, file("rows.jsonl", await exported("?format=omnidex")));
    await page.getByText("Opening the file").waitFor({ state: "detached" });
    await page.getByRole("button", { name: /Benchmark$/ }).press("Enter");
    await page.getByRole("option", { name: "Omnidex demo (synthetic)" }).press("Enter");
    await page.getByRole("button", { name: "Cancel" }).focus();
    release();
    await page.getByText(`${rows.length} predictions of`).waitFor();
    await focused(page.getByRole("region", { name: "The result files" }));
  });

  it("axe finds no fault in either theme", async () => {
    const page = await dashboard.open("/submit");
    expect(await violationsByTheme(page)).toEqual({ light: [], dark: [] });
  });
});
