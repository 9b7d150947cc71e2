import { OmnidexError } from "../../../domain/errors.ts";
import type { Viewer } from "../../../domain/viewer.ts";
import { requireOwner } from "../submission/run-access.ts";

/**
 * Refuses everyone but administrators.
 * @param what a sentence's subject: `Correcting answers`
 * @throws `UNAUTHENTICATED` for a viewer without a key; `FORBIDDEN` for one with another key
 */
export function requireAdmin(viewer: Viewer, what: string): void {
  requireOwner(viewer);
  if (!viewer.admin) throw new OmnidexError("FORBIDDEN", `${what} needs an administrator's key.`);
}
