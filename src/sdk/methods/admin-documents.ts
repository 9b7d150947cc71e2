/** The documents that only administrators send, loaded on first use. */
export const adminDocuments = () => import("../generated/admin-operations.ts");
