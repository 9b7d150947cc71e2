import { Omnidex } from "../../sdk/index.ts";
import { apiKey, fetchWith } from "./api-key.ts";

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
