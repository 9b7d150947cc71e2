import { badInput, notFound, OmnidexError, requireUpTo } from "../../domain/errors.ts";
import type { Viewer } from "../../domain/viewer.ts";
import type { Database, Queryable } from "../db/database.ts";
import { type ApiKeyRow, lockApiKey, markApiKeyReplaced, markApiKeyRevoked } from "./api-key-queries.ts";
import {
  answerOfKey,
  type CreatedApiKey,
  decodeApiKeyId,
  encodeApiKeyId,
  expiryOf,
  insertNewKey,
  secretGone,
} from "./api-keys.ts";
import { checkIdempotencyKey, onceByKey } from "./repeatable-call.ts";
import { requireOwner } from "./require-admin.ts";

/** `RotateApiKeyInput` of the schema. */
export interface RotateApiKeyInput {
  /** The key to rotate; absent or null for the key that was sent. */
  readonly id?: string | null | undefined;
  readonly overlapHours?: number | undefined;
  /** ISO 8601; if absent or null, the new key expires when the old one would have. */
  readonly expiresAt?: unknown;
  readonly idempotencyKey?: string | null | undefined;
}

/** The new API key, and the API key that it replaces. */
export interface RotatedApiKey extends CreatedApiKey {
  readonly replaced: ApiKeyRow;
}

const DEFAULT_OVERLAP = 24;
/** 30 days. */
const LONGEST_OVERLAP = 720;
const HOUR = 3_600_000;

/**
 * Makes a new key with the name, owner, scopes and expiry of an existing key. The existing key stays valid for an
 * overlap.
 * @throws `UNAUTHENTICATED` without a key; `FORBIDDEN` for a key other than the one that was sent, or for a new expiry,
 *   unless the viewer is an administrator; `NOT_FOUND` for an unknown key; `CONFLICT` for a key that is revoked,
 *   expired or replaced; `BAD_USER_INPUT` that names the field
 */
export async function rotateApiKey(
  database: Database,
  viewer: Viewer,
  input: RotateApiKeyInput,
): Promise<RotatedApiKey> {
  const owner = requireOwner(viewer);
  checkIdempotencyKey(input);
  const key = requireRotatable(viewer, input);
  const overlap = overlapOf(input);
  const expiresAt = expiryOf(input.expiresAt);
  const call = { owner, mutation: "rotateApiKey", input: { ...input, id: encodeApiKeyId(key) } };
  const rotated = await database.transaction((tx) =>
    onceByKey(tx, call, () => replaceKey(tx, key, overlap, expiresAt), answerOfKey),
  );
  if ("earlier" in rotated) throw secretGone(rotated.earlier, input);
  return rotated.done;
}

/** The primary key of the key to rotate. */
function requireRotatable({ admin, apiKey }: Viewer, { id, expiresAt }: RotateApiKeyInput): number {
  if (expiresAt != null && !admin)
    throw new OmnidexError(
      "FORBIDDEN",
      "Only an administrator may set 'expiresAt': without it, the new key expires when the old one would.",
    );
  if (id == null) {
    if (apiKey !== undefined) return apiKey;
    throw badInput(
      "'id' must name a key: the key that was sent is OMNIDEX_ADMIN_KEY, a setting of the server, which cannot be rotated.",
    );
  }
  const key = decodeApiKeyId(id);
  if (!admin && (key === null || key !== apiKey))
    throw new OmnidexError(
      "FORBIDDEN",
      "Rotating a key other than the one that was sent needs an administrator's key.",
    );
  if (key === null) throw notFound("API key", id.slice(0, 80));
  return key;
}

const overlapOf = ({ overlapHours = DEFAULT_OVERLAP }: RotateApiKeyInput): number =>
  requireUpTo(LONGEST_OVERLAP, "overlapHours", overlapHours);

async function replaceKey(tx: Queryable, id: number, overlap: number, expiresAt: Date | null): Promise<RotatedApiKey> {
  const old = await lockApiKey(tx, id);
  if (old === undefined) throw notFound("API key", encodeApiKeyId(id));
  requireReplaceable(old);
  const { name, owner, admin, scopes } = old;
  const until = expiresAt ?? (old.expiresAt === null ? null : new Date(old.expiresAt));
  const made = await insertNewKey(tx, { name, owner, admin, scopes, expiresAt: until });
  const expiring = await markApiKeyReplaced(tx, id, made.apiKey.id, new Date(Date.now() + overlap * HOUR));
  // Without an overlap, the old key is revoked. An expiry date is not enough, because each server checks it by its own
  // clock.
  const replaced = overlap === 0 ? await markApiKeyRevoked(tx, id) : expiring;
  if (replaced === undefined) throw new Error("the locked key is gone");
  return { ...made, replaced };
}

/**
 * A key can be replaced only once. Otherwise, someone who finds an old key could still replace it with a lasting one.
 * @throws `CONFLICT`
 */
function requireReplaceable({ id, revokedAt, expiresAt, replacedBy }: ApiKeyRow): void {
  const reason =
    replacedBy !== null
      ? `was already replaced by '${encodeApiKeyId(replacedBy)}'`
      : revokedAt !== null
        ? "is revoked"
        : expiresAt !== null && expiresAt <= Date.now()
          ? "has expired"
          : null;
  if (reason === null) return;
  throw new OmnidexError("CONFLICT", `The key '${encodeApiKeyId(id)}' ${reason}, so it cannot be rotated.`);
}
