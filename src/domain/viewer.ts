/** Who is asking. Runs belong to an owner; an administrator may see and change everything. */
export interface Viewer {
  /** `null` for a caller without a key. */
  readonly owner: string | null;
  readonly admin: boolean;
  /** The stored API key in use; absent for the configured administrator's key, and without a key. */
  readonly apiKey?: number | undefined;
}

/** Whether the caller presented a valid key. */
export const hasKey = ({ owner, admin }: Viewer): boolean => owner !== null || admin;

export const ANONYMOUS: Viewer = { owner: null, admin: false };
/** The viewer with the configured administrator's key. */
export const ADMIN = { owner: "admin", admin: true } as const satisfies Viewer;
