import { type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { Queryable } from "../db/database.ts";
import { apiKeys } from "../db/tables/access-tables.ts";

/** An API key as it is stored, without what would tell its secret. */
export interface ApiKeyRow {
  readonly id: number;
  readonly name: string;
  readonly owner: string;
  readonly admin: boolean;
  readonly prefix: string;
  /** Instants are milliseconds since 1970. */
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
}

const milliseconds = (instant: AnyPgColumn): SQL => sql`floor(extract(epoch from ${instant}) * 1000)::float8`;

export const apiKeyFields = sql`${apiKeys.id} as id, ${apiKeys.name} as name, ${apiKeys.owner} as owner,
  ${apiKeys.admin} as admin, ${apiKeys.prefix} as prefix, ${milliseconds(apiKeys.createdAt)} as "createdAt",
  ${milliseconds(apiKeys.expiresAt)} as "expiresAt", ${milliseconds(apiKeys.revokedAt)} as "revokedAt"`;

/** All keys, newest first. */
export const fetchApiKeys = (database: Queryable): Promise<ApiKeyRow[]> =>
  database.query<ApiKeyRow>(sql`select ${apiKeyFields} from ${apiKeys} order by ${apiKeys.id} desc`);

export async function fetchApiKey(database: Queryable, id: number): Promise<ApiKeyRow | undefined> {
  const [row] = await database.query<ApiKeyRow>(
    sql`select ${apiKeyFields} from ${apiKeys} where ${apiKeys.id} = ${id}::int`,
  );
  return row;
}

/** The key whose secret has this hash, be it ended. */
export async function fetchApiKeyByHash(database: Queryable, secretHash: string): Promise<ApiKeyRow | undefined> {
  const [row] = await database.query<ApiKeyRow>(
    sql`select ${apiKeyFields} from ${apiKeys} where ${apiKeys.secretHash} = ${secretHash}::text`,
  );
  return row;
}
