import { type Context, Hono } from "hono";
import { badInput, OmnidexError } from "../../domain/errors.ts";
import type { SignIn } from "../access/sign-in.ts";
import type { AppEnvironment } from "./app-environment.ts";

/** The longest accepted body, in characters. */
const LONGEST_BODY = 20_000;

/** Sign-in for the dashboard. The responses must not be cached. */
export const signInRoutes = (signIn: SignIn | null): Hono<AppEnvironment> =>
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
    });

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
