import type { Dashboard } from "../../../test/dashboard/pages/browser.ts";
import { fetchedFiles } from "../../../test/dashboard/pages/fetched-files.ts";

const kilobytes = (bytes: number): string => (bytes / 1_000).toFixed(1);

/** Opens views, and prints the sizes of all scripts and styles that each of them really loads. */
export async function bundleSizes(dashboard: Dashboard, views: readonly string[]): Promise<void> {
  console.log("| view | scripts | gzip, kB | styles, kB |\n| --- | ---: | ---: | ---: |");
  for (const view of views) {
    const page = await dashboard.open(view);
    const [scripts, styles] = [await fetchedFiles(page, ".js"), await fetchedFiles(page, ".css")];
    console.log(`| ${view} | ${scripts.names.length} | ${kilobytes(scripts.bytes)} | ${kilobytes(styles.bytes)} |`);
    await page.close();
  }
}
