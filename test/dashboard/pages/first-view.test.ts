import { expect, it } from "vitest";
import { fetchedFiles } from "./fetched-files.ts";
import { describeInBrowser } from "./in-browser.ts";

/** Bytes of gzip. */
const MOST = 200_000;
/** The page of a run has its list of predictions besides. */
const MOST_OF_A_RUN = 205_000;
/** The page that reads result files has the list of benchmarks and the area for files besides. */
const MOST_TO_SUBMIT = 245_000;

describeInBrowser("the first view", (dashboard) => {
  it.each([
    ["/", MOST],
    ["/benchmarks/omnidex-demo", MOST],
    ["/questions", MOST],
    ["/runs/run_3", MOST_OF_A_RUN],
    ["/submit", MOST_TO_SUBMIT],
  ])("%s fetches at most %i bytes of scripts", async (path, most) => {
    const page = await dashboard.open(path);
    const { count, bytes } = await fetchedFiles(page, ".js");
    expect(count).toBeGreaterThan(1);
    expect(bytes).toBeLessThanOrEqual(most);
  });

  it("is the frame of the page before any script has come", async () => {
    const page = await dashboard.open("/");
    const frame = () =>
      page
        .locator(".shell-header, .shell-brand, .mark-ground, .shell-nav a")
        .evaluateAll((elements) =>
          elements.map((element) => [
            element.textContent?.trim(),
            element.getAttribute("href"),
            element.getBoundingClientRect().y,
          ]),
        );
    const drawn = await frame();
    await page.route(/\.js$/, (route) => route.abort());
    await page.reload({ waitUntil: "commit" });
    await page.locator(".shell-loading .skeleton").first().waitFor();
    const before = await frame();
    expect(before.slice(1)).toEqual(drawn.slice(1));
    expect(before.length).toBe(7);
  });
});
