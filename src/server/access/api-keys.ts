import { createHash, randomBytes } from "node:crypto";
import { badInput, checkText, notFound, OmnidexError } from "../../domain/errors.ts";
import { readInstant } from "../../domain/instant.ts";
import { ADMIN, type Viewer } from "../../domain/viewer.ts";
import { completeScopes, KEY_SCOPES, type KeyScope, OWNER_SCOPES } from "../../domain/vocabulary.ts";
import type { Database, Queryable } from "../db/database.ts";
import {
  type ApiKeyRecord,
  type ApiKeyRow,
  fetchApiKey,
  fetchApiKeys,
  insertApiKey,
  markApiKeyRevoked,
} from "./api-key-queries.ts";
import { type CallAnswer, checkIdempotencyKey, onceByKey } from "./repeatable-call.ts";
import { requireAdmin, requireOwner } from "./require-admin.ts";

/** `CreateApiKeyInput` of the schema. */
export interface ApiKeyInput {
  readonly name: string;
  readonly owner?: string | null | undefined;
  readonly admin?: boolean | undefined;
  /** If absent or null, the key may do everything that its owner may do. */
  readonly scopes?: readonly KeyScope[] | null | undefined;
  /** ISO 8601. */
  readonly expiresAt?: unknown;
  readonly idempotencyKey?: string | null | undefined;
}

/** A new key with its secret, which is not stored. */
export interface CreatedApiKey {
  readonly apiKey: ApiKeyRow;
  readonly secret: string;
}

/** The prefix of every secret, by which people and secret scanners recognize it. */
const SECRET_PREFIX = "omx_";
/** 192 bits, too many to guess. */
const SECRET_BYTES = 24;
const SHOWN = SECRET_PREFIX.length + 4;

/** The SHA-256 hash of a secret, in hexadecimal. Secrets are looked up by it. */
export const hashSecret = (secret: string): string => createHash("sha256").update(secret).digest("hex");

/**
 * Creates a key.
 * @throws `UNAUTHENTICATED` or `FORBIDDEN` if the viewer is not an administrator; `BAD_USER_INPUT` that names the
 *   field; `CONFLICT` if a call with the same idempotency key has made a key
 */
export async function createApiKey(database: Database, viewer: Viewer, input: ApiKeyInput): Promise<CreatedApiKey> {
  requireAdmin(viewer, "Making API keys");
  checkIdempotencyKey(input);
  const name = input.name.trim();
  const { admin, scopes } = rightsOf(input);
  const owner = (input.owner ?? name).trim();
  checkText("name", name, 1, 200);
  checkText("owner", owner, 1, 200);
  if (owner === ADMIN.owner && !admin) throw badInput(`'owner' may be '${owner}' only for an administrator's key.`);
  const record = { name, owner, admin, scopes, expiresAt: expiryOf(input.expiresAt) };
  const call = { owner: requireOwner(viewer), mutation: "createApiKey", input };
  const made = await database.transaction((tx) => onceByKey(tx, call, () => insertNewKey(tx, record), answerOfKey));
  if ("earlier" in made) throw secretGone(made.earlier, input);
  return made.done;
}

/** Stores a key with a new secret. */
export async function insertNewKey(
  tx: Queryable,
  record: Omit<ApiKeyRecord, "prefix" | "secretHash">,
): Promise<CreatedApiKey> {
  const secret = SECRET_PREFIX + randomBytes(SECRET_BYTES).toString("base64url");
  const apiKey = await insertApiKey(tx, { ...record, prefix: secret.slice(0, SHOWN), secretHash: hashSecret(secret) });
  return { apiKey, secret };
}

export const answerOfKey = ({ apiKey }: CreatedApiKey): CallAnswer => ({ apiKey: apiKey.id });

/**
 * The error for a repeated call whose first call made a key. The key's secret is not stored, so the first answer cannot
 * be repeated. An answer without the secret would look like a success.
 */
export function secretGone(
  { apiKey = 0 }: CallAnswer,
  { idempotencyKey }: Pick<ApiKeyInput, "idempotencyKey">,
): OmnidexError {
  const id = encodeApiKeyId(apiKey);
  return new OmnidexError(
    "CONFLICT",
    `An earlier call with the idempotency key '${idempotencyKey}' made the key '${id}'. Its secret was in that answer only and is not stored. If the answer was lost, revoke '${id}', and make a key under another idempotency key.`,
    { reason: "SECRET_RETURNED_BEFORE", apiKey: id },
  );
}

/**
 * The scopes of a new key. `admin` is short for the scope ADMIN.
 * @throws `BAD_USER_INPUT` for an empty list, and for an administrator's key with other scopes
 */
function rightsOf({ admin = false, scopes }: ApiKeyInput): Pick<ApiKeyRecord, "admin" | "scopes"> {
  if (scopes == null) return { admin, scopes: null };
  if (scopes.length === 0) throw badInput(`'scopes' must name at least one of ${KEY_SCOPES.join(", ")}.`);
  if (scopes.includes("ADMIN")) return { admin: true, scopes: null };
  if (admin)
    throw badInput(`'scopes' must include ADMIN, or be left out, where 'admin' is true; got ${scopes.join(", ")}.`);
  return { admin, scopes: completeScopes(scopes) };
}

/** What a key may be used for. */
export function scopesOfKey({ admin, scopes }: Pick<ApiKeyRow, "admin" | "scopes">): readonly KeyScope[] {
  return admin ? KEY_SCOPES : (scopes ?? OWNER_SCOPES);
}

/** @throws `BAD_USER_INPUT` for an instant that is malformed or in the past */
export function expiryOf(value: unknown): Date | null {
  if (value == null) return null;
  const instant = readInstant("expiresAt", value);
  if (instant.getTime() <= Date.now()) throw badInput("'expiresAt' must be in the future.");
  return instant;
}

/**
 * Revokes a key.
 * @throws `NOT_FOUND` for an unknown key; `CONFLICT` for the caller's own key, because revoking it might lock everyone
 * out
 */
export async function revokeApiKey(database: Database, viewer: Viewer, id: string): Promise<ApiKeyRow> {
  requireAdmin(viewer, "Revoking API keys");
  const key = decodeApiKeyId(id);
  if (key !== null && key === viewer.apiKey)
    throw new OmnidexError("CONFLICT", "This is the key that the request was sent with; revoke it with another key.");
  const unknown = notFound("API key", id.slice(0, 80));
  if (key === null) throw unknown;
  return database.transaction(async (tx) => {
    const revoked = await markApiKeyRevoked(tx, key);
    if (revoked === undefined) throw unknown;
    return revoked;
  });
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

/** The primary key in the id of an API key; null for a malformed id. API keys are not nodes of the schema. */
export function decodeApiKeyId(id: string): number | null {
  const digits = /^key_([1-9]\d{0,8})$/.exec(id)?.[1];
  return digits === undefined ? null : Number(digits);
}
