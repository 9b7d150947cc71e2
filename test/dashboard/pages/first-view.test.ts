import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Dashboard, findChromium, openDashboard } from "./browser.ts";
import { fetchedFiles } from "./fetched-files.ts";

const hasBrowser = findChromium() !== null || process.env.CI !== undefined;

/** Bytes of gzip. */
const MOST = 200_000;

describe.runIf(hasBrowser)("the first view", () => {
  let dashboard: Dashboard;
  beforeAll(async () => {
    dashboard = await openDashboard();
  });
  afterAll(() => dashboard.close());

  it.each(["/", "/benchmarks/omnidex-demo", "/questions"])("%s fetches at most 200 kB of scripts", async (path) => {
    const page = await dashboard.open(path);
    const { count, bytes } = await fetchedFiles(page, ".js");
    expect(count).toBeGreaterThan(1);
    expect(bytes).toBeLessThanOrEqual(MOST);
  });
});
