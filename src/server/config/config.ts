import { randomBytes } from "node:crypto";
import { type DatabaseLocation, readDatabaseLocation } from "./database-location.ts";
import { type FenseConfig, fense } from "./fense-config.ts";
import { type JudgeConfig, judge } from "./judge-config.ts";
import { type LimitsConfig, readLimits, readTrustedProxies, type TrustedProxies } from "./limits-config.ts";
import { ConfigError, type Environment, listed, seconds, settingOf } from "./settings.ts";

/** What the environment says, checked. */
export interface Config {
  readonly host: string;
  /** 0 lets the system choose. */
  readonly port: number;
  readonly database: DatabaseLocation;
  /** Whoever shows it may write; null where nobody may. */
  readonly adminKey: string | null;
  /** The key was made up for this start, so it must be printed. */
  readonly adminKeyGenerated: boolean;
  /** The origins of web pages that may read the server: `*` for all. */
  readonly corsOrigins: readonly string[];
  /** Who reads what the extractor cannot; null where nobody does. */
  readonly judge: JudgeConfig | null;
  /** What scores captions; null where nothing does. */
  readonly fense: FenseConfig | null;
  /** How many bytes of answers that anyone may see are kept; 0 for none. */
  readonly answerCacheBytes: number;
  /** What callers may ask; null for no limits. */
  readonly limits: LimitsConfig | null;
  /** The proxies whose word is taken for where a request comes from; null for none. */
  readonly trustedProxies: TrustedProxies | null;
  /** How long `/health/ready` says no before the server takes no more connections. */
  readonly drainSeconds: number;
  /** After so long the server has ended, whatever was under way. */
  readonly shutdownSeconds: number;
}

/**
 * Reads the settings out of the environment. An empty value is as good as none.
 * @throws {ConfigError} for a value that cannot be used
 */
export function readConfig(environment: Environment): Config {
  const setting = settingOf(environment);
  const host = setting("HOST") ?? "127.0.0.1";
  const adminKey = checkedAdminKey(setting("OMNIDEX_ADMIN_KEY"));
  const generated = adminKey === null && isLoopback(host);
  const trustedProxies = readTrustedProxies(setting);
  return {
    host,
    port: port(setting("PORT") ?? "4000"),
    database: readDatabaseLocation(environment),
    adminKey: generated ? `omx_admin_${randomBytes(24).toString("base64url")}` : adminKey,
    adminKeyGenerated: generated,
    corsOrigins: corsOrigins(setting("OMNIDEX_CORS_ORIGINS")),
    judge: judge(setting),
    fense: fense(setting("OMNIDEX_FENSE_MODELS")),
    answerCacheBytes: answerCache(setting("OMNIDEX_RESPONSE_CACHE") ?? "on"),
    limits: readLimits(setting, isLoopback(host), trustedProxies !== null),
    trustedProxies,
    drainSeconds: seconds("OMNIDEX_DRAIN_SECONDS", setting("OMNIDEX_DRAIN_SECONDS") ?? "0", 0),
    shutdownSeconds: seconds("OMNIDEX_SHUTDOWN_SECONDS", setting("OMNIDEX_SHUTDOWN_SECONDS") ?? "10", 1),
  };
}

/** Only this machine can reach it. */
export const isLoopback = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/.test(host);

function port(text: string): number {
  const number = Number(text);
  if (!/^\d{1,5}$/.test(text) || number > 65_535)
    throw new ConfigError(`PORT must be a number from 0 to 65535; it is '${text}'.`);
  return number;
}

const SHORTEST_KEY = 16;

function checkedAdminKey(key: string | undefined): string | null {
  if (key === undefined) return null;
  if (key.length < SHORTEST_KEY || /[^\x21-\x7e]/.test(key)) {
    throw new ConfigError(`OMNIDEX_ADMIN_KEY must have at least ${SHORTEST_KEY} characters, none of them blank.`);
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
