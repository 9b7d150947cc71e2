import { createHash, timingSafeEqual } from "node:crypto";
import { LRUCache } from "lru-cache";
import { ADMIN, ANONYMOUS, scopesOf, type Viewer } from "../../domain/viewer.ts";
import type { Database } from "../db/database.ts";
import { type ApiKeyRow, fetchApiKey, fetchApiKeyByHash } from "./api-key-queries.ts";
import { hashSecret } from "./api-keys.ts";
import type { KeyUses } from "./key-uses.ts";
import { fetchMaintainedBenchmarks } from "./maintainer-queries.ts";
import type { SignIn } from "./sign-in.ts";

/**
 * The viewer of a secret, with the version of the data under which the secret was looked up. The viewer is null for an
 * unknown or revoked secret.
 */
interface Known {
  readonly viewer: Viewer | null;
  /** When the secret expires, in milliseconds since 1970. */
  readonly until: number;
  readonly version: string;
}

/** The number of secrets to cache, including secrets that belong to no API key. */
const MOST_KNOWN = 10_000;

/** Authenticates callers. */
export class Viewers {
  /** By the hash of the secret, so that a memory dump contains no secrets. */
  readonly #known = new LRUCache<string, Known>({ max: MOST_KNOWN });

  /**
   * @param adminKey the administrator key of the settings; null if none is set
   * @param signIn checks the tokens of an OpenID Connect provider; null without a provider
   */
  constructor(
    private readonly database: Database,
    private readonly adminKey: string | null,
    private readonly uses: KeyUses,
    private readonly signIn: SignIn | null = null,
  ) {}

  /**
   * The viewer of an `Authorization` header; `null` if its key is unknown, expired or revoked. Returns a promise only
   * on a cache miss, or while the version of the data is unknown. Cached viewers are valid until the data changes: a key
   * that another server has revoked is refused from the arrival of its notification on. Notes the use of a stored key.
   * @see https://www.rfc-editor.org/rfc/rfc6750#section-2.1
   */
  of(header: string | undefined): Viewer | null | Promise<Viewer | null> {
    if (header === undefined || header.trim() === "") return ANONYMOUS;
    const secret = /^Bearer +(\S+)$/i.exec(header.trim())?.[1];
    if (secret === undefined) return null;
    if (this.adminKey !== null && equalSecrets(secret, this.adminKey)) return ADMIN;
    const hash = hashSecret(secret);
    const known = this.#known.get(hash);
    const version = this.database.versions.current();
    if (known === undefined || version === null || known.version !== version) return this.#ask(secret, hash, version);
    return this.#admit(known);
  }

  /**
   * The viewer as the database has it now, for writes: another server may have revoked the key or removed a maintainer,
   * and its notification may not have arrived. Null if the key is revoked or expired.
   */
  async confirmed(viewer: Viewer): Promise<Viewer | null> {
    if (viewer.apiKey !== undefined) {
      const key = await fetchApiKey(this.database, viewer.apiKey);
      return key === undefined || !isValid(key) ? null : this.#viewerOf(key);
    }
    // The configured administrator's key and a provider's tokens are not in the database.
    if (viewer.admin || viewer.owner === null) return viewer;
    return this.#signedIn(viewer.owner);
  }

  /** Whether a header has a key that was valid when this process last looked it up. Does not query the database. */
  remembers(header: string | undefined): boolean {
    const secret = /^Bearer +(\S+)$/i.exec(header?.trim() ?? "")?.[1];
    if (secret === undefined) return false;
    if (this.adminKey !== null && equalSecrets(secret, this.adminKey)) return true;
    return this.#known.get(hashSecret(secret))?.viewer != null;
  }

  async #viewerOf({ id, owner, admin, scopes }: ApiKeyRow): Promise<Viewer> {
    const viewer: Viewer = { owner, admin, apiKey: id, ...(scopes !== null && { scopes }) };
    if (!scopesOf(viewer).includes("MAINTAIN")) return viewer;
    const maintains = await fetchMaintainedBenchmarks(this.database, owner);
    return maintains.length > 0 ? { ...viewer, maintains } : viewer;
  }

  async #ask(secret: string, hash: string, version: string | null): Promise<Viewer | null> {
    if (this.signIn !== null && TOKEN.test(secret)) return this.#askProvider(this.signIn, secret, hash, version);
    const key = await fetchApiKeyByHash(this.database, hash);
    const viewer = key === undefined || key.revokedAt !== null ? null : await this.#viewerOf(key);
    const until = key?.expiresAt ?? Number.POSITIVE_INFINITY;
    if (version !== null) this.#known.set(hash, { viewer, until, version });
    return this.#admit({ viewer, until });
  }

  /**
   * An invalid token is not cached, because it may become valid: the provider may have begun to sign with a key that
   * this server has not fetched yet.
   */
  async #askProvider(signIn: SignIn, token: string, hash: string, version: string | null): Promise<Viewer | null> {
    const signedIn = await signIn.check(token);
    if (signedIn === null) return null;
    const { owner, until } = signedIn;
    const viewer = await this.#signedIn(owner);
    if (version !== null) this.#known.set(hash, { viewer, until, version });
    return this.#admit({ viewer, until });
  }

  async #signedIn(owner: string): Promise<Viewer> {
    const maintains = await fetchMaintainedBenchmarks(this.database, owner);
    return { owner, admin: false, ...(maintains.length > 0 && { maintains }) };
  }

  #admit({ viewer, until }: Pick<Known, "viewer" | "until">): Viewer | null {
    if (viewer === null || until <= Date.now()) return null;
    if (viewer.apiKey !== undefined) this.uses.note(viewer.apiKey);
    return viewer;
  }
}

const isValid = ({ revokedAt, expiresAt }: ApiKeyRow): boolean =>
  revokedAt === null && (expiresAt ?? Number.POSITIVE_INFINITY) > Date.now();

/** A JSON Web Token: three parts of base64url, the first a JSON object. Keys of this server have no dots. */
const TOKEN = /^eyJ[\w-]*\.[\w-]+\.[\w-]+$/;

/** Compares in constant time. It compares hashes, because `timingSafeEqual` needs inputs of the same length. */
function equalSecrets(a: string, b: string): boolean {
  const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
