import { randomUUID } from "node:crypto";

/**
 * The caller's own request id, so that a request can be traced through several services; a new id if it is not valid.
 */
export const requestIdFrom = (header: string | readonly string[] | undefined): string =>
  typeof header === "string" && /^[\w.:-]{1,100}$/.test(header) ? header : randomUUID();
