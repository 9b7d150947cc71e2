/** Who is asking. Runs belong to an owner; an administrator may see and change everything. */
export interface Viewer {
  /** `null` for one who has shown no key. */
  readonly owner: string | null;
  readonly admin: boolean;
}

export const ANONYMOUS: Viewer = { owner: null, admin: false };
export const ADMIN: Viewer = { owner: "admin", admin: true };
