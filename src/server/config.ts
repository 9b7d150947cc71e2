import { randomBytes } from "node:crypto";
import { isAbsolute, resolve } from "node:path";

/** Where the data is. */
export type DatabaseLocation =
  /** PGlite in a folder, or in memory where `folder` is null; there it may begin with the image of another's data. */
  | {
      readonly engine: "pglite";
      readonly folder: string | null;
      readonly image?: Blob;
      /** How many bytes of the folder's disk are never written; a number of our own where it is not given. */
      readonly reserve?: number;
    }
  | { readonly engine: "postgresql"; readonly url: string; readonly replicas?: readonly string[] };

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
  /** How long `/health/ready` says no before the server takes no more connections. */
  readonly drainSeconds: number;
  /** After so long the server has ended, whatever was under way. */
  readonly shutdownSeconds: number;
}

/** Where the two networks of FENSE are. Each is a folder, or the name of a model on the Hugging Face hub. */
export interface FenseConfig {
  /** Sentence embeddings: paraphrase-TinyBERT-L6-v2 in AVI-Bench's figures. */
  readonly sentence: string;
  /** The detector of faulty language: echecker_clotho_audiocaps_base in AVI-Bench's figures. */
  readonly fluency: string;
}

/** A model behind an OpenAI-compatible API for chat completions. */
export interface JudgeConfig {
  /** The API's base: `http://127.0.0.1:8000/v1`. */
  readonly url: string;
  readonly model: string;
  readonly apiKey: string | null;
  /** How many requests are under way at a time. */
  readonly concurrency: number;
}

/** A setting that cannot be used. The message is one line that names it. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the settings out of the environment. An empty value is as good as none.
 * @throws {ConfigError} for a value that cannot be used
 */
export function readConfig(environment: Environment): Config {
  const setting = settingOf(environment);
  const host = setting("HOST") ?? "127.0.0.1";
  const adminKey = checkedAdminKey(setting("OMNIDEX_ADMIN_KEY"));
  const generated = adminKey === null && isLoopback(host);
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
    drainSeconds: seconds("OMNIDEX_DRAIN_SECONDS", setting("OMNIDEX_DRAIN_SECONDS") ?? "0", 0),
    shutdownSeconds: seconds("OMNIDEX_SHUTDOWN_SECONDS", setting("OMNIDEX_SHUTDOWN_SECONDS") ?? "10", 1),
  };
}

const settingOf =
  (environment: Environment) =>
  (name: string): string | undefined =>
    environment[name]?.trim() || undefined;

/**
 * Where the data is, and no other setting: who only looks for its server should not fall over a port.
 * @throws {ConfigError} for a value that cannot be used
 */
export function readDatabaseLocation(environment: Environment): DatabaseLocation {
  const setting = settingOf(environment);
  const located = databaseLocation(setting("DATABASE_URL"), setting("OMNIDEX_DATA_DIR") ?? ".omnidex");
  return withReserve(withReplicas(located, setting("DATABASE_REPLICA_URLS")), setting("OMNIDEX_STORAGE_RESERVE_MB"));
}

function withReserve(database: DatabaseLocation, text: string | undefined): DatabaseLocation {
  if (text === undefined) return database;
  if (!/^\d{1,7}$/.test(text) || Number(text) < 32)
    throw new ConfigError(`OMNIDEX_STORAGE_RESERVE_MB must be a whole number from 32 on; it is '${text}'.`);
  return database.engine === "pglite" ? { ...database, reserve: Number(text) * 1024 ** 2 } : database;
}

/** Only this machine can reach it. */
export const isLoopback = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/.test(host);

function port(text: string): number {
  const number = Number(text);
  if (!/^\d{1,5}$/.test(text) || number > 65_535)
    throw new ConfigError(`PORT must be a number from 0 to 65535; it is '${text}'.`);
  return number;
}

function databaseLocation(url: string | undefined, folder: string): DatabaseLocation {
  if (url === undefined) return { engine: "pglite", folder: resolve(folder) };
  if (url === "memory:") return { engine: "pglite", folder: null };
  if (isPostgresUrl(url)) return { engine: "postgresql", url };
  // The value may hold a password, so it is not repeated.
  throw new ConfigError("DATABASE_URL must be 'memory:' or an address that begins with 'postgres://'.");
}

const isPostgresUrl = (url: string): boolean => /^postgres(ql)?:\/\//.test(url) && URL.canParse(url);

function withReplicas(database: DatabaseLocation, text: string | undefined): DatabaseLocation {
  const replicas = listed(text);
  if (replicas.length === 0) return database;
  if (database.engine !== "postgresql")
    throw new ConfigError("DATABASE_REPLICA_URLS is set, so DATABASE_URL must begin with 'postgres://', too.");
  const wrong = replicas.findIndex((url) => !isPostgresUrl(url) || new URL(url).host === "");
  // As above, it is not repeated: its place says which it is.
  if (wrong >= 0)
    throw new ConfigError(
      `DATABASE_REPLICA_URLS must list addresses that begin with 'postgres://'; number ${wrong + 1} does not, or is none.`,
    );
  return { ...database, replicas };
}

/** What stands between commas. */
const listed = (text: string | undefined): readonly string[] =>
  (text ?? "").split(",").flatMap((item) => item.trim() || []);

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

function judge(setting: (name: string) => string | undefined): JudgeConfig | null {
  const [url, model] = [setting("OMNIDEX_JUDGE_URL"), setting("OMNIDEX_JUDGE_MODEL")];
  const apiKey = judgeKey(setting("OMNIDEX_JUDGE_API_KEY"));
  const concurrency = judgeConcurrency(setting("OMNIDEX_JUDGE_CONCURRENCY") ?? "4");
  if (url === undefined && model === undefined) return null;
  if (url === undefined) throw new ConfigError("OMNIDEX_JUDGE_MODEL is set, so OMNIDEX_JUDGE_URL must be, too.");
  if (model === undefined) throw new ConfigError("OMNIDEX_JUDGE_URL is set, so OMNIDEX_JUDGE_MODEL must be, too.");
  if (/\p{Cc}/u.test(model) || model.length > 200)
    throw new ConfigError("OMNIDEX_JUDGE_MODEL must be a name in one line of at most 200 characters.");
  return { url: judgeUrl(url), model, apiKey, concurrency };
}

/** The value may hold a password, so it is not repeated. */
function judgeUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new ConfigError("OMNIDEX_JUDGE_URL must be an http or https address such as http://127.0.0.1:8000/v1.");
  if (url.username !== "" || url.password !== "")
    throw new ConfigError("OMNIDEX_JUDGE_URL must not hold a name or a password; OMNIDEX_JUDGE_API_KEY takes the key.");
  return url.href;
}

function judgeKey(key: string | undefined): string | null {
  if (key === undefined) return null;
  if (/[^\x21-\x7e]/.test(key))
    throw new ConfigError("OMNIDEX_JUDGE_API_KEY must be of printable ASCII characters, none of them blank.");
  return key;
}

function judgeConcurrency(text: string): number {
  const number = Number(text);
  if (!/^\d{1,3}$/.test(text) || number < 1 || number > 100)
    throw new ConfigError(`OMNIDEX_JUDGE_CONCURRENCY must be a number from 1 to 100; it is '${text}'.`);
  return number;
}

const MOST_SECONDS = 3_600;

function seconds(name: string, text: string, least: number): number {
  const number = Number(text);
  if (!/^\d{1,4}$/.test(text) || number < least || number > MOST_SECONDS)
    throw new ConfigError(`${name} must be a number of seconds from ${least} to ${MOST_SECONDS}; it is '${text}'.`);
  return number;
}

const ANSWER_CACHE_BYTES = 32_000_000;

function answerCache(text: string): number {
  if (text !== "on" && text !== "off")
    throw new ConfigError(`OMNIDEX_RESPONSE_CACHE must be 'on' or 'off'; it is '${text}'.`);
  return text === "on" ? ANSWER_CACHE_BYTES : 0;
}

/** One folder with `sentence` and `fluency` in it, or the two, each a folder or a name on the hub. */
function fense(text: string | undefined): FenseConfig | null {
  if (text === undefined) return null;
  const [first = "", second, ...rest] = text.split(",").map((part) => part.trim());
  if (first === "" || second === "" || rest.length > 0)
    throw new ConfigError("OMNIDEX_FENSE_MODELS must be a folder, or two models with a comma between them.");
  if (second === undefined) return { sentence: resolve(first, "sentence"), fluency: resolve(first, "fluency") };
  return { sentence: modelPlace(first), fluency: modelPlace(second) };
}

const modelPlace = (text: string): string => (isAbsolute(text) || text.startsWith(".") ? resolve(text) : text);
