import { Omnidex } from "../../sdk/index.ts";
import { apiKey, fetchWith } from "./api-key.ts";

let client: { readonly key: string | null; readonly omnidex: Omnidex } | null = null;

/** The SDK's client for the server that served the page, with the current key of this tab. */
export function omnidex(): Omnidex {
  const key = apiKey();
  if (client === null || client.key !== key)
    client = { key, omnidex: new Omnidex({ url: location.origin, apiKey: key ?? undefined, fetch: fetchWith(key) }) };
  return client.omnidex;
}
