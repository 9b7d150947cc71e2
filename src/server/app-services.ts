import { readFile } from "node:fs/promises";
import { FailedAttempts } from "./access/failed-attempts.ts";
import { KeyUses } from "./access/key-uses.ts";
import { SignIn } from "./access/sign-in.ts";
import { SignInCodes } from "./access/sign-in-codes.ts";
import { Viewers } from "./access/viewers.ts";
import { type Config, isLoopback } from "./config/config.ts";
import type { LimitsConfig } from "./config/limits-config.ts";
import { packageFile } from "./config/project-root.ts";
import type { FenseConfig } from "./config/service-config.ts";
import { ConfigError } from "./config/settings.ts";
import type { Database } from "./db/database.ts";
import { MAX_TOKENS } from "./graphql/document-limits.ts";
import type { ErrorLog } from "./graphql/error-format.ts";
import { startGraphqlServer, VALIDATION_RULES } from "./graphql/graphql-server.ts";
import { PersistedQueries } from "./graphql/persisted-queries.ts";
import { ReplyTexts } from "./graphql/replies/reply-texts.ts";
import { createSchema } from "./graphql/schema.ts";
import { type AppServices, Shutdown } from "./http/app-environment.ts";
import { SpooledExports } from "./http/exports/spooled-exports.ts";
import { RequestLimits } from "./http/limits/request-limits.ts";
import { ReplyCache } from "./http/reply-cache.ts";
import { ItemAnalyses } from "./items/item-analyses.ts";
import { ExportRoom } from "./limits/export-room.ts";
import { RateLimits } from "./limits/rate-limits.ts";
import { shareSpending } from "./limits/shared-spending.ts";
import { serverMemory } from "./memory/server-memory.ts";
import { BoardSigning } from "./runs/board-signing.ts";
import { type FenseModels, FenseScores } from "./runs/captions/fense-scores.ts";
import { loadFenseModels } from "./runs/captions/onnx-fense-models.ts";
import { judgeNamed } from "./runs/judging/judge.ts";
import { runServices } from "./runs/submission/run-services.ts";
import { Metrics } from "./telemetry/metrics.ts";
import { type StartProgress, seedDatabase } from "./upkeep/seed-database.ts";

/** Creates the services of the HTTP app. */
export async function appServices(
  config: Pick<
    Config,
    | "host"
    | "adminKey"
    | "corsOrigins"
    | "judge"
    | "oidc"
    | "fense"
    | "replyCacheBytes"
    | "limits"
    | "trustedProxies"
    | "signingKeyFile"
  >,
  database: Database,
  log: ErrorLog,
  loadModels: (config: FenseConfig) => Promise<FenseModels> = loadFenseModels,
  metrics: Metrics = new Metrics(),
  progress?: StartProgress,
): Promise<AppServices> {
  const captions = config.fense && new FenseScores(await loadConfigured(config.fense, loadModels));
  const runs = {
    ...runServices(database, config.judge && judgeNamed(config.judge.model), captions),
    items: new ItemAnalyses(),
    signing: new BoardSigning(database, config.signingKeyFile),
    storage: config.limits?.storage ?? null,
  };
  await database.listen();
  await seedDatabase(runs, progress);
  const { version } = JSON.parse(await readFile(packageFile(), "utf8")) as { version: string };
  const { host, adminKey, corsOrigins } = config;
  const schema = createSchema();
  const persisted = new PersistedQueries();
  const graphql = await startGraphqlServer(schema, persisted, log);
  const replies = new ReplyTexts(schema, VALIDATION_RULES, MAX_TOKENS, log);
  const memory = serverMemory(database);
  const { replyCacheBytes } = config;
  const cache = replyCacheBytes === 0 ? null : new ReplyCache(database.versions, replyCacheBytes);
  const keyUses = new KeyUses(database, log);
  const signIn = config.oidc && new SignIn(config.oidc);
  const isLocal = isLoopback(host) && config.trustedProxies === null;
  const signInCodes = isLocal && adminKey !== null ? new SignInCodes(adminKey) : null;
  const viewers = new Viewers(database, adminKey, keyUses, signIn);
  const limits = config.limits && new RequestLimits(sharedLimits(config.limits, database), config.trustedProxies);
  const shutdown = new Shutdown();
  return {
    database,
    schema,
    graphql,
    replies,
    persisted,
    cache,
    runs,
    memory,
    spooled: new SpooledExports(),
    exportRoom: new ExportRoom(),
    viewers,
    signIn,
    signInCodes,
    keyUses,
    failedAttempts: new FailedAttempts(database, log),
    limits,
    corsOrigins,
    version,
    shutdown,
    metrics,
    log,
  };
}

/** Rate limits that all servers of the same database enforce together. */
function sharedLimits(config: LimitsConfig, { neighbours }: Database): RateLimits {
  const limits = new RateLimits(config);
  if (neighbours !== null) shareSpending(limits, neighbours);
  return limits;
}

/** Loads the FENSE models at the start, so that a wrong configuration stops the server before the first run. */
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
