/** The documents of scorings, answer keys and tables of scores, loaded on first use. */
export const scoringDocuments = () => import("../generated/scoring-operations.ts");
