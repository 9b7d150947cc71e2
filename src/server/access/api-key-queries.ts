import { sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { KeyScope } from "../../domain/vocabulary.ts";
import type { Queryable } from "../db/database.ts";
import { integerArray, textArray } from "../db/statement.ts";
import { apiKeys } from "../db/tables/access-tables.ts";
import { boolean, first, float, list, nullable, pick, type RowOf, typed } from "../db/typed-sql.ts";

const milliseconds = (instant: AnyPgColumn) => float(sql`floor(extract(epoch from ${instant}) * 1000)`);

/** An API key without its secret. Instants are milliseconds since 1970. */
const apiKeyColumns = {
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

export interface ApiKeyRecord {
  readonly name: string;
  readonly owner: string;
  readonly admin: boolean;
  /** Null allows everything that the owner may do. */
  readonly scopes: readonly KeyScope[] | null;
  readonly prefix: string;
  readonly secretHash: string;
  readonly expiresAt: Date | null;
}

export async function insertApiKey(tx: Queryable, key: ApiKeyRecord): Promise<ApiKeyRow> {
  const [row] = await tx.query(typed`
    insert into ${apiKeys} (name, owner, admin, scopes, prefix, secret_hash, expires_at)
    values (${key.name}::text, ${key.owner}::text, ${key.admin}::boolean,
      ${key.scopes && textArray(key.scopes)}, ${key.prefix}::text, ${key.secretHash}::text,
      ${key.expiresAt?.toISOString() ?? null}::text::timestamptz)
    returning ${list(apiKeyColumns)}`);
  if (row === undefined) throw new Error("the API key was not inserted");
  return row;
}

/** Revokes a key. A key that is already revoked keeps the time of its first revocation. */
export const markApiKeyRevoked = (tx: Queryable, id: number): Promise<ApiKeyRow | undefined> =>
  first(
    tx.query(typed`
      update ${apiKeys} set revoked_at = coalesce(${apiKeys.revokedAt}, now()) where ${apiKeys.id} = ${id}::int
      returning ${list(apiKeyColumns)}`),
  );

/** Reads a key, and locks it until the transaction ends. */
export const lockApiKey = (tx: Queryable, id: number): Promise<ApiKeyRow | undefined> =>
  first(
    tx.query(typed`select ${list(apiKeyColumns)} from ${apiKeys} where ${apiKeys.id} = ${id}::int for no key update`),
  );

/** Stores that key `by` replaces key `id`, and when key `id` expires. An earlier expiry is kept. */
export const markApiKeyReplaced = (
  tx: Queryable,
  id: number,
  by: number,
  expiresAt: Date,
): Promise<ApiKeyRow | undefined> =>
  first(
    tx.query(typed`
      update ${apiKeys} set replaced_by = ${by}::int,
        expires_at = least(${apiKeys.expiresAt}, ${expiresAt.toISOString()}::text::timestamptz)
      where ${apiKeys.id} = ${id}::int returning ${list(apiKeyColumns)}`),
  );

/** When an API key was used. */
interface KeyUse {
  readonly key: number;
  /** Hours since 1970. */
  readonly hour: number;
}

/**
 * Stores the last uses of API keys. If a later use is already stored, it is kept. Rows are locked in the order of their
 * ids, so that two servers do not wait for each other. Does nothing if the database is read-only, as a standby is.
 */
export async function storeKeyUses(tx: Queryable, uses: readonly KeyUse[]): Promise<void> {
  const [mode] = await tx.query(typed`
    select ${list({ readOnly: boolean(sql`current_setting('transaction_read_only') = 'on'`) })}`);
  if (mode?.readOnly !== false) return;
  const keys = integerArray(uses.map(({ key }) => key));
  const hours = integerArray(uses.map(({ hour }) => hour));
  const instant = sql`to_timestamp(used.hour * 3600.0)`;
  await tx.query(sql`
    with used as (select * from unnest(${keys}, ${hours}) as u(key, hour)),
      locked as (
        select ${apiKeys.id} as id from ${apiKeys} where ${apiKeys.id} in (select key from used)
        order by ${apiKeys.id} for no key update)
    update ${apiKeys} set last_used_at = ${instant}
    from used join locked on locked.id = used.key
    where ${apiKeys.id} = used.key
      and (${apiKeys.lastUsedAt} is null or ${apiKeys.lastUsedAt} < ${instant})`);
}
