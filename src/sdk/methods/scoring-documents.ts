/** The documents about how runs were scored and by which key, loaded on first use. */
export const scoringDocuments = () => import("../generated/scoring-operations.ts");
