import postgres from "postgres";
import { ARRAY_TYPES } from "./array-types.ts";

/** What a connection is told besides; postgres.js' own options, of which some have no types. */
export type ClientOptions = postgres.Options<Record<string, never>>;

/** A pool of postgres.js, with what every one of them needs. Connects at the first statement. */
export const postgresClient = (url: string, options: ClientOptions): postgres.Sql =>
  postgres(url, { fetch_types: false, types: ARRAY_TYPES, onnotice: () => {}, ...options } as ClientOptions);
