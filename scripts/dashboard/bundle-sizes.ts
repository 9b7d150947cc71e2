import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { Dashboard } from "../../test/dashboard/pages/browser.ts";

const FOLDER = "dist/dashboard";

/** The bytes of each file that a page fetched, compressed with gzip. */
async function bytesOf(paths: readonly string[], ending: string): Promise<number> {
  const kept = paths.filter((path) => path.endsWith(ending));
  const sizes = await Promise.all(kept.map(async (path) => (await stat(join(FOLDER, `${path}.gz`))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

const kilobytes = (bytes: number): string => (bytes / 1_000).toFixed(1);

/** Opens views with a cold cache, and prints the sizes of all scripts and styles that the browser really fetched. */
export async function bundleSizes(dashboard: Dashboard, views: readonly string[]): Promise<void> {
  console.log("| view | scripts | gzip, kB | styles, kB |\n| --- | ---: | ---: | ---: |");
  for (const view of views) {
    const page = await dashboard.open(view);
    const fetched = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
    const paths = [...new Set(fetched.map((url) => new URL(url).pathname))].filter((path) =>
      path.startsWith("/assets/"),
    );
    const scripts = paths.filter((path) => path.endsWith(".js"));
    const [script, style] = [await bytesOf(paths, ".js"), await bytesOf(paths, ".css")];
    console.log(`| ${view} | ${scripts.length} | ${kilobytes(script)} | ${kilobytes(style)} |`);
    await page.context().close();
  }
}
