/** The documents that only administrators and maintainers send, loaded on first use. */
export const adminDocuments = () => import("./generated/admin-operations.ts");
