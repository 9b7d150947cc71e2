import { OmnidexError } from "../../../domain/errors.ts";
import type { Viewer } from "../../../domain/viewer.ts";
import { requireOwner } from "../submission/run-access.ts";

/**
 * Refuses everyone but administrators.
 * @param what the subject of the error's sentence: `Correcting answers`
 * @throws `UNAUTHENTICATED` for a viewer without a key; `FORBIDDEN` for a key that is not an administrator's
 */
export function requireAdmin(viewer: Viewer, what: string): void {
  requireOwner(viewer);
  if (!viewer.admin) throw new OmnidexError("FORBIDDEN", `${what} needs an administrator's key.`);
}
