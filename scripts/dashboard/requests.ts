import type { Page } from "playwright-core";

/** How long no request may be in flight before the page counts as idle, in milliseconds. */
const QUIET = 300;
const PAUSE = 20;

/** Counts the requests of a page, from its making on. */
export class PageRequests {
  #inFlight = 0;
  #last = performance.now();

  constructor(page: Page) {
    page.on("request", () => this.#count(1));
    page.on("requestfinished", () => this.#count(-1));
    page.on("requestfailed", () => this.#count(-1));
  }

  /**
   * Waits until no request has been in flight for some time. Playwright's `waitForLoadState("networkidle")` waits for this
   * only once for each document: when the page changes its address by script, it resolves at once.
   */
  async idle(): Promise<void> {
    while (this.#inFlight > 0 || performance.now() - this.#last < QUIET)
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }

  #count(change: 1 | -1): void {
    this.#inFlight += change;
    this.#last = performance.now();
  }
}
