import { createPrivateKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import canonicalize from "canonicalize";
import { calculateJwkThumbprint, exportJWK, FlattenedSign } from "jose";
import { notFound, OmnidexError } from "../../domain/errors.ts";
import { type FinalBoard, SIGNED_BOARD_TYPE } from "../../domain/final-board.ts";
import type { Viewer } from "../../domain/viewer.ts";
import { requireAdmin } from "../access/require-admin.ts";
import { readOrMakeSecret } from "../access/secret-file.ts";
import {
  fetchRevocation,
  fetchSigningKeys,
  markSigningKeyRevoked,
  storeSigningKey,
} from "../benchmarks/final-board-queries.ts";
import type { Database, Queryable } from "../db/database.ts";

interface LoadedKey {
  readonly id: string;
  readonly key: KeyObject;
}

/**
 * Signs final boards with this server's Ed25519 key. The key is made at its first use. Its private part stays in a file
 * that only the server's user may read, outside of the database and its backups. The public part is stored in the
 * database, so that every server publishes the public keys of all servers, including replaced ones.
 */
export class BoardSigning {
  #loaded: Promise<LoadedKey> | null = null;

  /** @param file the file of the private key, in PEM; null keeps the key in memory, for a database in memory */
  constructor(
    private readonly database: Database,
    private readonly file: string | null,
  ) {}

  /**
   * The board as a JSON Web Signature in the flattened JSON serialization. Equal boards give equal texts.
   * @throws `UNAVAILABLE` if the file of the key cannot be read or made, or the key was revoked
   */
  async sign(board: FinalBoard): Promise<string> {
    this.#loaded ??= this.#load();
    const { id, key } = await this.#loaded.catch((error: unknown) => {
      this.#loaded = null;
      throw error;
    });
    // Another server may have revoked the key since it was read.
    if ((await fetchRevocation(this.database, id)) !== null) throw revoked(id);
    const payload = new TextEncoder().encode(canonicalize(board));
    const protectedHeader = { alg: "EdDSA", kid: id, typ: SIGNED_BOARD_TYPE };
    return JSON.stringify(await new FlattenedSign(payload).setProtectedHeader(protectedHeader).sign(key));
  }

  async #load(): Promise<LoadedKey> {
    const key = this.file === null ? newKey() : await keyIn(this.file);
    if (key.asymmetricKeyType !== "ed25519") throw unusable("it is not a key of Ed25519");
    const { kty, crv, x } = await exportJWK(key);
    if (kty === undefined || crv === undefined || x === undefined) throw unusable("it has no public part");
    const id = await calculateJwkThumbprint({ kty, crv, x });
    await this.database.transaction((tx) => storeSigningKey(tx, id, x));
    return { id, key };
  }
}

const newKey = (): KeyObject => generateKeyPairSync("ed25519").privateKey;

/** The key in a file, which is made if missing. */
async function keyIn(file: string): Promise<KeyObject> {
  try {
    const make = (): string => newKey().export({ type: "pkcs8", format: "pem" }).toString();
    return createPrivateKey(await readOrMakeSecret(file, make));
  } catch (error) {
    throw unusable(error instanceof Error ? error.message : String(error), error);
  }
}

const revoked = (id: string): OmnidexError =>
  new OmnidexError(
    "UNAVAILABLE",
    `The server's key for final boards, '${id}', was revoked. Its administrator moves the file OMNIDEX_SIGNING_KEY_FILE away and restarts the server, which makes another key.`,
    { reason: "SIGNING_KEY_REVOKED" },
  );

const unusable = (why: string, cause?: unknown): OmnidexError =>
  new OmnidexError(
    "UNAVAILABLE",
    "The server cannot use the key that signs final boards. Its administrator finds the reason in the log, and sets OMNIDEX_SIGNING_KEY_FILE.",
    undefined,
    { cause: cause ?? new Error(why) },
  );

/** `SigningKey` of the schema. */
interface PublishedKey {
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
