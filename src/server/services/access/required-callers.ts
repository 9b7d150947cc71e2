import type { Viewer } from "../../../domain/viewer.ts";
import { requireOwner } from "../submission/run-access.ts";
import { requireMaintainer } from "./maintainers.ts";
import { requireAdmin } from "./require-admin.ts";
import { MUTATION_CALLERS, type MutationCaller } from "./required-scopes.ts";

const CALLERS: ReadonlyMap<string, MutationCaller> = new Map(Object.entries(MUTATION_CALLERS));

/** Who may call a mutation; undefined for one without an entry. */
export const callerOf = (mutation: string): MutationCaller | undefined => CALLERS.get(mutation);

/**
 * Refuses a caller whom `MUTATION_CALLERS` does not name, before the mutation looks at its input. The services check
 * who owns a run, a model or a key.
 * @param benchmark the slug that the input of a maintainer's mutation names
 * @throws `UNAUTHENTICATED` without a key; `FORBIDDEN` for a caller who is not an administrator or the benchmark's
 * maintainer
 */
export function requireCaller(viewer: Viewer, mutation: string, benchmark: string): void {
  const caller = callerOf(mutation);
  if (caller === "administrator") requireAdmin(viewer, `'${mutation}'`);
  else if (caller === "maintainer") requireMaintainer(viewer, benchmark, `'${mutation}'`);
  else requireOwner(viewer);
}
