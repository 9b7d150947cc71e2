import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { getRequestListener } from "@hono/node-server";
import { appServices } from "./app-services.ts";
import type { Config } from "./config/config.ts";
import type { DatabaseLocation } from "./config/database-location.ts";
import { refuseHalfDistributed } from "./data/distribution-queries.ts";
import { acquireDataFolderLock, type DataFolderLock } from "./db/data-folder-lock.ts";
import type { Database } from "./db/database.ts";
import { refuseNewerDatabase } from "./db/migrations.ts";
import { openPgliteDatabase } from "./db/pglite-database.ts";
import { openPostgresDatabase } from "./db/postgres/postgres-database.ts";
import { sweepTemporaryFolders } from "./db/temporary-folders.ts";
import type { ErrorLog } from "./graphql/error-format.ts";
import { createApp } from "./http/app.ts";
import { fastListener } from "./http/fast-listener.ts";
import { listen } from "./http/http-listener.ts";
import { JudgeWorker } from "./services/judging/judge-worker.ts";
import type { RunServices } from "./services/submission/run-services.ts";

/** A database that this process may use, at this version's tables. */
export interface OpenedDatabase {
  readonly database: Database;
  /** Of the folder that PGlite keeps it in. */
  readonly lock: DataFolderLock | null;
  close(): Promise<void>;
}

/**
 * Opens the database, alone where it is a folder, and migrates it.
 * @throws `CONFLICT` where another process has the folder, or  the database has been distributed in part, or is of a newer version
 */
export async function openDatabase(location: DatabaseLocation): Promise<OpenedDatabase> {
  const opened = await openAsItIs(location);
  try {
    await refuseNewerDatabase(opened.database);
    await refuseHalfDistributed(opened.database);
    await opened.database.migrate();
    return opened;
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/**
 * Opens the database, alone where it is a folder, whatever tables it has.
 * @throws `CONFLICT` where another process has the folder
 */
export async function openAsItIs(location: DatabaseLocation): Promise<OpenedDatabase> {
  const folder = location.engine === "pglite" ? location.folder : null;
  const lock = folder === null ? null : await acquireDataFolderLock(folder);
  try {
    const database =
      location.engine === "pglite"
        ? await openPgliteDatabase(folder && join(folder, "postgres"), location.image, location.reserve)
        : openPostgresDatabase(location.url, { replicas: location.replicas ?? [], report: console.error });
    const close = async (): Promise<void> => {
      await database.close();
      await lock?.release();
    };
    return { database, lock, close };
  } catch (error) {
    await lock?.release();
    throw error;
  }
}

/** A server that listens. */
export interface RunningServer {
  /** Its address: `http://127.0.0.1:4000`. */
  readonly url: string;
  readonly database: Database;
  /** Says at `/health/ready` that it is about to end, and serves on. */
  drain(): void;
  /**
   * Answers the requests under way, then closes everything. Whatever has not ended after `Config.shutdownSeconds` is left
   * as it is: a database that hangs, or a request, whose connection is cut off.
   */
  close(): Promise<void>;
}

const logError: ErrorLog = (requestId, error) => console.error(`[${requestId}]`, error);

/** Opens the database, puts in what is there from the start, and listens. */
export async function startServer(config: Config, log: ErrorLog = logError): Promise<RunningServer> {
  await sweepTemporaryFolders();
  const opened = await openDatabase(config.database);
  try {
    return await serve(config, opened, log);
  } catch (error) {
    await opened.close();
    throw error;
  }
}

async function serve(config: Config, { database, lock, close }: OpenedDatabase, log: ErrorLog): Promise<RunningServer> {
  const services = await appServices(config, database, log);
  const listener = fastListener(services, getRequestListener(createApp(services).fetch));
  const http = await listen(listener, config.host, config.port);
  const url = `http://${config.host.includes(":") ? `[${config.host.replace(/^\[|\]$/g, "")}]` : config.host}:${http.port}`;
  if (config.adminKey !== null) await lock?.publishAddress({ url, adminKey: config.adminKey });
  const worker = startJudging(config, services.runs, log);
  const drain = (): void => services.shutdown.begin();
  const stop = async (): Promise<void> => {
    const cut = await http.close(config.shutdownSeconds * 1_000 * SHARE_OF_REQUESTS);
    if (cut > 0) log("shutdown", new Error(`${cut} requests had not ended, and were cut off`));
    await services.graphql.stop();
    await worker?.stop();
    await services.runs.pool.close();
    await close();
  };
  const stopInTime = async (): Promise<void> => {
    drain();
    if (await inTime(stop(), config.shutdownSeconds)) return;
    log("shutdown", new Error(`not everything had ended after ${config.shutdownSeconds} s`));
  };
  let closed: Promise<void> | null = null;
  const closeOnce = (): Promise<void> => {
    closed ??= stopInTime();
    return closed;
  };
  return { url, database, drain, close: closeOnce };
}

/** Of the time for the shutdown; the rest is for the database. */
const SHARE_OF_REQUESTS = 0.7;

/** Waits for some work, but not longer; returns whether it was done. @throws what the work throws */
async function inTime(work: Promise<void>, seconds: number): Promise<boolean> {
  const late = new AbortController();
  const isLate = pause(seconds * 1_000, false, { signal: late.signal }).catch(() => false);
  try {
    return await Promise.race([work.then(() => true), isLate]);
  } finally {
    late.abort();
  }
}

/** Asks the judge what is in the queue; `null` where none is configured. */
function startJudging(config: Config, services: RunServices, log: ErrorLog): JudgeWorker | null {
  if (config.judge === null || services.judge === null) return null;
  return new JudgeWorker({ services, judge: services.judge, config: config.judge, log });
}
