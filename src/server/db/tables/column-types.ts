import { customType } from "drizzle-orm/pg-core";

/** Raw bytes. node-postgres reads them as `Buffer`, PGlite as `Uint8Array`: a `Uint8Array` in both. */
export const bytea = customType<{ data: Uint8Array }>({ dataType: () => "bytea" });

export const tsvector = customType<{ data: string }>({ dataType: () => "tsvector" });
