import { OmnidexError } from "../../domain/errors.ts";
import { hasKey, scopesOf, type Viewer } from "../../domain/viewer.ts";
import type { KeyScope } from "../../domain/vocabulary.ts";
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

/** The scope that a key needs for each path that writes or prepares a submission, except `/graphql`. */
export const ROUTE_SCOPES = {
  "/import": "MAINTAIN",
  "/maintenance": "ADMIN",
  "/read": "SUBMIT",
} as const satisfies Readonly<Record<string, KeyScope>>;

/**
 * Refuses a key that lacks a scope. A caller without a key passes: later checks refuse it with `UNAUTHENTICATED`.
 * @param what the subject of the error's sentence: `submitRun`
 * @throws `FORBIDDEN` with the scope in its details
 */
export function requireScope(viewer: Viewer, scope: KeyScope, what: string): void {
  const scopes = scopesOf(viewer);
  if (!hasKey(viewer) || scopes.includes(scope)) return;
  throw new OmnidexError(
    "FORBIDDEN",
    `'${what}' needs a key with the scope ${scope}; this key has ${scopes.join(", ")}.`,
    { scope, scopes },
  );
}
