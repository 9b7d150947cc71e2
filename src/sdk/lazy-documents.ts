/** The documents that only administrators and maintainers send, loaded on first use. */
export const adminDocuments = () => import("./generated/admin-operations.ts");

/**
 * The documents of scorings, answer keys and tables of scores, and those that few programs send, such as lookups by id.
 * They are loaded on first use.
 */
export const scoringDocuments = () => import("./generated/scoring-operations.ts");
