import { OmnidexError } from "../../../domain/errors.ts";
import type { KeyScope } from "../../../domain/key-scope.ts";
import { hasKey, scopesOf, type Viewer } from "../../../domain/viewer.ts";
import type { Mutation } from "../../generated/schema-types.ts";

/** The scope that a key needs for each mutation. A mutation without an entry does not compile. */
export const MUTATION_SCOPES: Readonly<Record<Exclude<keyof Mutation, "__typename">, KeyScope>> = {
  submitRun: "SUBMIT",
  validateRun: "SUBMIT",
  createRun: "SUBMIT",
  appendPredictions: "SUBMIT",
  finalizeRun: "SUBMIT",
  withdrawRun: "SUBMIT",
  restoreRun: "SUBMIT",
  updateRun: "SUBMIT",
  nameRun: "SUBMIT",
  updateModel: "SUBMIT",
  rescoreRun: "SUBMIT",
  previewRescoring: "SUBMIT",
  labelErrors: "SUBMIT",
  reportScores: "SUBMIT",
  storeSubset: "SUBMIT",
  correctAnswers: "MAINTAIN",
  previewCorrections: "MAINTAIN",
  reviewKey: "MAINTAIN",
  useRelease: "MAINTAIN",
  setSubmissionQuota: "MAINTAIN",
  mergeOwners: "MAINTAIN",
  separateOwner: "MAINTAIN",
  configureChallenge: "MAINTAIN",
  splitLeaderboard: "MAINTAIN",
  movePrivateBoard: "MAINTAIN",
  takeItemSnapshot: "MAINTAIN",
  addMaintainer: "ADMIN",
  removeMaintainer: "ADMIN",
  createApiKey: "ADMIN",
  revokeApiKey: "ADMIN",
  revokeSigningKey: "ADMIN",
  // A key with any scopes may replace itself, because the new key has the same scopes.
  rotateApiKey: "READ",
};

/** Who may call a mutation with a key that has its scope. */
export type MutationCaller =
  | "anyone with a key"
  | "owner"
  | "owner or maintainer"
  | "maintainer"
  | "administrator"
  | "key itself";

/** Who may call each mutation. Administrators may call all of them. A mutation without an entry does not compile. */
export const MUTATION_CALLERS: Readonly<Record<keyof typeof MUTATION_SCOPES, MutationCaller>> = {
  submitRun: "anyone with a key",
  validateRun: "anyone with a key",
  createRun: "anyone with a key",
  appendPredictions: "owner",
  finalizeRun: "owner",
  withdrawRun: "owner",
  restoreRun: "owner",
  updateRun: "owner",
  nameRun: "owner",
  updateModel: "owner",
  rescoreRun: "owner",
  previewRescoring: "anyone with a key",
  labelErrors: "owner or maintainer",
  reportScores: "owner or maintainer",
  storeSubset: "anyone with a key",
  correctAnswers: "maintainer",
  previewCorrections: "maintainer",
  reviewKey: "maintainer",
  useRelease: "maintainer",
  setSubmissionQuota: "maintainer",
  mergeOwners: "maintainer",
  separateOwner: "maintainer",
  configureChallenge: "maintainer",
  splitLeaderboard: "maintainer",
  movePrivateBoard: "maintainer",
  takeItemSnapshot: "maintainer",
  addMaintainer: "administrator",
  removeMaintainer: "administrator",
  createApiKey: "administrator",
  revokeApiKey: "administrator",
  revokeSigningKey: "administrator",
  rotateApiKey: "key itself",
};

/**
 * What each caller gets from a route other than `/graphql`. A route of the app without an entry fails the test of the
 * access table.
 */
export const ROUTE_ACCESS = {
  "GET /health/live": "everyone",
  "GET /health/ready": "everyone",
  "GET /metrics": "administrator",
  "POST /import/:benchmark": "maintainer",
  "GET /export/benchmarks/:file": "callers who are shown the answers; FORBIDDEN for others",
  "GET /export/runs/:id":
    "whoever sees the run; without outcomes and exact scores unless answers are shown, and rows with responses for those who see them",
  "GET /export/audit.ndjson": "administrator",
  "GET /export/:file": "everyone; answers and reasoning steps only where they are shown",
  "POST /maintenance/check": "administrator",
  "POST /maintenance/backup": "administrator",
  "GET /croissant/:benchmark": "everyone; the files as a reader without a key gets them",
  "GET /.well-known/jwks.json": "everyone",
  "GET /sign-in": "everyone",
  "POST /sign-in/start": "everyone",
  "POST /sign-in/finish": "everyone; a token only for a code of the provider",
  "GET /": "everyone",
} as const satisfies Readonly<Record<string, string>>;

/**
 * Whether failed calls of a mutation are recorded in the audit log. This holds for mutations of maintainers and
 * administrators, and for those that change keys.
 */
export const isAdministrative = (mutation: string): boolean =>
  mutation === "rotateApiKey" ||
  ADMINISTRATIVE.has(new Map<string, KeyScope>(Object.entries(MUTATION_SCOPES)).get(mutation));
const ADMINISTRATIVE: ReadonlySet<KeyScope | undefined> = new Set(["MAINTAIN", "ADMIN"]);

/** The scope that a key needs for each path that writes, except `/graphql`. */
export const ROUTE_SCOPES = { "/import": "MAINTAIN", "/maintenance": "ADMIN" } as const satisfies Readonly<
  Record<string, KeyScope>
>;

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
