import type { Dashboard } from "../../../test/dashboard/pages/browser.ts";
import { frames, traced } from "./trace.ts";

/** The distance in pixels and the speed in pixels per second. A fast flick moves about 50 rows per second. */
const [DISTANCE, SPEED] = [24_000, 3_000];
const TIMES = 3;

/** Loads all rows of a board, scrolls through them, and prints how many frames were dropped. */
export async function scrolling(dashboard: Dashboard, board: string, rows: number): Promise<void> {
  const page = await dashboard.open(`${board}?sort=model`);
  await page.locator(`table[aria-rowcount="${rows + 1}"]`).waitFor({ timeout: 120_000 });
  await page.waitForLoadState("networkidle");
  const devtools = await page.context().newCDPSession(page);
  for (let time = 1; time <= TIMES; time++) {
    await page.evaluate(() => window.scrollTo(0, 0));
    await page.waitForTimeout(500);
    const events = await traced(page, async () => {
      await devtools.send("Input.synthesizeScrollGesture", {
        ...{ x: 700, y: 500, yDistance: -DISTANCE, speed: SPEED, gestureSourceType: "mouse", preventFling: true },
      });
    });
    const { shown, dropped } = frames(events);
    const place = await page.evaluate(() => window.scrollY);
    console.log(`| ${rows} rows, ${time}. time, ${Math.round(place)} pixels | ${shown} | ${dropped} |`);
  }
  await page.close();
}
