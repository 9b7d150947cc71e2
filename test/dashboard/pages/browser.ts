import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { type ServerProcess, serveSeeded } from "../../cli/cli-process.ts";

export const ADMIN_KEY = "dashboard-test-key-0123456789";

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/** The path of Chromium: `CHROMIUM`, or one of the usual names on the path; null if there is none. */
export function findChromium(): string | null {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  for (const name of ["chromium", "chromium-browser", "google-chrome"])
    try {
      return execFileSync("which", [name], { encoding: "utf8" }).trim();
    } catch {
      // The next name.
    }
  return null;
}

/** A server with the demo, and a browser that opens its pages. */
export interface Dashboard {
  readonly url: string;
  /** Opens a page in a new window, and collects the page's errors in `faults`. */
  open(path: string, options?: Parameters<Browser["newContext"]>[0]): Promise<Page>;
  /** Opens a new window without a page, and with an empty cache. */
  blank(options?: Parameters<Browser["newContext"]>[0]): Promise<Page>;
  /** Errors of pages, and requests that the content security policy blocked. */
  readonly faults: readonly string[];
  close(): Promise<void>;
}

const withDemo = (): Promise<ServerProcess> => serveSeeded({ OMNIDEX_ADMIN_KEY: ADMIN_KEY });

/**
 * Starts the built server and a browser.
 * @param start starts the server; by default, one over the demo
 * @throws Error if there is no Chromium
 */
export async function openDashboard(start = withDemo): Promise<Dashboard> {
  const executablePath = findChromium();
  if (executablePath === null) throw new Error("There is no Chromium: install Debian's package chromium.");
  const server = await start();
  // Chromium's own sandbox does not work as root, which CI runs as.
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  const contexts: BrowserContext[] = [];
  const faults: string[] = [];
  const blank = async (options = {}): Promise<Page> => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
    contexts.push(context);
    return context.newPage();
  };
  return {
    url: server.url,
    faults,
    blank,
    async open(path, options = {}) {
      const page = await blank(options);
      page.on("pageerror", (error) => faults.push(`${path}: ${error.message}`));
      page.on("console", (message) => {
        if (message.type() === "error") faults.push(`${path}: ${message.text()}`);
      });
      await page.goto(`${server.url}${path}`);
      await page.waitForLoadState("networkidle");
      // The network may be idle while a slow machine still runs the first script.
      await page.locator("main, .graphiql-container").first().waitFor();
      return page;
    },
    async close() {
      for (const context of contexts) await context.close();
      await browser.close();
      await server.end();
    },
  };
}

/** One component draws all rows of a long table, so axe need not go through hundreds of them. */
const MORE_ROWS = "tr[data-index]:nth-child(n + 31)";

/** The violations that axe finds on a page: the rule, and the elements. @see https://github.com/dequelabs/axe-core */
export async function violations(page: Page): Promise<string[]> {
  // The page's policy allows no inline script, but does not apply to code that a debugger evaluates.
  const { readFile } = await import("node:fs/promises");
  await page.evaluate(await readFile(AXE, "utf8"));
  return page.evaluate(async (moreRows) => {
    type Found = { violations: { id: string; nodes: { html: string }[] }[] };
    const axe: { run(context: object, options: object): Promise<Found> } = Reflect.get(window, "axe");
    const { violations: found } = await axe.run({ exclude: [moreRows] }, { resultTypes: ["violations"] });
    return found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
  }, MORE_ROWS);
}
