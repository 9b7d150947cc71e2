import { Command, InvalidArgumentError } from "commander";
import type { ServeOptions } from "./serve.ts";

export const serveCommand = (): Command =>
  new Command("serve")
    .description("serve the index over HTTP")
    .option("--port <number>", "the port to listen on, instead of PORT; 0 lets the system choose", checkPort)
    .addHelpText("after", SETTINGS)
    .action(async (options: ServeOptions) => {
      const { serve } = await import("./serve.ts");
      await serve(options);
    });

/** @throws InvalidArgumentError for anything but a port number */
function checkPort(text: string): string {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return text;
  throw new InvalidArgumentError("It must be a number from 0 to 65535.");
}

const SETTINGS = `
Settings, from the environment:
  PORT                       4000; 0 lets the system choose
  HOST                       127.0.0.1
  DATABASE_URL               postgres://… for a PostgreSQL server, memory: for memory only; by default PGlite in a folder
  DATABASE_REPLICA_URLS      hot standbys of that server to read from, separated by commas
  OMNIDEX_DATA_DIR           .omnidex, that folder
  OMNIDEX_STORAGE_RESERVE_MB 64 megabytes of that folder's disk are kept free: with less, nothing is written
  OMNIDEX_ADMIN_KEY          the administrator's key; without it, admin-key in OMNIDEX_DATA_DIR keeps one, made at the first start
  OMNIDEX_CORS_ORIGINS       origins of the web pages that may read the server, separated by commas, or *
  OMNIDEX_RESPONSE_CACHE     on; off caches no responses in memory
  OMNIDEX_JUDGE_URL          an OpenAI-compatible API, for runs that ask for a judge: http://127.0.0.1:8000/v1
  OMNIDEX_JUDGE_MODEL        the model to ask there
  OMNIDEX_JUDGE_API_KEY      the key to send to it, if it needs one
  OMNIDEX_JUDGE_CONCURRENCY  4 requests to it at a time
  OMNIDEX_SIGNING_KEY_FILE   signing-key.pem in OMNIDEX_DATA_DIR, the key that signs final boards, made at its first use
  OMNIDEX_OIDC_ISSUER        an OpenID Connect provider whose users may sign in: https://login.example.org
  OMNIDEX_OIDC_CLIENT_ID     the name of this server at the provider
  OMNIDEX_OIDC_CLIENT_SECRET  its secret there; without one, this server is a public client
  OMNIDEX_OIDC_SCOPE         openid, the scopes that are asked for, separated by spaces
  OMNIDEX_OIDC_OWNER_CLAIM   sub, the claim that names the owner
  OMNIDEX_OIDC_AUDIENCE      the audience of access tokens that are accepted besides ID tokens
  OMNIDEX_DRAIN_SECONDS      0, how long /health/ready reports not ready after a signal, before the server stops
  OMNIDEX_SHUTDOWN_SECONDS   10, how long requests then have to finish
  OMNIDEX_LIMITS             on or off: rate limits; by default on, unless HOST is loopback and no proxy is trusted
  OMNIDEX_LIMIT_REQUESTS     1200,6000 requests a minute: for each address without a key, for each owner of keys
  OMNIDEX_LIMIT_COST         2000000,10000000, the same for cost points
  OMNIDEX_LIMIT_WORK         4,16, the same for concurrent submissions, audits, exports and imports
  OMNIDEX_LIMIT_STORAGE_MB   1000, megabytes of responses that the runs of one owner may hold
  OMNIDEX_LIMIT_OPEN_RUNS    100 open runs of one owner
  OMNIDEX_LIMIT_WRONG_KEYS   20 wrong keys a minute for each address
  OMNIDEX_TRUSTED_PROXIES    proxies whose X-Forwarded-For is trusted: a number of hops, or networks such as 10.0.0.0/8
  OMNIDEX_LOG_LEVEL          trace, debug, info, warn, error, fatal or silent; by default info, on a terminal warn
  OMNIDEX_LOG_FORMAT         json or pretty; by default json, on a terminal pretty
  OMNIDEX_SLOW_STATEMENT_MS  1000: statements that take at least this long are logged; 0 logs none
  OMNIDEX_METRICS_PORT       a port that serves /metrics without a key; without it, administrators read them at PORT
  OMNIDEX_METRICS_HOST       127.0.0.1, the address of that port
  OTEL_EXPORTER_OTLP_ENDPOINT  a collector that receives traces: http://127.0.0.1:4318
  OMNIDEX_FENSE_MODELS       the networks that score captions: a folder that holds sentence and fluency, or both folders

Examples:
  $ omnidex serve
  $ omnidex serve --port 8080
  $ PORT=8080 OMNIDEX_DATA_DIR=/srv/omnidex omnidex serve
  $ DATABASE_URL=memory: PORT=0 omnidex serve`;
