import type { Page, Request } from "playwright-core";

/** How long no request may be in flight before the page counts as idle, in milliseconds. */
const QUIET = 300;
const PAUSE = 20;
/** The longest wait, in milliseconds. */
const DEADLINE = 30_000;

/** The requests of a page that are in flight, of those that begin after this object was made. */
export class PageRequests {
  readonly #inFlight = new Set<Request>();
  #changed = performance.now();

  constructor(page: Page) {
    page.on("request", (request) => this.#note(() => this.#inFlight.add(request)));
    page.on("requestfinished", (request) => this.#note(() => this.#inFlight.delete(request)));
    page.on("requestfailed", (request) => this.#note(() => this.#inFlight.delete(request)));
  }

  /**
   * Waits until no request has been in flight for some time. Playwright's `waitForLoadState("networkidle")` waits for this
   * only once for each document: when the page changes its address by script, it resolves at once.
   * @throws Error if requests are still in flight after half a minute
   */
  async idle(): Promise<void> {
    const deadline = performance.now() + DEADLINE;
    while (this.#inFlight.size > 0 || performance.now() - this.#changed < QUIET) {
      if (performance.now() > deadline) throw new Error(`${this.#inFlight.size} requests do not end.`);
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  }

  #note(change: () => void): void {
    change();
    this.#changed = performance.now();
  }
}
