import postgres from "postgres";
import { ARRAY_TYPES } from "./array-types.ts";

/** The options of postgres.js. Its types ask for those of each custom type, too, so they are passed as these. */
type ClientOptions = postgres.Options<Record<string, never>>;

/** A pool of postgres.js, with what every one of them needs. Connects at the first statement. */
export const postgresClient = (url: string, options: ClientOptions): postgres.Sql =>
  postgres(url, { fetch_types: false, types: ARRAY_TYPES, onnotice: () => {}, ...options } as ClientOptions);
