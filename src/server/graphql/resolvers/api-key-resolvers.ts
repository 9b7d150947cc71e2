import { scopesOf } from "../../../domain/viewer.ts";
import type { ApiKeyRow } from "../../access/api-key-queries.ts";
import {
  createApiKey,
  encodeApiKeyId,
  listApiKeys,
  ownApiKey,
  revokeApiKey,
  scopesOfKey,
} from "../../access/api-keys.ts";
import { rotateApiKey } from "../../access/rotate-api-key.ts";
import type {
  MutationCreateApiKeyArgs,
  MutationRevokeApiKeyArgs,
  MutationRotateApiKeyArgs,
  QueryApiKeysArgs,
} from "../../generated/schema-types.ts";
import { pageOfItems } from "./computed-list.ts";
import type { Resolver, ResolverMap } from "./resolver.ts";

const MOST_KEYS = 100;

const resolveViewer: Resolver = (_source, _args, { viewer }) =>
  viewer.owner === null ? null : { owner: viewer.owner, admin: viewer.admin, scopes: scopesOf(viewer) };

const resolveOwnKey: Resolver = (_source, _args, { runs, viewer }) => ownApiKey(runs.database, viewer);

const resolveRateLimits: Resolver = (_source, _args, { admission }) => admission?.rateLimits() ?? [];

const resolveApiKeys: Resolver<QueryApiKeysArgs> = async (_source, args, { runs, viewer }) => {
  const items = await listApiKeys(runs.database, viewer);
  return pageOfItems({ name: "api-keys", items, idOf: ({ id }) => String(id) }, args, MOST_KEYS);
};

const resolveCreateApiKey: Resolver<MutationCreateApiKeyArgs> = (_source, { input }, { runs, viewer }) =>
  createApiKey(runs.database, viewer, input);

const resolveRotateApiKey: Resolver<MutationRotateApiKeyArgs> = (_source, { input }, { runs, viewer }) =>
  rotateApiKey(runs.database, viewer, input);

const resolveRevokeApiKey: Resolver<MutationRevokeApiKeyArgs> = async (_source, { input }, { runs, viewer }) => ({
  apiKey: await revokeApiKey(runs.database, viewer, input.id),
});

const resolveId: Resolver<object, ApiKeyRow> = ({ id }) => encodeApiKeyId(id);

const resolveScopes: Resolver<object, ApiKeyRow> = (key) => scopesOfKey(key);

const resolveReplacedBy: Resolver<object, ApiKeyRow> = ({ replacedBy }) =>
  replacedBy === null ? null : encodeApiKeyId(replacedBy);

const instant =
  (field: "createdAt" | "expiresAt" | "revokedAt" | "lastUsedAt"): Resolver<object, ApiKeyRow> =>
  (key) => {
    const milliseconds = key[field];
    return milliseconds === null ? null : new Date(milliseconds).toISOString();
  };

export const apiKeyResolvers: ResolverMap = {
  Query: { viewer: resolveViewer, apiKeys: resolveApiKeys },
  Mutation: {
    createApiKey: resolveCreateApiKey,
    rotateApiKey: resolveRotateApiKey,
    revokeApiKey: resolveRevokeApiKey,
  },
  Viewer: { apiKey: resolveOwnKey, rateLimits: resolveRateLimits },
  ApiKey: {
    id: resolveId,
    scopes: resolveScopes,
    replacedBy: resolveReplacedBy,
    createdAt: instant("createdAt"),
    expiresAt: instant("expiresAt"),
    revokedAt: instant("revokedAt"),
    lastUsedAt: instant("lastUsedAt"),
  },
};
