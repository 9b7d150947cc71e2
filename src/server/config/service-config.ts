import { isAbsolute, resolve } from "node:path";
import { ConfigError, type Setting } from "./settings.ts";

/** A model behind an OpenAI-compatible API for chat completions. */
export interface JudgeConfig {
  /** The API's base: `http://127.0.0.1:8000/v1`. */
  readonly url: string;
  readonly model: string;
  readonly apiKey: string | null;
  /** The most concurrent requests. */
  readonly concurrency: number;
}

/** @throws {ConfigError} for a value that cannot be used */
export function judge(setting: Setting): JudgeConfig | null {
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
    throw new ConfigError(
      "OMNIDEX_JUDGE_URL must not contain a user name or a password; OMNIDEX_JUDGE_API_KEY takes the key.",
    );
  return url.href;
}

function judgeKey(key: string | undefined): string | null {
  if (key === undefined) return null;
  if (/[^\x21-\x7e]/.test(key))
    throw new ConfigError("OMNIDEX_JUDGE_API_KEY must consist of printable ASCII characters without spaces.");
  return key;
}

function judgeConcurrency(text: string): number {
  const number = Number(text);
  if (!/^\d{1,3}$/.test(text) || number < 1 || number > 100)
    throw new ConfigError(`OMNIDEX_JUDGE_CONCURRENCY must be a number from 1 to 100; it is '${text}'.`);
  return number;
}

/** The locations of FENSE's two networks. Each is a folder, or the name of a model on the Hugging Face hub. */
export interface FenseConfig {
  /** Sentence embeddings: paraphrase-TinyBERT-L6-v2 in AVI-Bench's figures. */
  readonly sentence: string;
  /** The detector of faulty language: echecker_clotho_audiocaps_base in AVI-Bench's figures. */
  readonly fluency: string;
}

/** Reads one folder that contains `sentence` and `fluency`, or two locations, each a folder or a name on the hub. */
export function fense(text: string | undefined): FenseConfig | null {
  if (text === undefined) return null;
  const [first = "", second, ...rest] = text.split(",").map((part) => part.trim());
  if (first === "" || second === "" || rest.length > 0)
    throw new ConfigError("OMNIDEX_FENSE_MODELS must be a folder, or two models with a comma between them.");
  if (second === undefined) return { sentence: resolve(first, "sentence"), fluency: resolve(first, "fluency") };
  return { sentence: modelPlace(first), fluency: modelPlace(second) };
}

const modelPlace = (text: string): string => (isAbsolute(text) || text.startsWith(".") ? resolve(text) : text);

/** An OpenID Connect provider whose users may sign in. */
export interface OidcConfig {
  /** The issuer; its settings are at `/.well-known/openid-configuration` below it. */
  readonly issuer: string;
  readonly clientId: string;
  /** Null for a public client. */
  readonly clientSecret: string | null;
  /** The scopes that are requested at sign-in: `openid`, and those that `ownerClaim` needs. */
  readonly scope: string;
  /** The name of the token's claim whose value becomes the owner of the user's runs and keys. */
  readonly ownerClaim: string;
  /** A second audience of accepted tokens, besides the client id; null if only the client id is accepted. */
  readonly audience: string | null;
}

/** @throws {ConfigError} for a value that cannot be used */
export function oidc(setting: Setting): OidcConfig | null {
  const [issuer, clientId] = [setting("OMNIDEX_OIDC_ISSUER"), setting("OMNIDEX_OIDC_CLIENT_ID")];
  if (issuer === undefined && clientId === undefined) return null;
  if (issuer === undefined)
    throw new ConfigError("OMNIDEX_OIDC_CLIENT_ID is set, so OMNIDEX_OIDC_ISSUER must be, too.");
  if (clientId === undefined)
    throw new ConfigError("OMNIDEX_OIDC_ISSUER is set, so OMNIDEX_OIDC_CLIENT_ID must be, too.");
  return {
    issuer: issuerOf(issuer),
    clientId,
    clientSecret: setting("OMNIDEX_OIDC_CLIENT_SECRET") ?? null,
    scope: scopeOf(setting("OMNIDEX_OIDC_SCOPE") ?? "openid"),
    ownerClaim: setting("OMNIDEX_OIDC_OWNER_CLAIM") ?? "sub",
    audience: setting("OMNIDEX_OIDC_AUDIENCE") ?? null,
  };
}

/** Over http, tokens are sent unencrypted, so http is allowed only on this machine. */
function issuerOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isLocal =
    url !== null && url.protocol === "http:" && /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(url.hostname);
  if (url === null || !(url.protocol === "https:" || isLocal) || url.username !== "" || url.search !== "")
    throw new ConfigError("OMNIDEX_OIDC_ISSUER must be an https address such as https://login.example.org.");
  return text;
}

function scopeOf(text: string): string {
  if (text.split(" ").includes("openid")) return text;
  throw new ConfigError(`OMNIDEX_OIDC_SCOPE must list 'openid', separated by spaces; it is '${text}'.`);
}
