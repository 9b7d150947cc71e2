import * as documents from "./generated/operations.ts";
import { adminDocuments } from "./lazy-documents.ts";
import { type ListOptions, Paged } from "./pagination.ts";
import { keyedInput } from "./random-key.ts";
import type { Send } from "./send.ts";
import type { RequestOptions } from "./transport-options.ts";
import type * as types from "./types.ts";

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
    return new Paged(
      async (page, request) => (await send((await adminDocuments()).ApiKeysDocument, page, request)).apiKeys,
      list,
    );
  },

  /**
   * The audit log: actions of the owners of API keys, newest first. Requires an administrator's key.
   *
   * @example
   * for await (const { at, owner, operation, object } of omnidex.auditLog({ filter: { failed: true } }))
   *   console.log(at, owner, operation, object);
   */
  auditLog({
    filter,
    ...list
  }: ListOptions & { readonly filter?: types.AuditLogFilter } = {}): Paged<types.AuditLogEntry> {
    return new Paged(
      async (page, request) =>
        (await send((await adminDocuments()).AuditLogDocument, { ...page, filter }, request)).auditLog,
      list,
    );
  },

  /**
   * Makes an API key. Requires an administrator's key. Only this response contains the secret. Without an
   * `idempotencyKey`, the client makes one, so that a retry never makes a second key. If an attempt made the key but its
   * response was lost, an `OmnidexConflictError` names the key in `details.apiKey`.
   *
   * @example
   * const { secret } = await omnidex.createApiKey({ name: "nightly evaluation", owner: "ada", scopes: ["SUBMIT"] });
   */
  async createApiKey(input: types.CreateApiKeyInput, request: RequestOptions = {}): Promise<types.CreatedApiKey> {
    return (await send((await adminDocuments()).CreateApiKeyDocument, keyedInput(input), request)).createApiKey;
  },

  /**
   * Replaces an API key with a new key of the same name, owner, scopes and expiry. The old key stays valid for
   * `overlapHours`, 24 by default. Without an `id`, replaces the key in use. Replacing any other key requires an
   * administrator's key. As in `createApiKey`, a retry never makes a second key.
   *
   * @example
   * const { secret, replaced } = await omnidex.rotateApiKey({ overlapHours: 48 });
   */
  async rotateApiKey(input: types.RotateApiKeyInput = {}, request: RequestOptions = {}): Promise<types.RotatedApiKey> {
    return (await send((await adminDocuments()).RotateApiKeyDocument, keyedInput(input), request)).rotateApiKey;
  },

  /**
   * Revokes an API key with immediate effect. Requires an administrator's key.
   *
   * @example
   * await omnidex.revokeApiKey(apiKey.id);
   */
  async revokeApiKey(id: string, request: RequestOptions = {}): Promise<types.ApiKey> {
    return (await send((await adminDocuments()).RevokeApiKeyDocument, { input: { id } }, request)).revokeApiKey.apiKey;
  },

  /**
   * The maintainers of a benchmark: owners of API keys, in alphabetical order. Requires the key of an administrator or of
   * one of the benchmark's maintainers.
   *
   * @example
   * const owners = await omnidex.maintainers("kitchen-sounds");
   */
  async maintainers(benchmark: string, request: RequestOptions = {}): Promise<readonly string[]> {
    return (await send((await adminDocuments()).MaintainersDocument, { benchmark }, request)).maintainers;
  },

  /**
   * Makes an owner of API keys a maintainer of a benchmark, who sees its hidden answers. Requires an administrator's
   * key.
   *
   * @example
   * const { maintainers } = await omnidex.addMaintainer({ benchmark: "kitchen-sounds", owner: "ada" });
   */
  async addMaintainer(input: types.MaintainerInput, request: RequestOptions = {}): Promise<types.Maintainers> {
    return (await send((await adminDocuments()).AddMaintainerDocument, { input }, request)).addMaintainer;
  },

  /**
   * Removes a maintainer of a benchmark with immediate effect. Requires an administrator's key.
   *
   * @example
   * await omnidex.removeMaintainer({ benchmark: "kitchen-sounds", owner: "ada" });
   */
  async removeMaintainer(input: types.MaintainerInput, request: RequestOptions = {}): Promise<types.Maintainers> {
    return (await send((await adminDocuments()).RemoveMaintainerDocument, { input }, request)).removeMaintainer;
  },
});
