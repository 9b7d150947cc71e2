/** The scopes of API keys, from the fewest rights to the most. */
export const KEY_SCOPES = ["READ", "SUBMIT", "MAINTAIN", "ADMIN"] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/** The scopes of an unrestricted API key: everything that its owner may do. */
export const OWNER_SCOPES: readonly KeyScope[] = ["READ", "SUBMIT", "MAINTAIN"];

/** The given scopes and the scopes that they include, in order. Every key has READ, and ADMIN includes all others. */
export const completeScopes = (scopes: readonly KeyScope[]): readonly KeyScope[] =>
  scopes.includes("ADMIN") ? KEY_SCOPES : KEY_SCOPES.filter((scope) => scope === "READ" || scopes.includes(scope));
