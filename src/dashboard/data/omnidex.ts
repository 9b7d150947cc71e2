import { Omnidex } from "../../sdk/index.ts";
import { apiKey, onApiKeyChange } from "./api-key.ts";

const connect = (): Omnidex => new Omnidex({ url: location.origin, apiKey: apiKey() ?? undefined });

let client = connect();
onApiKeyChange(() => {
  client = connect();
});

/** The SDK's client for the server that served the page, with the key of this tab. */
export const omnidex = (): Omnidex => client;
