import proxyAddr from "proxy-addr";
import { ConfigError, listed, type Setting } from "./settings.ts";

/** A limit for callers without a key, by address, and one for callers with a key, by owner. 0 means no limit. */
export interface LimitPair {
  readonly address: number;
  readonly owner: number;
}

/** The limits for one caller of one server. */
export interface LimitsConfig {
  /** Requests per minute. */
  readonly requests: LimitPair;
  /** Cost points per minute, as `X-Omnidex-Cost` counts them. */
  readonly cost: LimitPair;
  /** Invalid keys per minute and address; 0 means no limit. */
  readonly wrongKeys: number;
  /** Concurrent heavy operations. */
  readonly work: LimitPair;
  readonly storage: StorageLimits;
}

/** What one owner's runs may take in the database; the configured administrator's are not limited. 0 means no limit. */
export interface StorageLimits {
  /** The bytes of responses, errors and confirmations. */
  readonly bytes: number;
  /** The runs that are open. */
  readonly openRuns: number;
}

/** Whether a hop of `X-Forwarded-For` is a trusted proxy. @param hop 0 for the peer of the socket */
export type TrustedProxies = (address: string, hop: number) => boolean;

/**
 * The limits of the environment; null for no limits. Without `OMNIDEX_LIMITS`, a server that is reachable only from its
 * own machine has no limits, unless it is behind a proxy.
 * @throws {ConfigError} for a value that cannot be used
 */
export function readLimits(setting: Setting, isLoopback: boolean, isProxied: boolean): LimitsConfig | null {
  const limits = {
    requests: pair("OMNIDEX_LIMIT_REQUESTS", setting("OMNIDEX_LIMIT_REQUESTS") ?? "1200,6000"),
    cost: pair("OMNIDEX_LIMIT_COST", setting("OMNIDEX_LIMIT_COST") ?? "2000000,10000000"),
    wrongKeys: wholeNumber("OMNIDEX_LIMIT_WRONG_KEYS", setting("OMNIDEX_LIMIT_WRONG_KEYS") ?? "20"),
    work: pair("OMNIDEX_LIMIT_WORK", setting("OMNIDEX_LIMIT_WORK") ?? "4,16"),
    storage: {
      bytes: 1_000_000 * wholeNumber("OMNIDEX_LIMIT_STORAGE_MB", setting("OMNIDEX_LIMIT_STORAGE_MB") ?? "1000"),
      openRuns: wholeNumber("OMNIDEX_LIMIT_OPEN_RUNS", setting("OMNIDEX_LIMIT_OPEN_RUNS") ?? "100"),
    },
  };
  const switched = setting("OMNIDEX_LIMITS");
  if (switched !== undefined && switched !== "on" && switched !== "off")
    throw new ConfigError(`OMNIDEX_LIMITS must be 'on' or 'off'; it is '${switched}'.`);
  const isOn = switched === undefined ? !isLoopback || isProxied : switched === "on";
  return isOn ? limits : null;
}

/**
 * The trusted proxies; null if no proxy is trusted. The setting is a number of hops, or a list of addresses, networks
 * in CIDR notation, and the names `loopback`, `linklocal` and `uniquelocal`.
 * @throws {ConfigError} for a value that cannot be used
 */
export function readTrustedProxies(setting: Setting): TrustedProxies | null {
  const text = setting("OMNIDEX_TRUSTED_PROXIES");
  if (text === undefined || text === "0") return null;
  if (/^\d{1,2}$/.test(text)) return (_address, hop) => hop < Number(text);
  try {
    return proxyAddr.compile([...listed(text)]);
  } catch {
    throw new ConfigError(
      `OMNIDEX_TRUSTED_PROXIES must be a number of hops, or list addresses and networks such as 10.0.0.0/8; it is '${text}'.`,
    );
  }
}

const LARGEST = 1_000_000_000;

function pair(name: string, text: string): LimitPair {
  const numbers = text.split(",").map((part) => numberIn(part.trim()));
  const [address = null, owner = address] = numbers;
  if (address === null || owner === null || numbers.length > 2)
    throw new ConfigError(
      `${name} must be one number from 0 to ${LARGEST}, or two with a comma between them: without and with a key; it is '${text}'.`,
    );
  return { address, owner };
}

function wholeNumber(name: string, text: string): number {
  const number = numberIn(text);
  if (number === null) throw new ConfigError(`${name} must be a number from 0 to ${LARGEST}; it is '${text}'.`);
  return number;
}

function numberIn(text: string): number | null {
  return /^\d{1,10}$/.test(text) && Number(text) <= LARGEST ? Number(text) : null;
}
