import {
  bigint,
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from "drizzle-orm/pg-core";
import { KEY_SCOPES } from "../../../domain/key-scope.ts";
import { benchmarks, releases } from "./benchmark-tables.ts";

/** API keys, without the one in the settings. The table holds no secrets, so a copy of the database reveals none. */
export const apiKeys = pgTable("api_keys", {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  name: text().notNull(),
  /** The owner of the runs that are submitted with the key. */
  owner: text().notNull(),
  admin: boolean().notNull(),
  /**
   * The scopes of the key, with the scopes that they include; null if the key may do everything that its owner may do.
   */
  scopes: text({ enum: KEY_SCOPES }).array(),
  /** The first characters of the secret, by which people recognize the key. */
  prefix: text().notNull(),
  /** SHA-256 of the secret, in hexadecimal. The secret is long and random, so a slow hash would not protect it better. */
  secretHash: text().notNull().unique(),
  createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  expiresAt: timestamp({ withTimezone: true }),
  revokedAt: timestamp({ withTimezone: true }),
  /** The hour of the last use. */
  lastUsedAt: timestamp({ withTimezone: true }),
  /**
   * The key that replaced this one in a rotation. Not a foreign key: a backup restores rows in the order of their ids,
   * and the replacing key has a higher id.
   */
  replacedBy: integer(),
});

/**
 * Mutations that were sent with an idempotency key, except submissions, whose keys are stored with their runs. A row is
 * written in the transaction of its mutation, so a mutation that fails leaves none.
 */
export const repeatableCalls = pgTable(
  "repeatable_calls",
  {
    /** The owner of the API key that was sent. */
    owner: text().notNull(),
    mutation: text().notNull(),
    idempotencyKey: text().notNull(),
    /** SHA-256 of the input. It distinguishes a repeated call from another one under the same idempotency key. */
    inputHash: text().notNull(),
    /** What the mutation returned, without secrets. */
    answer: jsonb().$type<Readonly<Record<string, number>>>().notNull(),
    calledAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.owner, table.mutation, table.idempotencyKey] })],
);

const benchmarkId = () =>
  integer()
    .notNull()
    .references(() => benchmarks.id);

/** The owners that maintain a benchmark. Its answers are not hidden from them. */
export const maintainers = pgTable(
  "maintainers",
  {
    benchmarkId: benchmarkId(),
    /** The owner of API keys. */
    owner: text().notNull(),
    since: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.benchmarkId, table.owner] })],
);

/** How many runs each owner may have scored over a benchmark. A benchmark without a row has the default. */
export const submissionQuotas = pgTable("submission_quotas", {
  benchmarkId: benchmarkId().primaryKey(),
  /** Per day of UTC; null for no limit. */
  perDay: integer(),
  /** Over all days; null for no limit. */
  inAll: integer(),
});

/** How many runs an owner had scored over a benchmark on a day of UTC. Withdrawn runs count. */
export const submissionCounts = pgTable(
  "submission_counts",
  {
    benchmarkId: benchmarkId(),
    owner: text().notNull(),
    /** The day; 0001-01-01 for all days together. */
    day: date({ mode: "string" }).notNull(),
    used: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.benchmarkId, table.owner, table.day] })],
);

/**
 * The slices for which a release with hidden answers shows scores, in addition to the slices that every release has.
 */
export const declaredSlices = pgTable(
  "declared_slices",
  {
    releaseId: integer()
      .notNull()
      .references(() => releases.id),
    name: text().notNull(),
    /** The `QuestionFilter` that declared it. */
    filter: jsonb().notNull(),
    /** The ordinals of the slice's questions, ascending. Later requests are compared by these, not by their filters. */
    ordinals: integer().array().notNull(),
  },
  (table) => [primaryKey({ columns: [table.releaseId, table.name] })],
);

/**
 * The log of changes that were made with API keys. A change is logged in its own transaction; a failed administrative
 * attempt is logged as well. A trigger refuses to update, delete or truncate rows. Owners and keys are not foreign
 * keys, so that a row outlives the owner or key that it names.
 */
export const auditLog = pgTable(
  "audit_log",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** The owner of the key that was sent; null without a key. */
    owner: text(),
    /** The stored key; null for the administrator's key of the settings, and without a key. */
    apiKey: integer(),
    /** A mutation, or a method and a route: `createApiKey`, `POST /import`. */
    operation: text().notNull(),
    /** The object of the operation: the id of a run, model or key, or the slug of a benchmark. */
    object: text(),
    /** `DONE`, or the code of the error. */
    outcome: text().notNull(),
    /** Failed attempts of the same owner that were not written since its last row, because there were too many. */
    skipped: integer().notNull().default(0),
    requestId: text().notNull(),
  },
  (table) => [index("audit_log_owner").on(table.owner, table.id)],
);
