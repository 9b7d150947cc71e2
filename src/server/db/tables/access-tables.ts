import { boolean, integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";

/** API keys, but for the one of the settings. The secret itself is not here: it cannot be read out of a copy of the database. */
export const apiKeys = pgTable("api_keys", {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  name: text().notNull(),
  /** Whose runs are submitted with it. */
  owner: text().notNull(),
  admin: boolean().notNull(),
  /** How the secret begins, for people. */
  prefix: text().notNull(),
  /** SHA-256 of the secret in hexadecimal. The secret is random and long: a slow hash would protect nothing more. */
  secretHash: text().notNull().unique(),
  createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  expiresAt: timestamp({ withTimezone: true }),
  revokedAt: timestamp({ withTimezone: true }),
});
