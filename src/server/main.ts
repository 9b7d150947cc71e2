import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { getRequestListener } from "@hono/node-server";
import { AnswerTexts } from "./answers/answer-texts.ts";
import { serverMemory } from "./catalog/server-memory.ts";
import { type Config, ConfigError, type DatabaseLocation, type FenseConfig } from "./config.ts";
import { acquireDataFolderLock, type DataFolderLock } from "./db/data-folder-lock.ts";
import type { Database } from "./db/database.ts";
import { refuseNewerDatabase } from "./db/migrations.ts";
import { openPgliteDatabase } from "./db/pglite-database.ts";
import { openPostgresDatabase } from "./db/postgres-database.ts";
import { sweepTemporaryFolders } from "./db/temporary-folders.ts";
import type { ErrorLog } from "./graphql/error-format.ts";
import { MAX_TOKENS, startGraphqlServer, VALIDATION_RULES } from "./graphql/graphql-server.ts";
import { PersistedQueries } from "./graphql/persisted-queries.ts";
import { createSchema } from "./graphql/schema.ts";
import { AnswerCache } from "./http/answer-cache.ts";
import { createApp } from "./http/app.ts";
import type { AppServices } from "./http/app-environment.ts";
import { fastListener } from "./http/fast-listener.ts";
import { listen } from "./http/http-listener.ts";
import { Shutdown } from "./http/shutdown.ts";
import { packageFile } from "./project-root.ts";
import { Viewers } from "./services/access/viewers.ts";
import type { FenseModels } from "./services/captions/fense-models.ts";
import { FenseScores } from "./services/captions/fense-scores.ts";
import { loadFenseModels } from "./services/captions/onnx-fense-models.ts";
import { judgeNamed } from "./services/judging/judge.ts";
import { JudgeWorker } from "./services/judging/judge-worker.ts";
import { seedDatabase } from "./services/seed-database.ts";
import { type RunServices, runServices } from "./services/submission/run-services.ts";

/** A database that this process may use, at this version's tables. */
export interface OpenedDatabase {
  readonly database: Database;
  /** Of the folder that PGlite keeps it in. */
  readonly lock: DataFolderLock | null;
  close(): Promise<void>;
}

/**
 * Opens the database, alone where it is a folder, and migrates it unless it is to be left `asItIs`.
 * @throws `CONFLICT` where another process has the folder, or a newer version has migrated the database
 */
export async function openDatabase(location: DatabaseLocation, asItIs = false): Promise<OpenedDatabase> {
  const folder = location.engine === "pglite" ? location.folder : null;
  const lock = folder === null ? null : await acquireDataFolderLock(folder);
  try {
    const database =
      location.engine === "pglite"
        ? await openPgliteDatabase(folder && join(folder, "postgres"), location.image, location.reserve)
        : openPostgresDatabase(location.url, { replicas: location.replicas ?? [], report: console.error });
    try {
      await refuseNewerDatabase(database);
      if (!asItIs) await database.migrate();
    } catch (error) {
      await database.close();
      throw error;
    }
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

/** Everything that the HTTP app needs, wired. */
export async function appServices(
  config: Pick<Config, "adminKey" | "corsOrigins" | "judge" | "fense" | "answerCacheBytes">,
  database: Database,
  log: ErrorLog,
  loadModels: (config: FenseConfig) => Promise<FenseModels> = loadFenseModels,
): Promise<AppServices> {
  const captions = config.fense && new FenseScores(await loadConfigured(config.fense, loadModels));
  const runs = runServices(database, config.judge && judgeNamed(config.judge.model), captions);
  await database.listen();
  await seedDatabase(runs);
  const { version } = JSON.parse(await readFile(packageFile(), "utf8")) as { version: string };
  const { adminKey, corsOrigins } = config;
  const schema = createSchema();
  const persisted = new PersistedQueries();
  const graphql = await startGraphqlServer(schema, persisted, log);
  const answers = new AnswerTexts(schema, VALIDATION_RULES, MAX_TOKENS, log);
  const memory = serverMemory(database);
  const { answerCacheBytes } = config;
  const cache = answerCacheBytes === 0 ? null : new AnswerCache(database.versions, answerCacheBytes);
  const viewers = new Viewers(database, adminKey);
  const shutdown = new Shutdown();
  return {
    database,
    schema,
    graphql,
    answers,
    persisted,
    cache,
    runs,
    memory,
    viewers,
    corsOrigins,
    version,
    shutdown,
    log,
  };
}

/** Loaded at the start: a server that cannot score what it is told to must not find out with the first run. */
async function loadConfigured(
  config: FenseConfig,
  load: (config: FenseConfig) => Promise<FenseModels>,
): Promise<FenseModels> {
  try {
    return await load(config);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`OMNIDEX_FENSE_MODELS cannot be used: ${reason.split("\n", 1)[0]}`, { cause: error });
  }
}
