import { createRemoteJWKSet, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from "jose";
import * as client from "openid-client";
import { badInput, OmnidexError } from "../../domain/errors.ts";
import type { OidcConfig } from "../config/service-config.ts";

/** The state that a browser keeps while its user signs in at the provider, and sends back afterwards. */
export interface PendingSignIn {
  readonly verifier: string;
  readonly state: string;
  readonly nonce: string;
}

/** The result of the first step: the address to which the browser is sent. */
export interface StartedSignIn extends PendingSignIn {
  readonly url: string;
}

/** The user to whom a valid token belongs. */
export interface SignedIn {
  readonly owner: string;
  /** Milliseconds since 1970. */
  readonly until: number;
}

/** The prefix of owners from the provider, so that none of its users can have the name of a key's owner. */
export const OIDC_OWNER = "oidc:";
const LONGEST_OWNER = 200;

/** Asymmetric signatures only: with a symmetric signature, whoever can check a token could also make one. */
const ALGORITHMS = [
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "ES256",
  "ES384",
  "ES512",
  "EdDSA",
  "Ed25519",
];

interface Provider {
  readonly configuration: client.Configuration;
  readonly keys: JWTVerifyGetKey;
}

/**
 * Sign-in at an OpenID Connect provider. Browsers use the authorization code flow with PKCE; requests then
 * carry the provider's token in place of an API key. The server keeps nothing: the browser holds the state
 * between the two steps, and the token afterwards.
 * @see https://openid.net/specs/openid-connect-core-1_0.html#CodeFlowAuth
 * @see https://www.rfc-editor.org/rfc/rfc7636
 */
export class SignIn {
  #provider: Promise<Provider> | null = null;

  constructor(readonly config: OidcConfig) {}

  /**
   * Starts a sign-in.
   * @param redirectUri where the provider sends the browser back to; must be registered at the provider
   */
  async start(redirectUri: string): Promise<StartedSignIn> {
    const { configuration } = await this.#ready();
    const [verifier, state, nonce] = [client.randomPKCECodeVerifier(), client.randomState(), client.randomNonce()];
    const url = client.buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope: this.config.scope,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
      state,
      nonce,
    });
    return { url: url.href, verifier, state, nonce };
  }

  /**
   * Exchanges the authorization code in the address for an ID token, and checks the token.
   * @param url the address to which the provider sent the browser, with the code
   * @throws `UNAUTHENTICATED` for a code, state or nonce that the provider or the check refuses; `BAD_USER_INPUT` for a
   *   token that `check` rejects; `UNAVAILABLE` if the provider cannot be reached
   */
  async finish(url: URL, pending: PendingSignIn): Promise<SignedIn & { readonly token: string }> {
    const { configuration } = await this.#ready();
    const tokens = await client
      .authorizationCodeGrant(configuration, url, {
        pkceCodeVerifier: pending.verifier,
        expectedState: pending.state,
        expectedNonce: pending.nonce,
        idTokenExpected: true,
      })
      .catch((error: unknown) => {
        throw isRefusal(error)
          ? new OmnidexError("UNAUTHENTICATED", "The provider did not confirm the sign-in. Sign in again.")
          : unavailable(error);
      });
    const token = tokens.id_token ?? "";
    const signedIn = await this.check(token);
    if (signedIn === null) throw badInput(`The provider's token has no usable claim '${this.config.ownerClaim}'.`);
    return { ...signedIn, token };
  }

  /**
   * The user to whom a token belongs; null for a token that is not accepted. It must be an ID token for the client, or an
   * access token for the configured audience. The signature and the issuer must be right, and the token must not have
   * expired or been issued to another client. The owner claim must be usable; an e-mail address must be verified.
   * @throws `UNAVAILABLE` if the provider's settings or keys cannot be fetched
   */
  async check(token: string): Promise<SignedIn | null> {
    const { issuer, clientId, audience } = this.config;
    const { keys } = await this.#ready();
    try {
      const { payload, protectedHeader } = await jwtVerify(token, keys, {
        issuer,
        audience: audience === null ? clientId : [clientId, audience],
        algorithms: ALGORITHMS,
        requiredClaims: ["exp", "sub"],
      });
      return isMeant(protectedHeader.typ, payload, this.config) ? this.#ownerOf(payload) : null;
    } catch (error) {
      if (
        error instanceof errors.JOSEError &&
        !(error instanceof errors.JWKSTimeout) &&
        error.code !== "ERR_JOSE_GENERIC"
      )
        return null;
      throw unavailable(error);
    }
  }

  /** An e-mail address counts only if the provider has verified it: a user could enter another's address. */
  #ownerOf(payload: JWTPayload): SignedIn | null {
    const { ownerClaim, clientId } = this.config;
    const value = payload[ownerClaim];
    const isOthers = payload.azp !== undefined && payload.azp !== clientId;
    const isUnverified = ownerClaim === "email" && payload.email_verified !== true;
    if (typeof value !== "string" || value === "" || isOthers || isUnverified) return null;
    const owner = `${OIDC_OWNER}${value}`;
    return owner.length > LONGEST_OWNER || /\p{Cc}/u.test(owner) ? null : { owner, until: (payload.exp ?? 0) * 1000 };
  }

  /** The provider's settings. They are fetched on first use, so that the server starts while its provider is down. */
  #ready(): Promise<Provider> {
    this.#provider ??= discover(this.config).catch((error: unknown) => {
      this.#provider = null;
      throw unavailable(error);
    });
    return this.#provider;
  }
}

/**
 * Whether a token is of a kind that is accepted, and is meant for this server. Access tokens are marked in the header (RFC
 * 9068, section 2.1) or, by Keycloak, in the claim `typ`. A token without a mark is an ID token if its audience is the client,
 * and otherwise an access token. All other kinds, such as logout tokens, are refused.
 */
function isMeant(
  header: string | undefined,
  { aud, typ, events }: JWTPayload,
  { clientId, audience }: OidcConfig,
): boolean {
  const isFor = (one: string | null): boolean => one !== null && [aud].flat().includes(one);
  const kind = (header ?? "jwt").toLowerCase().replace(/^application\//, "");
  if (kind === "at+jwt" || (kind === "jwt" && typ === "Bearer")) return isFor(audience);
  // Logout tokens need no mark in the header. OpenID Connect Back-Channel Logout, section 2.4, requires their events.
  if (kind !== "jwt" || events !== undefined) return false;
  return typ === "ID" ? isFor(clientId) : typ === undefined && (isFor(clientId) || isFor(audience));
}

async function discover({ issuer, clientId, clientSecret }: OidcConfig): Promise<Provider> {
  const configuration = await client.discovery(
    new URL(issuer),
    clientId,
    undefined,
    clientSecret === null ? client.None() : client.ClientSecretPost(clientSecret),
    issuer.startsWith("http:") ? { execute: [client.allowInsecureRequests] } : {},
  );
  const { jwks_uri } = configuration.serverMetadata();
  if (jwks_uri === undefined) throw new Error(`The provider ${issuer} publishes no keys.`);
  return { configuration, keys: createRemoteJWKSet(new URL(jwks_uri)) };
}

/** Whether an error means that the provider refused the request, or that its answer failed a check. */
const isRefusal = (error: unknown): boolean =>
  error instanceof client.ResponseBodyError ||
  error instanceof client.AuthorizationResponseError ||
  (error instanceof client.ClientError && error.code !== "OAUTH_TIMEOUT");

const unavailable = (cause: unknown): OmnidexError =>
  cause instanceof OmnidexError
    ? cause
    : new OmnidexError("UNAVAILABLE", "The sign-in provider cannot be reached. Try again later.", undefined, { cause });
