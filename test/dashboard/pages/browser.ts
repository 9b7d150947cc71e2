import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type Browser, type BrowserContext, chromium, type Page, type Request } from "playwright-core";
import { isDeep } from "../../support/cases.ts";

export const ADMIN_KEY = "dashboard-test-key-0123456789";

/**
 * The path of Chromium: `CHROMIUM`, or one of the usual names on the path; null if there is none. `chromium-headless-shell` comes
 * first, because the others also draw a toolbar and menus for each page, which takes two fifths of their CPU time.
 */
export function findChromium(): string | null {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  for (const name of ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"])
    try {
      return execFileSync("which", [name], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
    } catch {
      // The next name.
    }
  return null;
}

/** @throws Error if there is no Chromium */
export function launchChromium(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === null)
    throw new Error("There is no Chromium: install Debian's package chromium-headless-shell.");
  // Chromium's own sandbox does not work as root, which CI runs as. The pages of a server share one process, because to
  // start one and to compile the scripts in it takes most of the time in which a page opens.
  return chromium.launch({ executablePath, args: ["--no-sandbox", "--process-per-site"] });
}

/** A server of the dashboard. */
export interface DashboardServer {
  readonly url: string;
  end(): Promise<unknown>;
}

type ContextOptions = NonNullable<Parameters<Browser["newContext"]>[0]>;

interface WindowOptions extends ContextOptions {
  /** The API key that the window has from the beginning, as after its entry in the same window. */
  readonly apiKey?: string | undefined;
}

/** A server with a browser that opens its pages. */
export interface Dashboard {
  readonly url: string;
  /**
   * Opens a page in a new window and waits until it is at rest. Collects the page's errors in `faults`. Windows with the
   * same options share their cookies, local storage and cache, but not the session storage that holds the API key.
   */
  open(path: string, options?: WindowOptions): Promise<Page>;
  /** Opens a new window without a page, and with an empty cache. */
  blank(options?: ContextOptions): Promise<Page>;
  /** Errors of pages, and requests that the content security policy blocked. */
  readonly faults: readonly string[];
  /** Empties all windows, and forgets what their pages have stored and were permitted. */
  clear(): Promise<void>;
  /** Ends the server, and the browser if it was started for this dashboard. */
  close(): Promise<void>;
}

/** What a window is given when it is opened; all other options belong to its context. */
const OF_WINDOWS: ReadonlySet<string> = new Set(["viewport", "colorScheme", "reducedMotion", "apiKey"]);

/** An answer of the server that is no page of the dashboard. */
const PLAIN = "/health/live";

/** Windows that share a context. */
class WindowGroup {
  readonly #opened: Page[] = [];
  /** Emptied windows. To open a new one takes Chromium a third of the time of a page. */
  readonly #empty: Page[] = [];

  private constructor(
    private readonly url: string,
    private readonly context: BrowserContext,
    /** Keeps the process of the site's pages alive, so that their scripts stay compiled. */
    private readonly keeper: Page,
  ) {}

  static async create(browser: Browser, url: string, options: ContextOptions): Promise<WindowGroup> {
    const context = await browser.newContext(options);
    const keeper = await context.newPage();
    await keeper.goto(url + PLAIN);
    return new WindowGroup(url, context, keeper);
  }

  /** Opens a window of its own. Playwright would open a tab, and only the tab in front draws more than a frame a second. */
  async #window(): Promise<Page> {
    const session = await this.context.newCDPSession(this.keeper);
    const { targetInfo } = await session.send("Target.getTargetInfo");
    const opened = this.context.waitForEvent("page");
    const { browserContextId = "" } = targetInfo;
    await session.send("Target.createTarget", { url: "about:blank", newWindow: true, browserContextId });
    await session.detach();
    return opened;
  }

  async open({ viewport, colorScheme, reducedMotion, apiKey }: WindowOptions): Promise<Page> {
    const page = this.#empty.pop() ?? (await this.#window());
    this.#opened.push(page);
    await page.setViewportSize(viewport ?? { width: 1280, height: 800 });
    await page.emulateMedia({
      media: null,
      colorScheme: colorScheme ?? null,
      reducedMotion: reducedMotion ?? null,
    });
    if (apiKey !== undefined) {
      if (!page.url().startsWith(this.url)) await page.goto(this.url + PLAIN);
      await page.evaluate((key) => sessionStorage.setItem("omnidex-api-key", key), apiKey);
    }
    return page;
  }

  async clear(): Promise<void> {
    if (this.#opened.length === 0) return;
    for (const page of this.#opened.splice(0)) {
      if (page.isClosed()) continue;
      page.removeAllListeners();
      // This cancels the requests that a test holds back, which would otherwise be sent when their route is removed.
      await page.goto(this.url + PLAIN);
      await page.unrouteAll();
      await page.evaluate(() => sessionStorage.clear());
      this.#empty.push(page);
    }
    await Promise.all([this.context.clearCookies(), this.context.clearPermissions()]);
    const session = await this.context.newCDPSession(this.keeper);
    await session.send("Storage.clearDataForOrigin", { origin: this.url, storageTypes: "local_storage,indexeddb" });
    await session.detach();
  }

  close = (): Promise<void> => this.context.close();
}

/**
 * Starts a server, and opens its pages in a browser.
 * @param shared a browser that other dashboards use as well; without it, one is started for this dashboard
 */
export async function openDashboard(start: () => Promise<DashboardServer>, shared?: Browser): Promise<Dashboard> {
  const browser = shared ?? (await launchChromium());
  const server = await start();
  const groups = new Map<string, Promise<WindowGroup>>();
  const contexts: BrowserContext[] = [];
  const faults: string[] = [];
  const groupOf = (options: WindowOptions): Promise<WindowGroup> => {
    const ofContext = Object.fromEntries(Object.entries(options).filter(([name]) => !OF_WINDOWS.has(name)));
    const key = JSON.stringify(ofContext);
    const group = groups.get(key) ?? WindowGroup.create(browser, server.url, ofContext);
    groups.set(key, group);
    return group;
  };
  const clear = async (): Promise<void> => {
    for (const group of groups.values()) await (await group).clear();
    for (const context of contexts.splice(0)) await context.close();
  };
  return {
    url: server.url,
    faults,
    async open(path, options = {}) {
      const page = await (await groupOf(options)).open(options);
      page.on("pageerror", (error) => faults.push(`${path}: ${error.message}`));
      page.on("console", (message) => {
        if (message.type() === "error") faults.push(`${path}: ${message.text()}`);
      });
      watchRequests(page);
      await page.goto(`${server.url}${path}`);
      await atRest(page);
      return page;
    },
    async blank(options = {}) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
      contexts.push(context);
      return context.newPage();
    },
    clear,
    async close() {
      await clear();
      for (const group of groups.values()) await (await group).close();
      if (shared === undefined) await browser.close();
      await server.end();
    },
  };
}

/** The requests of a page that have not ended, and the number of all that it has sent. */
interface Requests {
  readonly open: Set<Request>;
  sent: number;
  /** Called when none is open any more. */
  onNone: () => void;
}

const requestsOf = new WeakMap<Page, Requests>();

function watchRequests(page: Page): void {
  const requests: Requests = { open: new Set(), sent: 0, onNone: () => {} };
  requestsOf.set(page, requests);
  page.on("request", (request) => {
    requests.open.add(request);
    requests.sent += 1;
  });
  const ended = (request: Request): void => {
    requests.open.delete(request);
    if (requests.open.size === 0) requests.onNone();
  };
  page.on("requestfinished", ended);
  page.on("requestfailed", ended);
}

/**
 * Waits until a view is shown that has drawn the answers to its requests and sends no further ones. Unlike Playwright's
 * "networkidle", this does not wait half a second to know.
 */
export async function atRest(page: Page): Promise<void> {
  const requests = requestsOf.get(page);
  if (requests === undefined) throw new Error("The requests of this page are not watched.");
  await page.locator("main, .graphiql-container").first().waitFor();
  for (let sent = -1; sent !== requests.sent || requests.open.size > 0; ) {
    if (requests.open.size > 0) await new Promise<void>((resolve) => (requests.onNone = resolve));
    sent = requests.sent;
    await drawn(page);
  }
}

/** Waits for two frames and for an idle moment after them: what an answer changes is drawn, and what that begins, too. */
export const drawn = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise((done) => requestAnimationFrame(done));
    await new Promise((done) => requestIdleCallback(done, { timeout: 1_000 }));
  });

/** One component draws all rows of a long table, so axe goes through all of them in the deep run only. */
const MORE_ROWS = isDeep ? "tr:not(*)" : "tr[data-index]:nth-child(n + 13)";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/**
 * The violations that axe finds on a page: the rule, and the elements. @see https://github.com/dequelabs/axe-core
 * @param rules the only rules to run; by default, all that axe runs by default
 */
export async function violations(page: Page, rules?: readonly string[]): Promise<string[]> {
  // The page's policy allows no inline script, but does not apply to code that a debugger evaluates.
  if (await page.evaluate(() => !("axe" in window))) await page.evaluate(AXE);
  await drawn(page);
  // axe reads the colours of the frame that was drawn last, which may be within a transition.
  await page.evaluate(() => {
    for (const animation of document.getAnimations())
      if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish();
  });
  await drawn(page);
  const options = { resultTypes: ["violations"], ...(rules && { runOnly: { type: "rule", values: rules } }) };
  return page.evaluate(
    async ([moreRows, asked]) => {
      type Found = { violations: { id: string; nodes: { html: string }[] }[] };
      const axe: { run(context: object, options: object): Promise<Found> } = Reflect.get(window, "axe");
      // Excluding rows makes axe hardly any faster, so they are removed from the document.
      const more = [...document.querySelectorAll(moreRows)].map((row) => ({
        row,
        parent: row.parentNode,
        next: row.nextSibling,
      }));
      for (const { row } of more) row.remove();
      const { violations: found } = await axe.run(document, asked);
      for (const { row, parent, next } of more.reverse()) parent?.insertBefore(row, next);
      return found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
    },
    [MORE_ROWS, options] as const,
  );
}

/** The themes differ only in their colours. The deep run uses all rules in both. */
const RULES_OF_DARK = isDeep ? undefined : ["color-contrast", "link-in-text-block"];

/** The violations in both themes. The theme changes while the page is open. */
export async function violationsByTheme(page: Page): Promise<{ readonly light: string[]; readonly dark: string[] }> {
  await page.emulateMedia({ colorScheme: "light" });
  const light = await violations(page);
  await page.emulateMedia({ colorScheme: "dark" });
  return { light, dark: await violations(page, RULES_OF_DARK) };
}
