import * as documents from "../generated/operations.ts";
import { type ListOptions, Paged } from "../pagination.ts";
import type { Send } from "../send.ts";
import type { RequestOptions } from "../transport-options.ts";
import type * as types from "../types.ts";

/** The viewer and the API keys. */
export const accessMethods = (send: Send) => ({
  /**
   * The owner of the API key in use; null without a key.
   *
   * @example
   * const owner = (await omnidex.viewer())?.owner;
   */
  async viewer(request: RequestOptions = {}): Promise<types.Viewer | null> {
    return (await send(documents.ViewerDocument, {}, request)).viewer;
  },

  /**
   * All API keys, newest first, including revoked ones. Requires an administrator's key.
   *
   * @example
   * for await (const { name, owner, revokedAt } of omnidex.apiKeys()) console.log(name, owner, revokedAt);
   */
  apiKeys(list: ListOptions = {}): Paged<types.ApiKey> {
    return new Paged(async (page, request) => (await send(documents.ApiKeysDocument, page, request)).apiKeys, list);
  },

  /**
   * Makes an API key. Requires an administrator's key. Only this response contains the secret. The request is never
   * retried, because each attempt would make another key.
   *
   * @example
   * const { apiKey, secret } = await omnidex.createApiKey({ name: "nightly evaluation", owner: "ada" });
   */
  async createApiKey(input: types.CreateApiKeyInput, request: RequestOptions = {}): Promise<types.CreatedApiKey> {
    return (await send(documents.CreateApiKeyDocument, { input }, request)).createApiKey;
  },

  /**
   * Revokes an API key with immediate effect. Requires an administrator's key.
   *
   * @example
   * await omnidex.revokeApiKey(apiKey.id);
   */
  async revokeApiKey(id: string, request: RequestOptions = {}): Promise<types.ApiKey> {
    return (await send(documents.RevokeApiKeyDocument, { input: { id } }, request)).revokeApiKey.apiKey;
  },
});
