import { queryOptions } from "@tanstack/react-query";
import { PAGES } from "../../domain/page-urls.ts";
import { setApiKey } from "./api-key.ts";
import { answerOf } from "./outage.ts";

const PENDING = "omnidex-sign-in";
/** The path to which the provider redirects the browser. */
const RETURN_PATH = PAGES.signedIn;

/** The data that this tab keeps while its user signs in at the provider. */
interface Pending {
  readonly verifier: string;
  readonly state: string;
  readonly nonce: string;
  /** Where the sign-in began: a path of this page. */
  readonly from: string;
}

/** The host of the provider at which users of this server sign in; null if none is configured. */
export const providerQuery = queryOptions({
  queryKey: ["sign-in provider"],
  queryFn: async (): Promise<string | null> => {
    const { provider } = await answerOf<{ readonly provider: string | null }>("/sign-in");
    return provider;
  },
  staleTime: Number.POSITIVE_INFINITY,
});

/** Leaves this page for the provider, which sends the browser to `/signed-in` afterwards. */
export async function beginSignIn(): Promise<void> {
  const redirectUri = `${location.origin}${RETURN_PATH}`;
  const { url, ...secrets } = await posted<Omit<Pending, "from"> & { readonly url: string }>("start", { redirectUri });
  // A failed sign-in ends at the return path. A new sign-in must not return there: the view would use the old code.
  const from = location.pathname === RETURN_PATH ? "/" : `${location.pathname}${location.search}`;
  const pending: Pending = { ...secrets, from };
  sessionStorage.setItem(PENDING, JSON.stringify(pending));
  location.assign(url);
}

/**
 * Exchanges the code that the provider put into this page's address for a token, which then serves as the key.
 * @returns the path at which the sign-in began
 */
export async function finishSignIn(): Promise<string> {
  const stored = sessionStorage.getItem(PENDING);
  sessionStorage.removeItem(PENDING);
  if (stored === null) throw new Error("No sign-in was begun in this tab.");
  const { from, ...secrets } = JSON.parse(stored) as Pending;
  const { token } = await posted<{ readonly token: string }>("finish", { ...secrets, url: location.href });
  setApiKey(token);
  return from;
}

/**
 * Exchanges the code in this page's fragment, which the server printed, for a key.
 * @returns the path to go on to
 */
export async function signInWithCode(): Promise<string> {
  const code = new URLSearchParams(location.hash.slice(1)).get("code");
  // First, so that neither the history nor a reload has the code.
  history.replaceState(history.state, "", location.pathname);
  if (code === null) throw new Error("The address has no sign-in code.");
  const { token } = await posted<{ readonly token: string }>("code", { code });
  setApiKey(token);
  return PAGES.home;
}

const posted = <T>(step: "start" | "finish" | "code", body: object): Promise<T> =>
  answerOf(`/sign-in/${step}`, { method: "POST", body: JSON.stringify(body) });
