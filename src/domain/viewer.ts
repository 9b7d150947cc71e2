/** Who is asking. Runs belong to an owner; an administrator may see and change everything. */
export interface Viewer {
  /** `null` for one who has shown no key. */
  readonly owner: string | null;
  readonly admin: boolean;
  /** The stored API key that was shown; absent for the key of the settings, and without one. */
  readonly apiKey?: number | undefined;
}

/** Whether a key was shown, and is this server's. */
export const hasKey = ({ owner, admin }: Viewer): boolean => owner !== null || admin;

export const ANONYMOUS: Viewer = { owner: null, admin: false };
/** Who shows the key of the settings. */
export const ADMIN = { owner: "admin", admin: true } as const satisfies Viewer;
