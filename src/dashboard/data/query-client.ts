import { QueryClient } from "@tanstack/react-query";
import { isOmnidexFailure, Omnidex } from "../../sdk/index.ts";
import { apiKey, fetchWith, onApiKeyChange } from "./api-key.ts";
import { isOutage, outagePause, tellOutage } from "./outage.ts";

/** Whether a query is repeated after an error. During an outage it is, and the dashboard shows the outage. */
function waitsForServer(_: number, error: unknown): boolean {
  if (!isOutage(error)) return false;
  tellOutage();
  return true;
}

/**
 * The cache of all queries. The SDK has already retried transient failures. During an outage, a query stays pending until
 * the server answers, so that a view keeps what it shows and continues by itself.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: waitsForServer,
      retryDelay: outagePause,
      refetchOnWindowFocus: false,
      // A server on this machine answers without a network.
      networkMode: "always",
    },
  },
});

// A different key may see different runs.
onApiKeyChange(() => void queryClient.resetQueries());

/** The codes of errors that a retry cannot change. */
const REFUSALS: ReadonlySet<string> = new Set(["FORBIDDEN", "UNAUTHENTICATED", "BAD_USER_INPUT", "NOT_FOUND"]);

/** Whether the same request may succeed later. */
export const mayRecover = (error: unknown): boolean => !(isOmnidexFailure(error) && REFUSALS.has(error.code ?? ""));

/** Explains an error in a sentence for the reader. */
export function failureText(error: unknown): string {
  if (isOmnidexFailure(error)) return error.message;
  return error instanceof Error ? error.message : String(error);
}

let client: { readonly key: string | null; readonly omnidex: Omnidex } | null = null;

/** The SDK's client for the server that served the page, with the current key of this tab. */
export function omnidex(): Omnidex {
  const key = apiKey();
  if (client === null || client.key !== key) {
    // Not from the browser's cache: the page shows a change as soon as it is reloaded.
    const options = { url: location.origin, apiKey: key ?? undefined, fetch: fetchWith(key), cacheable: false };
    client = { key, omnidex: new Omnidex(options) };
  }
  return client.omnidex;
}
