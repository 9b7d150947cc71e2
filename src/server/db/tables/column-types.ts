import { customType } from "drizzle-orm/pg-core";

/** Raw bytes. node-postgres returns a `Buffer`, which is a `Uint8Array`, and PGlite a plain `Uint8Array`. */
export const bytea = customType<{ data: Uint8Array }>({ dataType: () => "bytea" });

export const tsvector = customType<{ data: string }>({ dataType: () => "tsvector" });
