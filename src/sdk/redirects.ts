import { OmnidexProtocolError } from "./sdk-errors.ts";

/** A request as it was sent. `headers` has the key, if there is one. */
export interface SentRequest {
  readonly send: (address: string, init: RequestInit) => Promise<Response>;
  readonly address: string;
  /** The end of the address, below the root of the server: `/graphql`. */
  readonly path: string;
  readonly init: RequestInit & { readonly headers: Headers };
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** The redirects after which a client sends the same method and body again. */
const KEEPS_BODY: ReadonlySet<number> = new Set([307, 308]);
const MOST_REDIRECTS = 5;

/**
 * Follows a redirect that keeps the whole request. `fetch` follows the others too, but sends a POST as a GET without
 * body after 301 to 303, and leaves out the key for another origin.
 * @see https://fetch.spec.whatwg.org/#http-redirect-fetch
 * @throws OmnidexProtocolError that names the address to use instead
 */
export async function followRedirects(first: Response, request: SentRequest): Promise<Response> {
  const { send, init, address } = request;
  let [response, from] = [first, address];
  for (let followed = 0; followed < MOST_REDIRECTS; followed++) {
    if (response.type === "opaqueredirect") return sendThrough(request);
    const location = response.headers.get("location");
    if (!REDIRECTS.has(response.status) || location === null || !URL.canParse(location, from)) return response;
    const target = new URL(location, from);
    const keepsBody = init.method === "GET" || KEEPS_BODY.has(response.status);
    if (!keepsBody || losesKey(request, target)) throw redirectError(request, target, response.status);
    await response.body?.cancel();
    from = target.href;
    response = await send(from, init);
  }
  throw new OmnidexProtocolError(`${address} redirects more than ${MOST_REDIRECTS} times.`);
}

const losesKey = ({ address, init }: SentRequest, target: URL): boolean =>
  init.headers.has("authorization") && target.origin !== new URL(address).origin;

/** Lets a browser follow the redirect, because it hides the target from the program until it has. */
async function sendThrough(request: SentRequest): Promise<Response> {
  const response = await request.send(request.address, { ...request.init, redirect: "follow" });
  const target = new URL(response.url || request.address);
  if (response.redirected && (!response.ok || losesKey(request, target))) throw redirectError(request, target);
  return response;
}

/** The error for a redirect that a request does not survive. */
export function redirectError(
  { address, path }: Pick<SentRequest, "address" | "path">,
  target: URL,
  status?: number,
): OmnidexProtocolError {
  // Without the query, which may contain secrets.
  const place = `${target.origin}${target.pathname}`;
  const root = place.endsWith(path) ? place.slice(0, -path.length) : undefined;
  const advice =
    root === undefined
      ? "That is not an address of Omnidex: check `url` or OMNIDEX_URL, and the proxy before the server."
      : `Set \`url\` or OMNIDEX_URL to ${root}.`;
  const said = status === undefined ? "" : ` (${status})`;
  return new OmnidexProtocolError(
    `${address} redirects to ${place}${said}, where the request would arrive without its key or its body. ${advice}`,
  );
}
