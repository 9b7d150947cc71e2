import { randomUUID } from "node:crypto";

/**
 * The request id that the caller sent, with which a request can be traced through several services. A new id if the
 * header is missing or invalid.
 */
export const requestIdFrom = (header: string | readonly string[] | undefined): string =>
  typeof header === "string" && /^[\w.:-]{1,100}$/.test(header) ? header : randomUUID();
