import type { Viewer } from "../../domain/viewer.ts";
import type { MutationCaller } from "../generated/schema-types.ts";
import { requireMaintainer } from "./maintainers.ts";
import { requireAdmin, requireOwner } from "./require-admin.ts";

/** A call of a mutation. */
interface MutationCall {
  readonly mutation: string;
  /** Whom the schema's `@requires` lets call it. */
  readonly caller: MutationCaller;
  /** The slug that the input of a maintainer's mutation names. */
  readonly benchmark: string;
}

/**
 * Refuses a caller whom the schema does not let call a mutation, before the mutation looks at its input. The services check
 * who owns a run, a model or a key.
 * @throws `UNAUTHENTICATED` without a key; `FORBIDDEN` for a caller who is not an administrator or the benchmark's
 * maintainer
 */
export function requireCaller(viewer: Viewer, { mutation, caller, benchmark }: MutationCall): void {
  if (caller === "ADMINISTRATOR") requireAdmin(viewer, `'${mutation}'`);
  else if (caller === "MAINTAINER") requireMaintainer(viewer, benchmark, `'${mutation}'`);
  else requireOwner(viewer);
}
