import { OmnidexError } from "../../domain/errors.ts";
import type { Viewer } from "../../domain/viewer.ts";

/**
 * The owner in whose name the viewer writes.
 * @throws `UNAUTHENTICATED` for a viewer without a key
 */
export function requireOwner(viewer: Viewer): string {
  if (viewer.owner === null) {
    throw new OmnidexError(
      "UNAUTHENTICATED",
      "Writing needs a key: send 'Authorization: Bearer <key>'. The server's administrator makes keys (omnidex keys create).",
    );
  }
  return viewer.owner;
}

/**
 * Refuses everyone but administrators.
 * @param what the subject of the error's sentence: `Correcting answers`
 * @throws `UNAUTHENTICATED` for a viewer without a key; `FORBIDDEN` for a key that is not an administrator's
 */
export function requireAdmin(viewer: Viewer, what: string): void {
  requireOwner(viewer);
  if (!viewer.admin) throw new OmnidexError("FORBIDDEN", `${what} needs an administrator's key.`);
}
