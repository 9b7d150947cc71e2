import { stat } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import type { Page } from "playwright-core";

const FOLDER = resolve(import.meta.dirname, "../../../dist/dashboard");

/** Files of one kind that a page fetched. */
export interface FetchedFiles {
  /** Without the hash of their content. */
  readonly names: readonly string[];
  /** Compressed with gzip. */
  readonly bytes: number;
}

const nameOf = (path: string): string => basename(path).replace(/-[\w-]{8}\.\w+$/, "");

/** The scripts or styles that a browser has really fetched for a page so far. */
export async function fetchedFiles(page: Page, ending: ".js" | ".css"): Promise<FetchedFiles> {
  const urls = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
  const paths = [...new Set(urls.map((url) => new URL(url).pathname))].filter((path) => path.endsWith(ending));
  const sizes = await Promise.all(paths.map(async (path) => (await stat(join(FOLDER, `${path}.gz`))).size));
  return { names: paths.map(nameOf), bytes: sizes.reduce((sum, size) => sum + size, 0) };
}
