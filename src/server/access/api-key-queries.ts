import { sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { Queryable } from "../db/database.ts";
import { apiKeys } from "../db/tables/access-tables.ts";
import { first, float, list, nullable, pick, type RowOf, typed } from "../db/typed-sql.ts";

const milliseconds = (instant: AnyPgColumn) => float(sql`floor(extract(epoch from ${instant}) * 1000)`);

/** An API key without its secret. Instants are milliseconds since 1970. */
export const apiKeyColumns = {
  ...pick(apiKeys, "id", "name", "owner", "admin", "scopes", "prefix", "replacedBy"),
  createdAt: milliseconds(apiKeys.createdAt),
  expiresAt: nullable(milliseconds(apiKeys.expiresAt)),
  revokedAt: nullable(milliseconds(apiKeys.revokedAt)),
  lastUsedAt: nullable(milliseconds(apiKeys.lastUsedAt)),
};

export type ApiKeyRow = RowOf<typeof apiKeyColumns>;

/** All API keys, newest first. Expired and revoked keys are included. */
export const fetchApiKeys = (database: Queryable): Promise<ApiKeyRow[]> =>
  database.query(typed`select ${list(apiKeyColumns)} from ${apiKeys} order by ${apiKeys.id} desc`);

export const fetchApiKey = (database: Queryable, id: number): Promise<ApiKeyRow | undefined> =>
  first(database.query(typed`select ${list(apiKeyColumns)} from ${apiKeys} where ${apiKeys.id} = ${id}::int`));

/** The API key whose secret has this hash. Expired and revoked keys are included. */
export const fetchApiKeyByHash = (database: Queryable, secretHash: string): Promise<ApiKeyRow | undefined> =>
  first(
    database.query(
      typed`select ${list(apiKeyColumns)} from ${apiKeys} where ${apiKeys.secretHash} = ${secretHash}::text`,
    ),
  );
