import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe } from "vitest";
import { Omnidex } from "../../../src/sdk/index.ts";
import { readConfig } from "../../../src/server/config/config.ts";
import type { Database } from "../../../src/server/db/database.ts";
import { serve } from "../../../src/server/main.ts";
import { Telemetry } from "../../../src/server/telemetry/telemetry.ts";
import { forgetLog, rememberLog } from "../../support/failure-log.ts";
import { skipsWithout } from "../../support/required-tools.ts";
import { openSeededDatabase } from "../../support/seeded-database.ts";
import { ADMIN_KEY, type Dashboard, findChromium, launchChromium, openDashboard } from "./browser.ts";

const isSkipped = skipsWithout("Chromium", findChromium() !== null);
// The files of a worker share this module, so the line is printed once.
if (isSkipped)
  console.log("skipped: the dashboard's pages, because Chromium (Debian's package chromium-headless-shell) is missing");

/** The browser of all files of this worker. It ends with the worker. */
let chromium: Promise<Browser> | undefined;

interface Setup {
  /** Settings of the server besides the administrator's key. */
  readonly settings?: () => Promise<Readonly<Record<string, string>>>;
  /** Writes further data beside the demo before the server starts. */
  readonly prepare?: (database: Database) => Promise<void>;
}

/** Starts a server in this process, over a copy of the data of a first start, and opens its pages in a browser. */
export function openTestDashboard({ settings, prepare }: Setup = {}): Promise<Dashboard> {
  const start = async () => {
    const opened = await openSeededDatabase();
    await prepare?.(opened.database);
    const logged: unknown[] = [];
    rememberLog(logged);
    const own = { DATABASE_URL: "memory:", PORT: "0", OMNIDEX_ADMIN_KEY: ADMIN_KEY };
    const config = readConfig({ ...own, ...(await settings?.()) });
    const telemetry = await Telemetry.open(config.telemetry, (_, error) => logged.push(error));
    const { url, close } = await serve(config, opened, telemetry);
    return { url, end: () => close().finally(() => forgetLog(logged)) };
  };
  chromium ??= launchChromium();
  return chromium.then((browser) => openDashboard(start, browser));
}

/** The dashboard of a suite. It is started before the first test, and cleared after each test. */
export class SuiteDashboard implements Omit<Dashboard, "clear" | "close" | "blank"> {
  #opened: Dashboard | undefined;

  async start(setup: Setup): Promise<void> {
    this.#opened = await openTestDashboard(setup);
  }
  clear = async (): Promise<void> => this.#opened?.clear();
  end = async (): Promise<void> => this.#opened?.close();

  get #dashboard(): Dashboard {
    if (this.#opened === undefined) throw new Error("The dashboard is started before the first test.");
    return this.#opened;
  }
  get url(): string {
    return this.#dashboard.url;
  }
  get faults(): readonly string[] {
    return this.#dashboard.faults;
  }
  /** A client of the server, with the administrator's key. */
  get omnidex(): Omnidex {
    return new Omnidex({ url: this.url, apiKey: ADMIN_KEY });
  }
  open: Dashboard["open"] = (path, options) => this.#dashboard.open(path, options);
}

/** A suite over a server and a browser. Without Chromium it is skipped, and neither is started. */
export function describeInBrowser(title: string, suite: (dashboard: SuiteDashboard) => void, setup: Setup = {}): void {
  describe.skipIf(isSkipped)(title, () => {
    const dashboard = new SuiteDashboard();
    beforeAll(() => dashboard.start(setup));
    afterEach(() => dashboard.clear());
    afterAll(() => dashboard.end());
    suite(dashboard);
  });
}
