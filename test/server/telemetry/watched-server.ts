import { afterAll, beforeAll } from "vitest";
import { readConfig } from "../../../src/server/config/config.ts";
import type { Environment } from "../../../src/server/config/settings.ts";
import { type RunningServer, serve } from "../../../src/server/main.ts";
import { openServerLog } from "../../../src/server/telemetry/server-log.ts";
import { Telemetry } from "../../../src/server/telemetry/telemetry.ts";
import { openSeededDatabase } from "../../support/seeded-database.ts";

export const ADMIN_KEY = "omx_admin_key_of_this_test";

export type Line = Readonly<Record<string, unknown>> & { readonly msg: string; readonly level: string };

/** A server with a socket, whose log is kept. */
export interface WatchedServer {
  readonly running: () => RunningServer;
  readonly lines: Line[];
  /** The lines of the log as texts. */
  readonly texts: string[];
  graphql(
    query: string,
    options?: { key?: string | undefined; variables?: object; headers?: object },
  ): Promise<Response>;
  /** The text of `/metrics`. */
  metrics(): Promise<string>;
  /** The value of one series, `name{label="value"}`; undefined if it does not exist. */
  metric(series: string): Promise<number | undefined>;
}

/** Starts a server before the tests of a file, and ends it after them. */
export function watchServer(environment: Environment = {}): WatchedServer {
  const [lines, texts]: [Line[], string[]] = [[], []];
  let running: RunningServer;
  beforeAll(async () => {
    const settings = { DATABASE_URL: "memory:", PORT: "0", OMNIDEX_ADMIN_KEY: ADMIN_KEY, OMNIDEX_METRICS_PORT: "0" };
    const config = readConfig({ ...settings, ...environment });
    const write = (text: string): void => {
      texts.push(text);
      lines.push(JSON.parse(text));
    };
    const log = await openServerLog(config.telemetry.log, { write });
    const opened = await openSeededDatabase();
    const telemetry = new Telemetry(log, config.telemetry.log.slowStatement);
    running = await serve(config, { ...opened, lock: null }, telemetry);
  });
  afterAll(() => running.close());
  const metrics = async (): Promise<string> => (await fetch(running.metricsUrl ?? "")).text();
  return {
    running: () => running,
    lines,
    texts,
    graphql: (query, { key, variables = {}, headers = {} } = {}) =>
      fetch(`${running.url}/graphql`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          ...(key !== undefined && { authorization: `Bearer ${key}` }),
          ...headers,
        },
        body: JSON.stringify({ query, variables }),
      }),
    metrics,
    metric: async (series) => {
      const line = (await metrics()).split("\n").find((one) => one.startsWith(`${series} `));
      return line === undefined ? undefined : Number(line.slice(series.length + 1));
    },
  };
}
