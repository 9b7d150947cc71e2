import { randomBytes } from "node:crypto";
import { join, resolve } from "node:path";
import { type DatabaseLocation, readDatabaseLocation } from "./database-location.ts";
import { type LimitsConfig, readLimits, readTrustedProxies, type TrustedProxies } from "./limits-config.ts";
import { type FenseConfig, fense, type JudgeConfig, judge, type OidcConfig, oidc } from "./service-config.ts";
import { ConfigError, type Environment, listed, type Setting, seconds, settingOf } from "./settings.ts";
import { type TelemetryConfig, telemetry } from "./telemetry-config.ts";

/** The validated settings of the environment. */
export interface Config {
  readonly host: string;
  /** 0 lets the system choose. */
  readonly port: number;
  readonly database: DatabaseLocation;
  /**
   * The administrator key, or null. Without a setting, it is null if `adminKeyFile` keeps it. On a loopback host, another
   * database than that of a data folder gets a key for this start.
   */
  readonly adminKey: string | null;
  /** Whether `adminKey` was generated for this start, so that it must be printed. */
  readonly adminKeyGenerated: boolean;
  /** The file in the data folder that keeps the administrator key; null if a setting names the key, or no data folder exists. */
  readonly adminKeyFile: string | null;
  /** The file with the key that signs final boards. Null if the key exists only in memory, like the database. */
  readonly signingKeyFile: string | null;
  /** The origins whose web pages may read responses; `*` stands for all origins. */
  readonly corsOrigins: readonly string[];
  /** The judge of responses that the extractor cannot read; null without a judge. */
  readonly judge: JudgeConfig | null;
  /** The OpenID Connect provider whose users may sign in; null without sign-in. */
  readonly oidc: OidcConfig | null;
  /** The caption scorer; null if captions are not scored. */
  readonly fense: FenseConfig | null;
  /** The size of the cache of public responses, in bytes; 0 disables it. */
  readonly replyCacheBytes: number;
  /** The limits of callers; null for no limits. */
  readonly limits: LimitsConfig | null;
  /** The proxies that are trusted to state a request's client address; null if no proxy is trusted. */
  readonly trustedProxies: TrustedProxies | null;
  /** The seconds for which `/health/ready` fails before the server stops accepting connections. */
  readonly drainSeconds: number;
  /** The seconds after which the server exits, even with requests in progress. */
  readonly shutdownSeconds: number;
  /** Logs, metrics and traces. */
  readonly telemetry: TelemetryConfig;
}

/**
 * Reads the settings from the environment. An empty value counts as absent.
 * @throws {ConfigError} for a value that cannot be used
 */
export function readConfig(environment: Environment): Config {
  const setting = settingOf(environment);
  const host = setting("HOST") ?? "127.0.0.1";
  const database = readDatabaseLocation(environment);
  const named = setting("OMNIDEX_ADMIN_KEY");
  const folder = database.engine === "pglite" ? database.folder : null;
  const adminKeyFile = named === undefined && folder !== null ? join(folder, "admin-key") : null;
  const generated = named === undefined && adminKeyFile === null && isLoopback(host);
  const trustedProxies = readTrustedProxies(setting);
  return {
    host,
    port: port(setting("PORT") ?? "4000"),
    database,
    adminKey: generated ? newAdminKey() : named === undefined ? null : checkedAdminKey("OMNIDEX_ADMIN_KEY", named),
    adminKeyGenerated: generated,
    adminKeyFile,
    signingKeyFile: signingKeyFile(setting),
    corsOrigins: corsOrigins(setting("OMNIDEX_CORS_ORIGINS")),
    judge: judge(setting),
    oidc: oidc(setting),
    fense: fense(setting("OMNIDEX_FENSE_MODELS")),
    replyCacheBytes: answerCache(setting("OMNIDEX_RESPONSE_CACHE") ?? "on"),
    limits: readLimits(setting, isLoopback(host), trustedProxies !== null),
    trustedProxies,
    drainSeconds: seconds("OMNIDEX_DRAIN_SECONDS", setting("OMNIDEX_DRAIN_SECONDS") ?? "0", 0),
    shutdownSeconds: seconds("OMNIDEX_SHUTDOWN_SECONDS", setting("OMNIDEX_SHUTDOWN_SECONDS") ?? "10", 1),
    telemetry: telemetry(setting),
  };
}

/** The signing key is kept in the data folder, even if `DATABASE_URL` names a database elsewhere. */
function signingKeyFile(setting: Setting): string | null {
  const named = setting("OMNIDEX_SIGNING_KEY_FILE");
  if (named !== undefined) return resolve(named);
  return setting("DATABASE_URL") === "memory:"
    ? null
    : join(resolve(setting("OMNIDEX_DATA_DIR") ?? ".omnidex"), "signing-key.pem");
}

/** Whether only this machine can reach the host. */
export const isLoopback = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/.test(host);

function port(text: string): number {
  const number = Number(text);
  if (!/^\d{1,5}$/.test(text) || number > 65_535)
    throw new ConfigError(`PORT must be a number from 0 to 65535; it is '${text}'.`);
  return number;
}

const SHORTEST_KEY = 16;

/** A new administrator key, of 192 random bits. */
export const newAdminKey = (): string => `omx_admin_${randomBytes(24).toString("base64url")}`;

/**
 * @param place where the key is written, for the message
 * @throws {ConfigError} for a key that is too short to be safe, or that no header can carry
 */
export function checkedAdminKey(place: string, key: string): string {
  if (key.length < SHORTEST_KEY || /[^\x21-\x7e]/.test(key)) {
    throw new ConfigError(`${place} must have at least ${SHORTEST_KEY} characters, without white space.`);
  }
  return key;
}

function corsOrigins(text: string | undefined): readonly string[] {
  const origins = listed(text);
  const wrong = origins.find(
    (origin) => origin !== "*" && !(URL.canParse(origin) && new URL(origin).origin === origin),
  );
  if (wrong !== undefined) {
    throw new ConfigError(
      `OMNIDEX_CORS_ORIGINS must list origins such as https://example.org, or *; one is '${wrong}'.`,
    );
  }
  return origins;
}

const ANSWER_CACHE_BYTES = 32_000_000;

function answerCache(text: string): number {
  if (text !== "on" && text !== "off")
    throw new ConfigError(`OMNIDEX_RESPONSE_CACHE must be 'on' or 'off'; it is '${text}'.`);
  return text === "on" ? ANSWER_CACHE_BYTES : 0;
}
