import { expect, it } from "vitest";
import { atRest } from "./browser.ts";
import { describeInBrowser } from "./in-browser.ts";
import { arrowTo, tabTo } from "./keyboard.ts";

describeInBrowser("by keyboard alone", (dashboard) => {
  it("a user goes from the first page to a slice and to a comparison, whose address opens it again", async () => {
    const page = await dashboard.open("/");
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Skip to the content");
    await page.keyboard.press("Enter");
    const benchmarks = page.getByRole("region", { name: "Benchmarks" });
    await tabTo(page, benchmarks.getByRole("link", { name: "Omnidex demo (synthetic)" }));
    await page.keyboard.press("Enter");
    await page.locator(".board-table").waitFor();
    await tabTo(page, page.getByRole("checkbox", { name: /^Reasoning/ }));
    await page.keyboard.press("Space");
    await page.getByText("98 questions ·").waitFor();
    for (const name of ["demo-large", "demo-medium"]) {
      await tabTo(page, page.getByRole("checkbox", { name: `Compare ${name}` }));
      await page.keyboard.press("Space");
    }
    await tabTo(page, page.getByRole("link", { name: "Compare 2 runs" }));
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: /^Differences to/ }).waitFor();
    await tabTo(page, page.getByRole("radiogroup", { name: "Dimension" }));
    await arrowTo(page, page.getByRole("radio", { name: "Audio type" }), "ArrowRight");
    await page.keyboard.press("Space");
    await expect.poll(() => new URL(page.url()).searchParams.get("by")).toBe("AUDIO_TYPE");
    await page.locator(".forest").getByText("Speech").waitFor();
    await atRest(page);
    const shown = await page.locator(".forest tbody").allInnerTexts();
    const anew = await dashboard.open(page.url().slice(dashboard.url.length));
    await anew.locator(".forest").getByText("Speech").waitFor();
    expect(await anew.locator(".forest tbody").allInnerTexts()).toEqual(shown);
  });

  it("a user copies a comparison as text", async () => {
    const page = await dashboard.open("/compare?runs=run_3,run_1");
    await page.evaluate(() => {
      Object.defineProperty(navigator, "clipboard", {
        value: { writeText: async (text: string) => Reflect.set(window, "copied", text) },
      });
    });
    await page.locator(".forest").waitFor();
    await tabTo(page, page.getByRole("button", { name: "Copy as" }));
    await page.keyboard.press("Enter");
    const csv = page.getByRole("menuitem", { name: "CSV" });
    await csv.waitFor();
    await arrowTo(page, csv);
    await page.keyboard.press("Enter");
    await page.getByText("Copied as CSV").waitFor();
    // The first run is the reference. The server writes the same table for every other client.
    const table = await fetch(`${dashboard.url}/tables/comparison.csv?a=run_1&b=run_3&by=LEVEL`);
    expect(await page.evaluate(() => String(Reflect.get(window, "copied")))).toBe(await table.text());
  });

  it("a user reads a run, filters its predictions, and shows an answer", async () => {
    const page = await dashboard.open("/runs/run_3");
    await tabTo(page, page.getByLabel("Search the responses"));
    await page.keyboard.type("answer");
    await page.getByText("These predictions as a file:").waitFor();
    await tabTo(page, page.getByRole("table", { name: "Predictions of the run" }).getByRole("link").first());
    await page.keyboard.press("Enter");
    await page.locator("mark.found").first().waitFor();
    await page.locator(".option-right").first().waitFor();
  });

  it("no error occurred", () => {
    expect(dashboard.faults).toEqual([]);
  });
});
