import { type SQL, sql } from "drizzle-orm";
import {
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  text,
  timestamp,
  unique,
} from "drizzle-orm/pg-core";
import { benchmarks, releases } from "./benchmark-tables.ts";
import { bytea } from "./column-types.ts";

/** Only plain sizes are read: "7B", "350M", "30B-A3B" by its total. What "7Bx4" or "8x7B" holds cannot be known. */
const parameterCount =
  sql.raw(`case when "parameters" ~* '^\\s*\\d{1,6}(\\.\\d{1,6})?\\s*[kmbt](-a\\d+(\\.\\d+)?[kmbt]?)?\\s*$'
    then substring("parameters" from '\\d+(?:\\.\\d+)?')::float8
      * case lower(substring("parameters" from '[kmbtKMBT]')) when 'k' then 1e3 when 'm' then 1e6 when 'b' then 1e9 else 1e12 end end`);

export const models = pgTable("models", {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  slug: text().notNull().unique(),
  name: text().notNull(),
  parameters: text(),
  /** Null where the size is not given, or not plain. */
  parameterCount: doublePrecision().generatedAlwaysAs((): SQL => parameterCount),
  organization: text(),
  url: text(),
});

export const runs = pgTable(
  "runs",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    benchmarkId: integer()
      .notNull()
      .references(() => benchmarks.id),
    releaseId: integer()
      .notNull()
      .references(() => releases.id),
    modelId: integer()
      .notNull()
      .references(() => models.id),
    inputs: text().array().notNull(),
    frames: integer(),
    seed: integer(),
    prompt: text(),
    notes: text(),
    visibility: text().notNull(),
    /** OPEN, JUDGING, SCORED or WITHDRAWN. */
    status: text().notNull(),
    /** A judge is to read what the extractor cannot. */
    judge: boolean().notNull().default(false),
    /** The model was asked multiple-choice questions without their options. */
    openEnded: boolean().notNull().default(false),
    /** SINGLE or DOUBLE; null while it is open, and where the release asks no question twice. */
    confirmations: text(),
    /** Questions of the release that can be scored and have no prediction; 0 until it is scored. */
    missing: integer().notNull().default(0),
    /** More than half of the questions that can be scored are missing. */
    partial: boolean().notNull().default(false),
    /** The share of its predictions whose reading is ambiguous, 0 to 1; null until it is scored. */
    ambiguousShare: doublePrecision(),
    /** It is scored, and a judge is reading some of it again, by a corrected key. */
    rejudging: boolean().notNull().default(false),
    /** Whose run it is; the idempotency key is unique for each owner. */
    owner: text().notNull(),
    idempotencyKey: text().notNull(),
    /** SHA-256 of what was submitted, to tell a repeated submission from another one under the same key. */
    inputHash: text().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    finalizedAt: timestamp({ withTimezone: true }),
    withdrawnAt: timestamp({ withTimezone: true }),
    withdrawReason: text(),
  },
  (table) => [
    unique().on(table.owner, table.idempotencyKey),
    index().on(table.releaseId, table.status),
    index().on(table.modelId),
  ],
);

/**
 * What a model said, and what was read out of it under the run's current scoring. Hash-partitioned by `run_id`, which
 * leads the key: a statement about one run touches one partition, and Citus can distribute the table by it.
 */
export const predictions = pgTable(
  "predictions",
  {
    runId: integer()
      .notNull()
      .references(() => runs.id),
    /** The question's ordinal in the run's release. */
    ordinal: integer().notNull(),
    response: text(),
    error: text(),
    confirmation: text(),
    outcome: text().notNull(),
    score: real(),
    /** What was read: an option's label, or the canonical text of another format's answer. */
    answer: text(),
    /** The extractor's rule; where nothing was read, why. */
    rule: text().notNull(),
    spanStart: integer(),
    spanEnd: integer(),
    ambiguous: boolean().notNull(),
  },
  (table) => [primaryKey({ columns: [table.runId, table.ordinal] })],
);

/**
 * The score vectors of a run, a row for each scoring: bitsets over the release's ordinals (see `Bitset` of the domain).
 * A question in none of them is missing.
 */
export const scores = pgTable(
  "scores",
  {
    runId: integer()
      .notNull()
      .references(() => runs.id),
    revision: integer().notNull(),
    extractor: text().notNull(),
    extractorVersion: text().notNull(),
    keyRevision: integer().notNull(),
    /** Questions in the release, the length of every vector. */
    length: integer().notNull(),
    /** There is an answer, right or wrong. */
    answered: bytea().notNull(),
    correct: bytea().notNull(),
    unparsed: bytea().notNull(),
    errored: bytea().notNull(),
    unscored: bytea().notNull(),
    /** Little-endian float32 by ordinal; null where every score is 0 or 1, and `correct` says all. */
    graded: bytea(),
    /** The score over the whole release, for ordering; null where nothing is in the denominator. */
    value: doublePrecision(),
    /** Why the run was scored again; null for the first scoring. */
    reason: text(),
    /** The judge that read what the extractor could not; null where none was asked. */
    judge: text(),
    scoredAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.runId, table.revision] })],
);

/** Responses that a judge is to read, or has read, one row each. */
export const judgeTasks = pgTable(
  "judge_tasks",
  {
    runId: integer()
      .notNull()
      .references(() => runs.id),
    ordinal: integer().notNull(),
    /** Of what the judge is asked: equal requests have one judgement. */
    contentHash: text().notNull(),
    /** PENDING, DONE or FAILED. */
    status: text().notNull(),
    attempts: integer().notNull().default(0),
    nextAttemptAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** Some process is at it until then. */
    lockedUntil: timestamp({ withTimezone: true }),
    lastError: text(),
  },
  (table) => [
    primaryKey({ columns: [table.runId, table.ordinal] }),
    index().on(table.status, table.nextAttemptAt),
    index().on(table.contentHash),
  ],
);

/** What a judge has said, for ever: the same request is not sent twice. */
export const judgements = pgTable("judgements", {
  contentHash: text().primaryKey(),
  judge: text().notNull(),
  /** The reply as it came, and what was read out of it. */
  reply: text().notNull(),
  verdict: jsonb().notNull(),
  createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
});

/** A figure that a paper prints. */
export const publishedResults = pgTable(
  "published_results",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    benchmarkId: integer()
      .notNull()
      .references(() => benchmarks.id),
    modelId: integer()
      .notNull()
      .references(() => models.id),
    modelName: text().notNull(),
    modelGroup: text(),
    inputs: text().array().notNull(),
    condition: text(),
    /** A dimension of the domain, or null. */
    dimension: text(),
    key: text(),
    nativeDimension: text().notNull(),
    nativeKey: text(),
    metric: text().notNull(),
    value: doublePrecision().notNull(),
    source: text().notNull(),
  },
  (table) => [index().on(table.benchmarkId), index().on(table.modelId)],
);

/** What the first start has put in, by name and version, so that it does so once. */
export const seeds = pgTable("seeds", {
  name: text().primaryKey(),
  version: text().notNull(),
  appliedAt: timestamp({ withTimezone: true }).notNull().default(sql`now()`),
  report: jsonb(),
});
