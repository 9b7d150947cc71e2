import { notFound } from "../../domain/errors.ts";
import type { Viewer } from "../../domain/viewer.ts";
import { requireAdmin } from "../access/require-admin.ts";
import { fetchRevocation, fetchSigningKeys, markSigningKeyRevoked } from "../benchmarks/final-board-queries.ts";
import type { Database, Queryable } from "../db/database.ts";

/** `SigningKey` of the schema. */
export interface PublishedKey {
  readonly id: string;
  readonly publicKey: string;
  readonly since: string;
}

/** The signing keys that are trusted, oldest first. */
export const publishedKeys = async (database: Queryable): Promise<readonly PublishedKey[]> =>
  (await fetchSigningKeys(database)).map((key) => ({ ...key, since: key.since.toISOString() }));

/**
 * Revokes a key that signed final boards: no server publishes it or signs with it any more. Repeating it changes
 * nothing.
 * @returns when it was revoked
 * @throws `UNAUTHENTICATED` or `FORBIDDEN` for everyone but administrators; `NOT_FOUND` for an unknown key
 */
export async function revokeSigningKey(database: Database, viewer: Viewer, id: string): Promise<Date> {
  requireAdmin(viewer, "Revoking signing keys");
  const unknown = notFound("signing key", id.slice(0, 80));
  return database.transaction(async (tx) => {
    if (!(await markSigningKeyRevoked(tx, id))) throw unknown;
    const at = await fetchRevocation(tx, id);
    if (at == null) throw unknown;
    return at;
  });
}
