import * as documents from "../generated/operations.ts";
import { type ListOptions, Paged } from "../pagination.ts";
import type { Send } from "../send.ts";
import type { RequestOptions } from "../transport-options.ts";
import type * as types from "../types.ts";

/** Who may do what. */
export const accessMethods = (send: Send) => ({
  /**
   * Who the API key says you are; null without one.
   *
   * @example
   * const owner = (await omnidex.viewer())?.owner;
   */
  async viewer(request: RequestOptions = {}): Promise<types.Viewer | null> {
    return (await send(documents.ViewerDocument, {}, request)).viewer;
  },

  /**
   * All API keys, newest first, revoked ones included; for administrators.
   *
   * @example
   * for await (const { name, owner, revokedAt } of omnidex.apiKeys()) console.log(name, owner, revokedAt);
   */
  apiKeys(list: ListOptions = {}): Paged<types.ApiKey> {
    return new Paged(async (page, request) => (await send(documents.ApiKeysDocument, page, request)).apiKeys, list);
  },

  /**
   * Makes an API key, for administrators. Its secret is in this answer and nowhere else. It is sent once, whatever happens,
   * for each time would make another key.
   *
   * @example
   * const { apiKey, secret } = await omnidex.createApiKey({ name: "nightly evaluation", owner: "ada" });
   */
  async createApiKey(input: types.CreateApiKeyInput, request: RequestOptions = {}): Promise<types.CreatedApiKey> {
    return (await send(documents.CreateApiKeyDocument, { input }, request)).createApiKey;
  },

  /**
   * Ends an API key at once, for administrators.
   *
   * @example
   * await omnidex.revokeApiKey(apiKey.id);
   */
  async revokeApiKey(id: string, request: RequestOptions = {}): Promise<types.ApiKey> {
    return (await send(documents.RevokeApiKeyDocument, { input: { id } }, request)).revokeApiKey.apiKey;
  },
});
