/** The documents about how runs were scored and by which key, and of tables of scores, loaded on first use. */
export const scoringDocuments = () => import("../generated/scoring-operations.ts");
