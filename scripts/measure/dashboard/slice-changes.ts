import type { Page } from "playwright-core";
import type { Dashboard } from "../../../test/dashboard/pages/browser.ts";
import { report } from "./report.ts";
import { PageRequests } from "./requests.ts";
import { interactions, traced } from "./trace.ts";

const CHANGES = 30;

/** Milliseconds from the click on a value of the slice to the frame that shows the rows of the new slice. */
async function changeOf(page: Page, value: string): Promise<number> {
  const shown = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        // These are methods, because tsx wraps named functions in a helper that does not exist in the page.
        const look = {
          clicked: 0,
          counts: "",
          read() {
            return document.querySelector(".board [role=status]")?.textContent ?? "";
          },
          isShown() {
            const isBusy = document.querySelector(".board")?.ariaBusy === "true";
            return this.clicked !== 0 && !isBusy && this.read() !== this.counts;
          },
        };
        look.counts = look.read();
        addEventListener("click", ({ timeStamp }) => (look.clicked = timeStamp), { capture: true, once: true });
        const watch = new MutationObserver(() => {
          if (!look.isShown()) return;
          watch.disconnect();
          // The first callback runs before the frame is drawn, and the message arrives after it.
          requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => resolve(performance.now() - look.clicked);
            port2.postMessage(null);
          });
        });
        watch.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
      }),
  );
  await page.locator(".facet-value", { hasText: value }).first().click();
  return shown;
}

/**
 * Changes a slice value by value, in the order of a Gray code. No two slices are equal, so none is cached. The first changes
 * are timed without tracing, which would make them slower, and the next ones are traced.
 */
export async function sliceChanges(dashboard: Dashboard, board: string): Promise<void> {
  const page = await dashboard.open(board);
  const requests = new PageRequests(page);
  await page.locator(".board-table tbody tr").first().waitFor();
  const values = (await page.locator(".facet-value .facet-label").allInnerTexts()).slice(0, 7);
  const change = async (step: number): Promise<number> => {
    // Wait, so that the facets and the histogram of the last change are not measured with this one.
    await requests.idle();
    return changeOf(page, values[31 - Math.clz32(step & -step)] ?? "");
  };
  const times: number[] = [];
  for (let step = 1; step <= CHANGES; step++) times.push(await change(step));
  const events = await traced(page, async () => {
    for (let step = CHANGES + 1; step <= 2 * CHANGES; step++) await change(step);
  });
  await page.close();
  report(`${board}: from a click to the rows of another slice`, times);
  report(`${board}: from a click to the next frame`, interactions(events));
}
