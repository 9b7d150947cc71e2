import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { Omnidex } from "../../../src/sdk/index.ts";
import { omnidexFixture } from "../../fixtures/omnidex-fixture.ts";
import { ADMIN_KEY, violations, violationsByTheme } from "./browser.ts";
import { importBenchmark } from "./import-file.ts";
import { describeInBrowser } from "./in-browser.ts";
import { arrowTo, tabTo } from "./keyboard.ts";

const TITLE = omnidexFixture().benchmark.title;

describeInBrowser("administration in a browser", (dashboard) => {
  let omnidex: Omnidex;

  beforeAll(() => {
    omnidex = dashboard.omnidex;
  });

  async function openWith(key: string, options = {}): Promise<Page> {
    return dashboard.open("/admin", { ...options, apiKey: key });
  }

  /** The fixture's benchmark with this slug and this many questions. */
  function lamps(slug: string, count: number): object {
    const base = omnidexFixture();
    const questions = Array.from({ length: count }, (_, index) => ({
      ...{ key: `n${index}`, video: "v1", text: `Which is number ${index}?`, options: ["Rolo", "Mika"] },
      ...{ answer: "B", task: "Listening" },
    }));
    return { ...base, benchmark: { ...base.benchmark, slug }, questions };
  }

  async function look(page: Page, count: number, slug = "lamps"): Promise<void> {
    const buffer = Buffer.from(JSON.stringify(lamps(slug, count)));
    await page.locator("input[type=file]").setInputFiles({ name: "lamps.json", mimeType: "application/json", buffer });
    await page.getByRole("textbox", { name: "Slug" }).fill(slug);
    await page.getByRole("button", { name: "See what would change" }).click();
  }

  it("makes a working key, shows it once, and revokes it", async () => {
    const page = await openWith(ADMIN_KEY);
    await page.getByRole("textbox", { name: "Name", exact: true }).fill("from the page");
    await page.getByRole("textbox", { name: "Owner" }).fill("ada");
    await page.getByRole("checkbox", { name: "maintain the owner's benchmarks" }).press("Space");
    await page.getByRole("button", { name: "Make a key" }).click();
    const secret = await page.locator("code.secret").innerText();
    expect(await new Omnidex({ url: dashboard.url, apiKey: secret }).viewer()).toMatchObject({
      owner: "ada",
      admin: false,
      scopes: ["READ", "SUBMIT"],
    });
    await page.getByRole("button", { name: "Done" }).click();
    expect(await page.locator("body").innerText()).not.toContain(secret);
    await page.getByRole("button", { name: "Revoke from the page" }).click();
    await page.getByRole("alertdialog").getByText("from the page").waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click();
    await page.getByText("revoked ").waitFor();
    const refused = new Omnidex({ url: dashboard.url, apiKey: secret, maxRetries: 0 }).viewer();
    await expect(refused).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
  });

  it("is not shown to other users", async () => {
    const { secret } = await omnidex.createApiKey({ name: "reader" });
    const page = await openWith(secret);
    await page.getByRole("heading", { name: "This page needs an administrator's key" }).waitFor();
    expect(await page.getByRole("link", { name: "Admin" }).count()).toBe(0);
    expect(await page.getByRole("button", { name: "Make a key" }).count()).toBe(0);
    const anonymous = await dashboard.open("/admin");
    await anonymous.getByText("No key has been entered").waitFor();
    expect(await violations(anonymous)).toEqual([]);
  });

  it("imports a benchmark, lists what a smaller one would remove, replaces the benchmark, and undoes the replacement", async () => {
    const page = await openWith(ADMIN_KEY);
    await look(page, 40);
    await page.getByText("Would become release").waitFor();
    expect(await omnidex.releases("lamps").catch(() => [])).toEqual([]);
    await page.getByRole("button", { name: "Import", exact: true }).click();
    await page.getByText("Imported as release").waitFor();
    const predictions = [{ question: "n0", response: "B" }];
    const run = { benchmark: "lamps", model: { name: "lamp" }, inputs: ["VIDEO" as const], predictions };
    await omnidex.submitRun({ ...run, visibility: "PUBLIC" });
    await look(page, 30);
    await page.getByText("10 questions removed: n30").waitFor();
    await page.getByText("1 run of 1 model would leave the leaderboard: lamp.").waitFor();
    await page.getByRole("button", { name: "Import and replace" }).click();
    await page.getByText("Imported as release").waitFor();
    expect((await omnidex.benchmark("lamps"))?.questionCount).toBe(30);

    const releases = page.getByRole("region", { name: "Releases" });
    await releases.getByRole("button", { name: /Benchmark$/ }).click();
    await page.getByRole("option", { name: TITLE }).click();
    await releases.getByRole("button", { name: "Use release 1" }).click();
    await releases.getByText("return to the leaderboard").waitFor();
    await releases.getByRole("button", { name: "Make release 1 current" }).click();
    await releases.getByRole("button", { name: "Use release 2" }).waitFor();
    expect((await omnidex.benchmark("lamps"))?.questionCount).toBe(40);
    expect(dashboard.faults).toEqual([]);
  });

  it("lists the problems of a file in a table, and does not offer to import it", async () => {
    const page = await openWith(ADMIN_KEY);
    const content = JSON.parse(JSON.stringify(lamps("lamps", 3)));
    content.questions[0].answer = "E";
    content.questions[2].text = 5;
    const buffer = Buffer.from(JSON.stringify(content));
    await page.locator("input[type=file]").setInputFiles({ name: "lamps.json", mimeType: "application/json", buffer });
    await page.getByRole("textbox", { name: "Slug" }).fill("lamps");
    await page.getByRole("button", { name: "See what would change" }).click();
    await page.getByText("2 problems. Nothing was imported.").waitFor();
    const rows = await page.getByRole("alert").getByRole("row").allInnerTexts();
    expect(rows).toEqual([
      expect.stringContaining("Question or video"),
      expect.stringMatching(/^lamps\.json: \$\.questions\[0\]\.answer\tn0\tExpected .*, found the string "E"\.$/),
      expect.stringMatching(/^lamps\.json: \$\.questions\[2\]\.text\tn2\tExpected a string .*, found 5\.$/),
    ]);
    expect(await page.getByRole("button", { name: "Import", exact: true }).isDisabled()).toBe(true);
    expect(await violations(page)).toEqual([]);
  });

  it("warns before an import shows answers that another benchmark hides", async () => {
    await importBenchmark(dashboard.url, "secret-lamps", "secret-lamps.json", lamps("secret-lamps", 40), "hidden");
    const page = await openWith(ADMIN_KEY);
    await look(page, 39, "open-lamps");
    await page
      .getByText("39 questions are also in 'secret-lamps', which hides its answers. This import would show the answers")
      .waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await omnidex.benchmark("open-lamps")).toBeNull();
  });

  it("corrects an answer by keyboard only, and shows each run's score and rank before and after", async () => {
    const before = await omnidex.leaderboard("omnidex-demo").toArray();
    const best = before.find((entry) => entry.__typename === "RankedRun");
    const [right] = await omnidex
      .predictions(best?.run.id ?? "", { filter: { outcomes: ["CORRECT"] } })
      .take(1)
      .toArray();
    const key = right?.question.key ?? "";
    const [question] = await omnidex.questions({ filter: { benchmarks: ["omnidex-demo"], keys: [key] } }).toArray();
    const other = question?.options.find(({ label }) => label !== question.answer?.label)?.label ?? "";
    const page = await openWith(ADMIN_KEY);
    const section = page.getByRole("region", { name: "Correct an answer" });
    const benchmarks = section.getByRole("button", { name: /Benchmark$/ });
    await tabTo(page, benchmarks);
    await page.keyboard.press("Enter");
    const option = page.getByRole("option", { name: "Omnidex demo (synthetic)" });
    await option.waitFor();
    await arrowTo(page, option);
    await page.keyboard.press("Enter");
    // The list closes before the focus returns to its button.
    await expect.poll(() => benchmarks.evaluate((button) => button === document.activeElement)).toBe(true);
    await page.keyboard.press("Tab");
    await page.keyboard.type(key);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await section.getByText("the answer now").waitFor();
    await tabTo(page, section.getByRole("textbox", { name: "Right answer" }));
    await page.keyboard.type(other);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await section.getByText("It would rescore").waitFor();
    expect(await omnidex.keyRevisions("omnidex-demo")).toHaveLength(1);
    expect(await omnidex.leaderboard("omnidex-demo").toArray()).toEqual(before);
    expect(await violations(page)).toEqual([]);
    await tabTo(page, section.getByRole("textbox", { name: "Reason (public)" }));
    await page.keyboard.type("The key names another option.");
    await page.keyboard.press("Tab");
    await page.keyboard.type("A maintainer");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("alertdialog");
    await dialog.getByText("Correct this answer?").waitFor();
    expect(await violations(page)).toEqual([]);
    await tabTo(page, dialog.getByRole("button", { name: "Correct and rescore" }));
    await page.keyboard.press("Enter");
    await section.getByText("Corrected: revision 2 of the key").waitFor();
    await section.getByText("The key names another option.").waitFor();
    const after = await omnidex.leaderboard("omnidex-demo").toArray();
    const figures = (entries: typeof before) =>
      new Map(
        entries.flatMap((entry) =>
          entry.__typename === "RankedRun"
            ? [[entry.model.name, [(100 * entry.value).toFixed(1), String(entry.rank)]]]
            : [],
        ),
      );
    const [was, is] = [figures(before), figures(after)];
    const changed = [...is].filter(([name, now]) => String(was.get(name)) !== String(now));
    const shown = await section
      .getByRole("table", { name: /^Scores in % and ranks/ })
      .locator("tbody tr")
      .evaluateAll((rows) =>
        rows.map((row) => [...row.children].map((cell) => (cell.querySelector("a") ?? cell).textContent)),
      );
    for (const [name, now] of changed) {
      const [value, rank] = was.get(name) ?? [];
      expect(shown).toContainEqual([name, value, now[0], rank, now[1]]);
    }
    expect(shown.length).toBeGreaterThan(0);
    expect(await violations(page)).toEqual([]);
  });

  it("axe finds no fault in either theme", async () => {
    const page = await openWith(ADMIN_KEY);
    await page.getByRole("heading", { name: "API keys" }).waitFor();
    expect(await violationsByTheme(page)).toEqual({ light: [], dark: [] });
  });
});
