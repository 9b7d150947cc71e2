import { expect, it } from "vitest";
import { fetchedFiles } from "./fetched-files.ts";
import { describeInBrowser } from "./in-browser.ts";

/** Bytes of gzip. */
const MOST = 200_000;

describeInBrowser("the first view", (dashboard) => {
  it.each(["/", "/benchmarks/omnidex-demo", "/questions"])("%s fetches at most 200 kB of scripts", async (path) => {
    const page = await dashboard.open(path);
    const { count, bytes } = await fetchedFiles(page, ".js");
    expect(count).toBeGreaterThan(1);
    expect(bytes).toBeLessThanOrEqual(MOST);
  });
});
