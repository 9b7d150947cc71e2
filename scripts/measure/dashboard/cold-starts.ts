import type { Page } from "playwright-core";
import type { Dashboard } from "../../../test/dashboard/pages/browser.ts";
import { report } from "./report.ts";
import { firstPaint, traced } from "./trace.ts";

const TIMES = 10;

/** Milliseconds from the navigation to the end of the last request, by the browser's clock. */
const lastAnswer = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const ends = performance.getEntriesByType("resource").map((entry) => entry.startTime + entry.duration);
    return Math.max(...ends);
  });

/** Opens a page with a cold cache, again and again. `rows` is the selector of the content that readers wait for. */
export async function coldStarts(dashboard: Dashboard, path: string, rows: string): Promise<void> {
  const [paints, answers]: [number[], number[]] = [[], []];
  for (let time = 0; time < TIMES; time++) {
    // A blank page has an empty cache.
    const page = await dashboard.blank();
    const events = await traced(page, async () => {
      await page.goto(`${dashboard.url}${path}`);
      await page.locator(rows).first().waitFor();
      await page.waitForLoadState("networkidle");
    });
    paints.push(firstPaint(events));
    answers.push(await lastAnswer(page));
    await page.context().close();
  }
  report(`${path}: first contentful paint`, paints);
  report(`${path}: last answer`, answers);
}
