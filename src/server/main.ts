import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { getRequestListener } from "@hono/node-server";
import { pagePaths, pageUrl } from "../domain/page-urls.ts";
import { keptAdminKey } from "./access/admin-key.ts";
import { appServices } from "./app-services.ts";
import type { Config } from "./config/config.ts";
import type { DatabaseLocation } from "./config/database-location.ts";
import { acquireDataFolderLock, type DataFolderLock } from "./db/data-folder-lock.ts";
import type { ConnectionCounts, Database } from "./db/database.ts";
import { refuseNewerDatabase } from "./db/migrations.ts";
import { observedDatabase } from "./db/observed-database.ts";
import { openPgliteDatabase } from "./db/pglite-database.ts";
import { openPostgresDatabase } from "./db/postgres/postgres-database.ts";
import { sweepTemporaryFolders } from "./db/process-identity.ts";
import type { ErrorLog } from "./graphql/error-format.ts";
import { ChallengeClock } from "./hosting/challenge-clock.ts";
import { createApp } from "./http/app.ts";
import type { AppServices } from "./http/app-environment.ts";
import { fastListener } from "./http/fast-listener.ts";
import { listenForMetrics, type MetricsListener } from "./http/health-routes.ts";
import { listen } from "./http/http-listener.ts";
import { observedListener } from "./http/observed-listener.ts";
import { fetchRunsOfEarlierExtractors } from "./memory/run-queries.ts";
import { ChoiceFilling } from "./runs/choice-vector.ts";
import { countPendingTasks } from "./runs/judge-queries.ts";
import { JudgeWorker } from "./runs/judging/judge-worker.ts";
import { finishRun } from "./runs/rescoring/finish-run.ts";
import type { RunServices } from "./runs/submission/run-services.ts";
import { unhandledFailure } from "./telemetry/server-events.ts";
import { Telemetry } from "./telemetry/telemetry.ts";
import { refuseHalfDistributed } from "./upkeep/distribution-queries.ts";
import type { StartProgress } from "./upkeep/seed-database.ts";

/** An open database whose tables have the schema of this version. */
export interface OpenedDatabase {
  readonly database: Database;
  /** The lock of PGlite's data folder; null if the database has no data folder. */
  readonly lock: DataFolderLock | null;
  close(): Promise<void>;
}

/**
 * Opens the database and migrates it. A data folder is locked for this process.
 * @param report called with a line when a replica is left out, and when it is used again
 * @throws `CONFLICT` if another process has locked the folder, if the database is only partly distributed, or if a
 *   newer version has migrated it
 */
export async function openDatabase(location: DatabaseLocation, report?: Report): Promise<OpenedDatabase> {
  const opened = await openAsItIs(location, report);
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

type Report = (line: string) => void;

/**
 * Opens the database without migrating it. A data folder is locked for this process.
 * @throws `CONFLICT` if another process has locked the folder
 */
export async function openAsItIs(location: DatabaseLocation, report: Report = console.error): Promise<OpenedDatabase> {
  const folder = location.engine === "pglite" ? location.folder : null;
  const lock = folder === null ? null : await acquireDataFolderLock(folder);
  try {
    const database =
      location.engine === "pglite"
        ? await openPgliteDatabase(folder && join(folder, "postgres"), location.image, location.reserve)
        : openPostgresDatabase(location.url, {
            replicas: location.replicas ?? [],
            report,
            ...(location.pulse && { pulse: location.pulse }),
          });
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

export interface RunningServer {
  /** Its address: `http://127.0.0.1:4000`. */
  readonly url: string;
  readonly database: Database;
  /**
   * The separate address of the metrics, which requires no key, such as `http://127.0.0.1:9464/metrics`; null if none
   * is configured.
   */
  readonly metricsUrl: string | null;
  /** Makes an address that signs the administrator in, once; null if other machines can reach the server, or it has no key. */
  signInLink(): string | null;
  /** Logs and counts an uncaught error. */
  failed(event: "unhandledRejection" | "uncaughtException", error: unknown): void;
  /** Makes `/health/ready` fail, and continues to serve. */
  drain(): void;
  /**
   * Waits for the requests in progress, then closes everything. Aborts the connections of requests that take too long.
   * Resolves after `Config.shutdownSeconds` at the latest, even if the database hangs.
   */
  close(): Promise<void>;
}

/**
 * Opens the database, adds the initial data, and listens.
 * @param log receives errors instead of the server's log, which then stays silent
 * @param progress called with the steps of a first start
 */
export async function startServer(
  config: Config,
  log: ErrorLog | null = null,
  progress?: StartProgress,
): Promise<RunningServer> {
  await sweepTemporaryFolders();
  const telemetry = await Telemetry.open(config.telemetry, log);
  const opened = await openDatabase(config.database, (line) => telemetry.log.logger.warn(line));
  try {
    const { adminKeyFile: file } = config;
    const warn = (line: string): void => telemetry.log.logger.warn(line);
    const adminKey = file === null ? config.adminKey : await keptAdminKey(file, warn);
    return await serve({ ...config, adminKey }, opened, telemetry, progress);
  } catch (error) {
    await opened.close();
    await telemetry.close();
    throw error;
  }
}

/** Runs keep their scores. Their owners decide whether they are scored again. */
const EARLIER_EXTRACTOR =
  "runs were scored by an earlier version of the extractor; omnidex rescore --benchmark <slug> tells their owners what a new scoring would change";

/** Logs how many runs of each benchmark an earlier extractor scored. A failure of the query does not prevent the start. */
async function noteEarlierExtractors(database: Database, services: AppServices, telemetry: Telemetry): Promise<void> {
  try {
    const earlier = await fetchRunsOfEarlierExtractors(database, services.runs.extractor);
    for (const { benchmark, runs } of earlier) telemetry.log.logger.info({ benchmark, runs }, EARLIER_EXTRACTOR);
  } catch (error) {
    telemetry.fail("runs of earlier extractors", error);
  }
}

/** Serves an open database. */
export async function serve(
  config: Config,
  opened: OpenedDatabase,
  telemetry: Telemetry,
  progress?: StartProgress,
): Promise<RunningServer> {
  const { lock, close } = opened;
  const log = telemetry.fail;
  const database = observedDatabase(opened.database, telemetry);
  const services = await appServices(config, database, log, undefined, telemetry.metrics, progress);
  await telemetry.startTracing(config.telemetry.traces, services.version);
  await noteEarlierExtractors(database, services, telemetry);
  const listener = fastListener(services, getRequestListener(createApp(services).fetch));
  const metrics = await serveMetrics(config, services, telemetry);
  const http = await listen(observedListener(telemetry, listener), config.host, config.port).catch(async (error) => {
    await metrics?.close();
    throw error;
  });
  const url = addressOf(config.host, http.port);
  if (config.adminKey !== null) await lock?.publishAddress({ url, adminKey: config.adminKey });
  services.keyUses.start();
  const filling = new ChoiceFilling(services.runs, log);
  filling.start();
  const clock = new ChallengeClock(services.runs, log);
  clock.start();
  const worker = startJudging(config, services.runs, log);
  const { logger } = telemetry.log;
  logger.info({ url, version: services.version, engine: database.engine }, "serving");
  const drain = (): void => {
    if (services.shutdown.begin()) logger.info("about to end");
  };
  const stop = async (): Promise<void> => {
    const cut = await http.close(config.shutdownSeconds * 1_000 * SHARE_OF_REQUESTS);
    if (cut > 0) log("shutdown", new Error(`${cut} requests had not ended, and were cut off`));
    await services.graphql.stop();
    await worker?.stop();
    await clock.stop();
    await services.keyUses.stop();
    await filling.stop();
    await services.runs.pool.close();
    services.spooled.close();
    await metrics?.close();
    await close();
    logger.info("ended");
    await telemetry.close();
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
  const failed: RunningServer["failed"] = (event, error) => {
    unhandledFailure.publish({ event });
    telemetry.fail(event, error);
  };
  const metricsUrl = metrics && `${addressOf(config.telemetry.metrics?.host ?? "", metrics.port)}/metrics`;
  const signInLink = (): string | null =>
    services.signInCodes && pageUrl(url, pagePaths.signIn(services.signInCodes.make()));
  return { url, database, metricsUrl, signInLink, failed, drain, close: closeOnce };
}

const addressOf = (host: string, port: number): string =>
  `http://${host.includes(":") ? `[${host.replace(/^\[|\]$/g, "")}]` : host}:${port}`;

const NO_POOL: ConnectionCounts = { connections: 0, idle: 0, waiting: 0 };

/** Adds the metrics of the running server, and serves all metrics at a separate address if one is configured. */
function serveMetrics(
  { telemetry: { metrics: address }, judge }: Config,
  { database, version }: AppServices,
  { metrics }: Telemetry,
): Promise<MetricsListener> | null {
  metrics.watchProcess();
  metrics.describe(version, database.engine);
  metrics.watchConnections(database.connections ?? (() => NO_POOL));
  if (judge !== null) metrics.watchJudgeQueue(() => countPendingTasks(database));
  return address && listenForMetrics(metrics, address);
}

/** The share of the shutdown time that requests get. The remaining time is for closing the database. */
const SHARE_OF_REQUESTS = 0.7;

/**
 * Waits for a promise, but at most for some seconds. Returns whether the promise was fulfilled in time.
 * @throws the reason of a rejection
 */
async function inTime(work: Promise<void>, seconds: number): Promise<boolean> {
  const late = new AbortController();
  const isLate = pause(seconds * 1_000, false, { signal: late.signal }).catch(() => false);
  try {
    return await Promise.race([work.then(() => true), isLate]);
  } finally {
    late.abort();
  }
}

/** Starts the judge's worker; `null` if no judge is configured. */
function startJudging(config: Config, services: RunServices, log: ErrorLog): JudgeWorker | null {
  if (config.judge === null || services.judge === null) return null;
  const finish = (run: number): Promise<void> => finishRun(services, run);
  return new JudgeWorker({ services, finish, judge: services.judge, config: config.judge, log });
}
