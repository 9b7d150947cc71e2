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
import { countAuditLog, entryOf, readAuditLog } from "../../access/audit-log.ts";
import type { AuditRow } from "../../access/audit-log-queries.ts";
import { rotateApiKey } from "../../access/rotate-api-key.ts";
import type {
  MutationCreateApiKeyArgs,
  MutationRevokeApiKeyArgs,
  MutationRotateApiKeyArgs,
  QueryApiKeysArgs,
  QueryAuditLogArgs,
} from "../../generated/schema-types.ts";
import { decodeCursor, encodeCursor } from "../plan/page-arguments.ts";
import { forwardSize, pageInfoOf, pageOfItems } from "./computed-list.ts";
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

const MOST_ENTRIES = 100;
const LIST = "audit-log";

const cursorOf = ({ id }: AuditRow): string => encodeCursor(LIST, [String(id)]);

const resolveAuditLog: Resolver<QueryAuditLogArgs> = async (_source, { filter, first, after }, { runs, viewer }) => {
  const size = forwardSize({ first }, MOST_ENTRIES);
  const [before] = after == null ? [] : decodeCursor(LIST, ["integer"], "after", after);
  const wanted = filter ?? {};
  const { rows, hasNextPage } = await readAuditLog(
    runs.database,
    viewer,
    wanted,
    before === undefined ? null : Number(before),
    size,
  );
  return {
    nodes: rows.map(entryOf),
    edges: rows.map((row) => ({ cursor: cursorOf(row), node: entryOf(row) })),
    pageInfo: pageInfoOf(rows, cursorOf, { hasNextPage, hasPreviousPage: after != null }),
    totalCount: () => countAuditLog(runs.database, viewer, wanted),
  };
};

export const auditLogResolvers: ResolverMap = { Query: { auditLog: resolveAuditLog } };
