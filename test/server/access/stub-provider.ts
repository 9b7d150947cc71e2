import { createHash, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { exportJWK, generateKeyPair, SignJWT } from "jose";

/** An OpenID Connect provider on this machine, for use by tests. */
export interface StubProvider {
  readonly issuer: string;
  /**
   * Signs the user in at an address of the provider. Returns the address to which the provider redirects the browser.
   */
  signIn(address: string, claims: object): string;
  /** A token of the provider, signed with another key if `forged` is true. `typ` is the type in its header. */
  token(
    claims: object,
    options?: { readonly forged?: boolean; readonly seconds?: number; readonly typ?: string },
  ): Promise<string>;
  /**
   * Answers a browser that requests a sign-in with the address of the redirect. By default, the user "ada" is signed in.
   */
  answerBrowser: (address: string) => string;
  /** Whether the provider answers requests. */
  isUp: boolean;
  close(): Promise<void>;
}

interface Code {
  readonly claims: object;
  readonly challenge: string;
  readonly redirectUri: string;
}

export const CLIENT_ID = "omnidex-test";
export const CLIENT_SECRET = "the secret of the client";

export async function startProvider(): Promise<StubProvider> {
  const [own, other] = [await generateKeyPair("RS256"), await generateKeyPair("RS256")];
  const jwk = { ...(await exportJWK(own.publicKey)), kid: "first", alg: "RS256", use: "sig" };
  const codes = new Map<string, Code>();
  const server = createServer(async (request, response) => {
    if (!provider.isUp) return void response.destroy();
    if (request.url?.startsWith("/authorize?"))
      return void response.writeHead(302, { location: provider.answerBrowser(`${issuer}${request.url}`) }).end();
    const { status, body } = await answer(request);
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function answer(request: IncomingMessage): Promise<{ readonly status: number; readonly body: object }> {
    const { pathname } = new URL(request.url ?? "", issuer);
    if (pathname === "/.well-known/openid-configuration") return { status: 200, body: metadata };
    if (pathname === "/keys") return { status: 200, body: { keys: [jwk] } };
    if (pathname === "/token") return exchange(new URLSearchParams(await text(request)));
    return { status: 404, body: {} };
  }

  const metadata = {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    response_types_supported: ["code"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: ["RS256"],
    code_challenge_methods_supported: ["S256"],
  };

  /** A code is valid once, for the client, the address and the verifier for which it was issued: RFC 6749, RFC 7636. */
  async function exchange(form: URLSearchParams): Promise<{ readonly status: number; readonly body: object }> {
    const code = codes.get(form.get("code") ?? "");
    codes.delete(form.get("code") ?? "");
    const challenge = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    const isGood =
      code !== undefined &&
      form.get("client_id") === CLIENT_ID &&
      form.get("client_secret") === CLIENT_SECRET &&
      form.get("redirect_uri") === code.redirectUri &&
      challenge === code.challenge;
    if (!isGood) return { status: 400, body: { error: "invalid_grant" } };
    const id_token = await provider.token(code.claims);
    return { status: 200, body: { access_token: randomUUID(), token_type: "Bearer", expires_in: 300, id_token } };
  }

  const provider: StubProvider = {
    issuer,
    isUp: true,
    answerBrowser: (address) => provider.signIn(address, { sub: "ada" }),
    signIn: (address, claims) => {
      const asked = new URL(address).searchParams;
      const code = randomUUID();
      const redirectUri = asked.get("redirect_uri") ?? "";
      codes.set(code, {
        claims: { nonce: asked.get("nonce"), ...claims },
        challenge: asked.get("code_challenge") ?? "",
        redirectUri,
      });
      const back = new URL(redirectUri);
      back.searchParams.set("code", code);
      back.searchParams.set("state", asked.get("state") ?? "");
      return back.href;
    },
    token: (claims, { forged = false, seconds = 300, typ } = {}) =>
      new SignJWT({ iss: issuer, aud: CLIENT_ID, ...claims })
        .setProtectedHeader({ alg: "RS256", kid: "first", ...(typ !== undefined && { typ }) })
        .setIssuedAt()
        .setExpirationTime(`${seconds} seconds`)
        .sign(forged ? other.privateKey : own.privateKey),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return provider;
}
