import { type Context, Hono } from "hono";
import ipaddr from "ipaddr.js";
import { badInput, OmnidexError } from "../../domain/errors.ts";
import { requireAdmin } from "../access/require-admin.ts";
import type { SignIn } from "../access/sign-in.ts";
import type { SignInCodes } from "../access/sign-in-codes.ts";
import { isLoopback } from "../config/config.ts";
import type { AppEnvironment, AppServices } from "./app-environment.ts";
import type { Addressed } from "./limits/request-limits.ts";

/** The longest accepted body, in characters. */
const LONGEST_BODY = 20_000;

/** Sign-in for the dashboard. The responses must not be cached. */
export const signInRoutes = ({
  signIn,
  signInCodes,
}: Pick<AppServices, "signIn" | "signInCodes">): Hono<AppEnvironment> =>
  new Hono<AppEnvironment>()
    .use(async (c, next) => {
      await next();
      c.header("cache-control", "no-store");
    })
    // The provider is null if sign-in is not configured. The page then shows no button.
    .get("/", (c) => c.json({ provider: signIn === null ? null : new URL(signIn.config.issuer).host }))
    .post("/start", async (c) => {
      const { redirectUri } = await fieldsOf(c, ["redirectUri"]);
      return c.json(await required(signIn).start(addressOf("redirectUri", redirectUri).href));
    })
    .post("/finish", async (c) => {
      const { url, verifier, state, nonce } = await fieldsOf(c, ["url", "verifier", "state", "nonce"]);
      const signedIn = await required(signIn).finish(addressOf("url", url), { verifier, state, nonce });
      return c.json({ ...signedIn, until: new Date(signedIn.until).toISOString() });
    })
    .post("/codes", (c) => {
      const codes = localCodes(c, signInCodes);
      requireAdmin(c.get("viewer"), "Making a sign-in code");
      return c.json({ code: codes.make() });
    })
    .post("/code", async (c) => {
      const codes = localCodes(c, signInCodes);
      const { code } = await fieldsOf(c, ["code"]);
      const token = codes.exchange(code);
      if (token === null) throw new OmnidexError("UNAUTHENTICATED", WRONG_CODE);
      return c.json({ token });
    });

const WRONG_CODE =
  "This sign-in code is wrong, was used, or is older than ten minutes. 'omnidex open --sign-in' prints another link.";

/** Headers with which a proxy names the client or itself. */
const OF_PROXIES = ["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip"];

/**
 * The codes of a server that only its own machine can reach, for a request from this machine.
 * @throws `FORBIDDEN` for any other server or request
 */
function localCodes(c: Context<AppEnvironment>, codes: SignInCodes | null): SignInCodes {
  const incoming = c.env?.incoming as Addressed | undefined;
  const peer = incoming?.socket.remoteAddress ?? "";
  const isLocal =
    ipaddr.isValid(peer) &&
    ipaddr.process(peer).range() === "loopback" &&
    // A web page whose name was made to point to this machine sends its own name.
    isLoopback(new URL(c.req.url).hostname) &&
    // Only pages of this server and programs may ask, no page of another origin.
    [undefined, new URL(c.req.url).origin].includes(c.req.header("origin")) &&
    OF_PROXIES.every((name) => c.req.header(name) === undefined);
  if (codes !== null && isLocal) return codes;
  throw new OmnidexError(
    "FORBIDDEN",
    "Sign-in codes work only on the machine of a server that listens on loopback, and not through a proxy. Enter an API key.",
  );
}

function required(signIn: SignIn | null): SignIn {
  if (signIn !== null) return signIn;
  throw new OmnidexError("NOT_FOUND", "This server has no sign-in: OMNIDEX_OIDC_ISSUER is not set.");
}

/** The fields of a JSON object, which must all be texts. */
async function fieldsOf<K extends string>(
  c: Context<AppEnvironment>,
  names: readonly K[],
): Promise<Readonly<Record<K, string>>> {
  const text = await c.req.text();
  const fields: Record<string, unknown> = text.length > LONGEST_BODY ? {} : objectOf(text);
  const missing = names.find((name) => typeof fields[name] !== "string" || fields[name] === "");
  if (missing !== undefined) throw badInput(`The body must be a JSON object with the text '${missing}'.`);
  return fields as Record<K, string>;
}

function objectOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

function addressOf(name: string, text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) throw badInput(`'${name}' must be an http or https address.`);
  return url;
}
