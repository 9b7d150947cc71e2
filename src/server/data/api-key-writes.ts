import type { Queryable } from "../db/database.ts";
import { apiKeys } from "../db/tables/access-tables.ts";
import { first, list, typed } from "../db/typed-sql.ts";
import { type ApiKeyRow, apiKeyColumns } from "./api-key-queries.ts";

/** A key to be stored. */
export interface ApiKeyRecord {
  readonly name: string;
  readonly owner: string;
  readonly admin: boolean;
  readonly prefix: string;
  readonly secretHash: string;
  readonly expiresAt: Date | null;
}

export async function insertApiKey(tx: Queryable, key: ApiKeyRecord): Promise<ApiKeyRow> {
  const [row] = await tx.query(typed`
    insert into ${apiKeys} (name, owner, admin, prefix, secret_hash, expires_at)
    values (${key.name}::text, ${key.owner}::text, ${key.admin}::boolean, ${key.prefix}::text, ${key.secretHash}::text,
      ${key.expiresAt?.toISOString() ?? null}::text::timestamptz)
    returning ${list(apiKeyColumns)}`);
  if (row === undefined) throw new Error("the API key was not inserted");
  return row;
}

/** Revokes a key. A key that is revoked already keeps its time. */
export const markApiKeyRevoked = (tx: Queryable, id: number): Promise<ApiKeyRow | undefined> =>
  first(
    tx.query(typed`
      update ${apiKeys} set revoked_at = coalesce(${apiKeys.revokedAt}, now()) where ${apiKeys.id} = ${id}::int
      returning ${list(apiKeyColumns)}`),
  );
