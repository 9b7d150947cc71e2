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
import { KEY_SCOPES } from "../../../domain/vocabulary.ts";
import { benchmarks, releases } from "./benchmark-tables.ts";

/**
 * API keys, except the administrator's key in the settings. The table contains no secrets, so a copy of the database
 * reveals none.
 */
export const apiKeys = pgTable("api_keys", {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  name: text().notNull(),
  /** The owner of the runs that are submitted with the key. */
  owner: text().notNull(),
  admin: boolean().notNull(),
  /** The scopes of the key, including implied scopes; null if the key may do everything that its owner may do. */
  scopes: text({ enum: KEY_SCOPES }).array(),
  /** The first characters of the secret, by which people recognize the key. */
  prefix: text().notNull(),
  /** SHA-256 of the secret, in hexadecimal. It is long and random, so a slow hash would not protect it better. */
  secretHash: text().notNull().unique(),
  createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  expiresAt: timestamp({ withTimezone: true }),
  revokedAt: timestamp({ withTimezone: true }),
  /** The hour of the last use. */
  lastUsedAt: timestamp({ withTimezone: true }),
  /**
   * The key that replaced this one in a rotation. It is not a foreign key, because a backup restores rows in the order
   * of their ids, and the replacing key has a higher id.
   */
  replacedBy: integer(),
});

/**
 * Mutations that were sent with an idempotency key. Submissions are not included: their idempotency keys are stored
 * with their runs. A row is written in the transaction of its mutation, so a failed mutation has no row.
 */
export const repeatableCalls = pgTable(
  "repeatable_calls",
  {
    /** The owner of the API key that was sent. */
    owner: text().notNull(),
    mutation: text().notNull(),
    idempotencyKey: text().notNull(),
    /** SHA-256 of the input. It distinguishes a repeated call from a different call with the same idempotency key. */
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

/** The owners that maintain a benchmark. They see its answers even if these are hidden from others. */
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

/** The quotas of benchmarks: how many runs of each owner are scored. Without a row, the default quota applies. */
export const submissionQuotas = pgTable("submission_quotas", {
  benchmarkId: benchmarkId().primaryKey(),
  /** Per UTC day; null for no limit. */
  perDay: integer(),
  /** For all days together; null for no limit. */
  inAll: integer(),
  /** For all owners and days together; null for no limit. */
  together: integer(),
});

/** How many runs of an owner were scored over a benchmark on one UTC day. Withdrawn runs count. */
export const submissionCounts = pgTable(
  "submission_counts",
  {
    benchmarkId: benchmarkId(),
    owner: text().notNull(),
    /** The UTC day; 0001-01-01 for all days together. */
    day: date({ mode: "string" }).notNull(),
    used: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.benchmarkId, table.owner, table.day] })],
);

/**
 * Slices over which maintainers let releases with hidden answers show scores, before such releases had one score for each run.
 * Nothing reads the table. It is kept so that databases and backups of earlier versions lose nothing.
 */
export const declaredSlices = pgTable(
  "declared_slices",
  {
    releaseId: integer()
      .notNull()
      .references(() => releases.id),
    name: text().notNull(),
    /** The `QuestionFilter` that declared the slice. */
    filter: jsonb().notNull(),
    /** The ordinals of the slice's questions, ascending. */
    ordinals: integer().array().notNull(),
  },
  (table) => [primaryKey({ columns: [table.releaseId, table.name] })],
);

/**
 * The log of changes that were made with API keys, and of failed administrative attempts. A change is logged in the
 * transaction that makes it. A trigger refuses to update, delete or truncate rows. The columns for owners and keys are
 * not foreign keys, so a row outlives the owner or key that it names.
 */
export const auditLog = pgTable(
  "audit_log",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** The owner of the API key that was sent; null if no key was sent. */
    owner: text(),
    /** The id of the API key; null for the administrator's key in the settings, and if no key was sent. */
    apiKey: integer(),
    /** A mutation, or a method and a route: `createApiKey`, `POST /import`. */
    operation: text().notNull(),
    /** The object of the operation: the id of a run, model or key, or the slug of a benchmark. */
    object: text(),
    /** `DONE`, or the code of the error. */
    outcome: text().notNull(),
    /** How many failed attempts of the same owner since its previous row were too many to be logged. */
    skipped: integer().notNull().default(0),
    requestId: text().notNull(),
  },
  (table) => [index("audit_log_owner").on(table.owner, table.id)],
);
