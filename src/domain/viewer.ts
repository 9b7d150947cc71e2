import { KEY_SCOPES, type KeyScope, OWNER_SCOPES } from "./vocabulary.ts";

/** The caller of a request. Every run has an owner; an administrator may see and change everything. */
export interface Viewer {
  /** `null` for a caller without an API key. */
  readonly owner: string | null;
  readonly admin: boolean;
  /** What the API key may be used for; absent for an unrestricted key. */
  readonly scopes?: readonly KeyScope[] | undefined;
  /**
   * The slugs of the benchmarks that the owner maintains, whose answers are not hidden from the owner. Absent if the
   * key lacks the scope MAINTAIN.
   */
  readonly maintains?: readonly string[] | undefined;
  /** The primary key of the stored API key in use; absent without a key and for the configured administrator's key. */
  readonly apiKey?: number | undefined;
}

/** Whether the caller presented a valid API key. */
export const hasKey = ({ owner, admin }: Viewer): boolean => owner !== null || admin;

/** What the viewer's API key may be used for. Empty without a key. */
export const scopesOf = (viewer: Viewer): readonly KeyScope[] => {
  if (!hasKey(viewer)) return [];
  return viewer.admin ? KEY_SCOPES : (viewer.scopes ?? OWNER_SCOPES);
};

export const ANONYMOUS: Viewer = { owner: null, admin: false };
/** The viewer with the configured administrator's key. */
export const ADMIN = { owner: "admin", admin: true } as const satisfies Viewer;
