import { boolean, integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";

/** API keys, without the one in the settings. The table holds no secrets, so a copy of the database reveals none. */
export const apiKeys = pgTable("api_keys", {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  name: text().notNull(),
  /** The owner of the runs that are submitted with the key. */
  owner: text().notNull(),
  admin: boolean().notNull(),
  /** The first characters of the secret, by which people recognize the key. */
  prefix: text().notNull(),
  /** SHA-256 of the secret, in hexadecimal. The secret is long and random, so a slow hash would not protect it better. */
  secretHash: text().notNull().unique(),
  createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  expiresAt: timestamp({ withTimezone: true }),
  revokedAt: timestamp({ withTimezone: true }),
});
