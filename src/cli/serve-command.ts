import { setTimeout as pause } from "node:timers/promises";
import { Command } from "commander";
import { type Config, readConfig } from "../server/config/config.ts";
import type { RunningServer } from "../server/main.ts";
import { dataFolderState } from "./maintenance/written-database.ts";

export const serveCommand = (): Command =>
  new Command("serve")
    .description("serve the index over HTTP")
    .addHelpText("after", SETTINGS)
    .action(async () => {
      const config = readConfig(process.env);
      const { folder = null } = config.database.engine === "pglite" ? config.database : {};
      const isNew = folder !== null && (await dataFolderState(folder)) !== "used";
      const { startServer } = await import("../server/main.ts");
      const server = await startServer(config);
      console.log(greeting(config, server, isNew));
      closeOnSignal(server, config.drainSeconds);
    });

const SETTINGS = `
Settings, from the environment:
  PORT                       4000; 0 lets the system choose
  HOST                       127.0.0.1
  DATABASE_URL               postgres://… for a PostgreSQL server, memory: for nothing on disk; else PGlite in a folder
  DATABASE_REPLICA_URLS      hot standbys of it to read from, separated by commas
  OMNIDEX_DATA_DIR           .omnidex, that folder
  OMNIDEX_STORAGE_RESERVE_MB 64, so much of that folder's disk is left free: with less nothing is written
  OMNIDEX_ADMIN_KEY          who shows it may write; without it a start on loopback prints one of its own
  OMNIDEX_CORS_ORIGINS       origins of the web pages that may read the server, or *
  OMNIDEX_RESPONSE_CACHE     on; off keeps no answers in memory
  OMNIDEX_JUDGE_URL          an OpenAI-compatible API, for runs that ask for a judge: http://127.0.0.1:8000/v1
  OMNIDEX_JUDGE_MODEL        the model to ask there
  OMNIDEX_JUDGE_API_KEY      the key to show it, where it wants one
  OMNIDEX_JUDGE_CONCURRENCY  4, how many requests to it are under way at a time
  OMNIDEX_DRAIN_SECONDS      0, how long /health/ready says no before a signal ends the server
  OMNIDEX_SHUTDOWN_SECONDS   10, after which requests under way are cut off
  OMNIDEX_LIMITS             on or off: rate limits; on, unless HOST is loopback and no proxy is trusted
  OMNIDEX_LIMIT_REQUESTS     1200,6000 a minute, without a key for each address, and for each owner of keys
  OMNIDEX_LIMIT_COST         2000000,10000000, the same for cost points
  OMNIDEX_LIMIT_WORK         4,16, the same for submissions, audits, exports and imports under way at a time
  OMNIDEX_LIMIT_WRONG_KEYS   20 wrong keys a minute for each address
  OMNIDEX_TRUSTED_PROXIES    whose X-Forwarded-For is believed: a number of hops, or networks such as 10.0.0.0/8
  OMNIDEX_LOG_LEVEL          trace, debug, info, warn, error, fatal or silent; info, and warn on a terminal
  OMNIDEX_LOG_FORMAT         json or pretty; json, and pretty on a terminal
  OMNIDEX_SLOW_STATEMENT_MS  1000, from which a statement is logged; 0 logs none
  OMNIDEX_METRICS_PORT       a port for /metrics without a key; else administrators read it at the server's own
  OMNIDEX_METRICS_HOST       127.0.0.1, the address of that port
  OTEL_EXPORTER_OTLP_ENDPOINT  a collector that is sent traces: http://127.0.0.1:4318
  OMNIDEX_FENSE_MODELS       the networks that score captions: a folder with sentence and fluency in it, or the two

Examples:
  $ omnidex serve
  $ PORT=8080 OMNIDEX_DATA_DIR=/srv/omnidex omnidex serve
  $ DATABASE_URL=memory: PORT=0 omnidex serve`;

/** @param isNew whether this start has created the data folder's database */
function greeting({ adminKey, adminKeyGenerated, database }: Config, { url }: RunningServer, isNew: boolean): string {
  const place = database.engine === "postgresql" ? "PostgreSQL" : (database.folder ?? "memory only");
  const data = isNew ? `${place}  (created by this start)` : place;
  const key = adminKeyGenerated
    ? `  key      ${adminKey}  (for writing; made for this start, set OMNIDEX_ADMIN_KEY to choose one)`
    : `  key      ${adminKey === null ? "none: nobody may write until OMNIDEX_ADMIN_KEY is set" : "OMNIDEX_ADMIN_KEY"}`;
  return [`Omnidex serves ${url}`, `  GraphQL  ${url}/graphql`, `  data     ${data}`, key].join("\n");
}

/**
 * The first signal shuts the server down gracefully, a second SIGINT at once. An uncaught error also does, with exit
 * code 1.
 */
function closeOnSignal(server: RunningServer, drainSeconds: number): void {
  const end = (code: number): void => {
    process.once("SIGINT", () => process.exit(130));
    drainAndClose(server, drainSeconds).then(
      () => process.exit(code),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.once("SIGINT", () => end(0));
  process.once("SIGTERM", () => end(0));
  for (const event of ["unhandledRejection", "uncaughtException"] as const)
    process.on(event, (error: unknown) => {
      server.failed(event, error);
      end(1);
    });
}

async function drainAndClose(server: RunningServer, drainSeconds: number): Promise<void> {
  server.drain();
  await pause(drainSeconds * 1_000);
  await server.close();
}
