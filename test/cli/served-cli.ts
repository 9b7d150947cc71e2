import { afterAll, beforeAll, expect } from "vitest";
import type { Config } from "../../src/server/config/config.ts";
import { acquireDataFolderLock } from "../../src/server/db/data-folder-lock.ts";
import type { Database } from "../../src/server/db/database.ts";
import { type OpenedDatabase, openDatabase, serve } from "../../src/server/main.ts";
import { Telemetry } from "../../src/server/telemetry/telemetry.ts";
import { forgetLog, rememberLog } from "../support/failure-log.ts";
import { openSeededDatabase } from "../support/seeded-database.ts";
import { patientConfig } from "../support/test-database.ts";
import { type Finished, omnidex } from "./cli-process.ts";

export const ADMIN_KEY = "omx_admin_key_for_the_tests";

/** A completion timeout that is long enough for a busy machine. */
export const PATIENT = { OMNIDEX_COMPLETION_TIMEOUT: "60" } as const;

/** A command line that talks to a server of this test file, which holds the demo benchmark. */
export interface ServedCli {
  url(): string;
  run(args: readonly string[], environment?: Readonly<Record<string, string>>): Promise<Finished>;
  /** The output of a command that must succeed and print nothing but `remark` on stderr. */
  print(args: readonly string[], remark?: string): Promise<string>;
  json<T>(args: readonly string[]): Promise<T>;
}

/** A server in this process, on a free port, with a database of its own that holds the initial data. */
export interface LocalServer {
  readonly url: string;
  readonly database: Database;
  close(): Promise<void>;
}

/**
 * Starts a server in this process, which takes a fraction of a second.
 * @param dataFolder a folder in which commands find this server, as if its data were there
 */
export async function serveHere(dataFolder?: string): Promise<LocalServer> {
  const config = patientConfig({ PORT: "0", DATABASE_URL: "memory:", OMNIDEX_ADMIN_KEY: ADMIN_KEY });
  const seeded = await openSeededDatabase();
  const lock = dataFolder === undefined ? null : await acquireDataFolderLock(dataFolder);
  const close = async (): Promise<void> => {
    await seeded.close();
    await lock?.release();
  };
  return serveOpened(config, { ...seeded, lock, close });
}

/** Starts a server in this process over the data folder of PGlite that `environment` names. */
export async function serveFolder(environment: Readonly<Record<string, string>>): Promise<LocalServer> {
  const config = patientConfig({ PORT: "0", OMNIDEX_ADMIN_KEY: ADMIN_KEY, ...environment });
  return serveOpened(config, await openDatabase(config.database));
}

async function serveOpened(config: Config, opened: OpenedDatabase): Promise<LocalServer> {
  const logged: unknown[] = [];
  rememberLog(logged);
  const telemetry = await Telemetry.open(config.telemetry, (_, error) => logged.push(error));
  try {
    const { url, close } = await serve(config, opened, telemetry);
    return { url, database: opened.database, close: () => close().finally(() => forgetLog(logged)) };
  } catch (error) {
    await opened.close();
    await telemetry.close();
    throw error;
  }
}

/** Starts a server in this process before the tests of a file, and ends it after them. */
export function serveCli(): ServedCli {
  let server: LocalServer;
  beforeAll(async () => {
    server = await serveHere();
  });
  afterAll(() => server.close());
  const run: ServedCli["run"] = (args, environment = {}) =>
    omnidex(args, { OMNIDEX_URL: server.url, OMNIDEX_API_KEY: ADMIN_KEY, ...PATIENT, ...environment });
  const print = async (args: readonly string[], remark = ""): Promise<string> => {
    const { code, stdout, stderr } = await run(args);
    expect({ code, stderr }).toEqual({ code: 0, stderr: remark === "" ? "" : `${remark}\n` });
    return stdout;
  };
  return { url: () => server.url, run, print, json: async (args) => JSON.parse(await print([...args, "--json"])) };
}
