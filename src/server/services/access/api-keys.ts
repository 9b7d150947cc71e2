import { createHash, randomBytes } from "node:crypto";
import { badInput, notFound, OmnidexError } from "../../../domain/errors.ts";
import { readInstant } from "../../../domain/instant.ts";
import { ADMIN, type Viewer } from "../../../domain/viewer.ts";
import { type ApiKeyRow, fetchApiKey, fetchApiKeys } from "../../data/api-key-queries.ts";
import { insertApiKey, markApiKeyRevoked } from "../../data/api-key-writes.ts";
import type { Database } from "../../db/database.ts";
import { checkText } from "../submission/submission-input.ts";
import { requireAdmin } from "./require-admin.ts";

/** `CreateApiKeyInput` of the schema. */
export interface ApiKeyInput {
  readonly name: string;
  readonly owner?: string | null | undefined;
  readonly admin?: boolean | undefined;
  /** ISO 8601. */
  readonly expiresAt?: unknown;
}

/** A key that was made, with its secret, which is kept nowhere. */
export interface CreatedApiKey {
  readonly apiKey: ApiKeyRow;
  readonly secret: string;
}

/** What every secret begins with, so that people and scanners of leaked secrets know one when they see it. */
const SECRET_PREFIX = "omx_";
/** 192 bits: too many to be guessed, however often it is tried. */
const SECRET_BYTES = 24;
const SHOWN = SECRET_PREFIX.length + 4;

/** SHA-256 in hexadecimal, by which a secret is looked up. */
export const hashSecret = (secret: string): string => createHash("sha256").update(secret).digest("hex");

/**
 * Makes a key.
 * @throws `UNAUTHENTICATED` or `FORBIDDEN` if the viewer is not an administrator; `BAD_USER_INPUT` that names the field
 */
export async function createApiKey(database: Database, viewer: Viewer, input: ApiKeyInput): Promise<CreatedApiKey> {
  requireAdmin(viewer, "Making API keys");
  const name = input.name.trim();
  const admin = input.admin ?? false;
  const owner = (input.owner ?? name).trim();
  checkText("name", name, 1, 200);
  checkText("owner", owner, 1, 200);
  if (owner === ADMIN.owner && !admin) throw badInput(`'owner' may be '${owner}' only for an administrator's key.`);
  const expiresAt = expiryOf(input.expiresAt);
  const secret = SECRET_PREFIX + randomBytes(SECRET_BYTES).toString("base64url");
  const record = { name, owner, admin, prefix: secret.slice(0, SHOWN), expiresAt };
  const apiKey = await database.transaction((tx) => insertApiKey(tx, { ...record, secretHash: hashSecret(secret) }));
  return { apiKey, secret };
}

function expiryOf(value: unknown): Date | null {
  if (value == null) return null;
  const instant = readInstant("expiresAt", value);
  if (instant.getTime() <= Date.now()) throw badInput("'expiresAt' must be in the future.");
  return instant;
}

/**
 * Ends a key.
 * @throws `NOT_FOUND` if there is no such key; `CONFLICT` for the caller's own key, because that might lock everyone
 *   out
 */
export async function revokeApiKey(database: Database, viewer: Viewer, id: string): Promise<ApiKeyRow> {
  requireAdmin(viewer, "Revoking API keys");
  const key = decodeApiKeyId(id);
  if (key !== null && key === viewer.apiKey)
    throw new OmnidexError("CONFLICT", "This is the key that you show; revoke it with another one.");
  const revoked = key === null ? undefined : await database.transaction((tx) => markApiKeyRevoked(tx, key));
  if (revoked === undefined) throw notFound("API key", id.slice(0, 80));
  return revoked;
}

/** @throws `UNAUTHENTICATED` or `FORBIDDEN` if the viewer is not an administrator */
export function listApiKeys(database: Database, viewer: Viewer): Promise<ApiKeyRow[]> {
  requireAdmin(viewer, "Listing API keys");
  return fetchApiKeys(database);
}

/** The viewer's stored API key; null for the administrator key of the settings, and without a key. */
export const ownApiKey = async (database: Database, { apiKey }: Viewer): Promise<ApiKeyRow | null> =>
  apiKey === undefined ? null : ((await fetchApiKey(database, apiKey)) ?? null);

export const encodeApiKeyId = (id: number): string => `key_${id}`;

/** Keys are no nodes: an id of theirs leads nowhere but to `revokeApiKey`. */
function decodeApiKeyId(id: string): number | null {
  const digits = /^key_([1-9]\d{0,8})$/.exec(id)?.[1];
  return digits === undefined ? null : Number(digits);
}
