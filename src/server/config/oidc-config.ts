import { ConfigError, type Setting } from "./settings.ts";

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
