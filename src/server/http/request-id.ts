import { randomUUID } from "node:crypto";

/** The caller's own id of the request, so that it can follow it through several services; a new one where that is none. */
export const requestIdFrom = (header: string | readonly string[] | undefined): string =>
  typeof header === "string" && /^[\w.:-]{1,100}$/.test(header) ? header : randomUUID();
