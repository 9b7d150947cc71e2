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
  uniqueIndex,
} from "drizzle-orm/pg-core";
import type { JudgeVerdict } from "../../../domain/judge-verdict.ts";
import {
  CONFIRMATIONS,
  DIMENSIONS,
  MODALITIES,
  OUTCOMES,
  RUN_STATUSES,
  VISIBILITIES,
} from "../../../domain/vocabulary.ts";
import { benchmarks, releases } from "./benchmark-tables.ts";
import { bytea } from "./column-types.ts";

/** Only plain sizes are read: "7B", "350M", "30B-A3B" by its total. The total of "7Bx4" or "8x7B" is unknown. */
const parameterCount =
  sql.raw(`case when "parameters" ~* '^\\s*\\d{1,6}(\\.\\d{1,6})?\\s*[kmbt](-a\\d+(\\.\\d+)?[kmbt]?)?\\s*$'
    then substring("parameters" from '\\d+(?:\\.\\d+)?')::float8
      * case lower(substring("parameters" from '[kmbtKMBT]')) when 'k' then 1e3 when 'm' then 1e6 when 'b' then 1e9 else 1e12 end end`);

export const models = pgTable(
  "models",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    slug: text().notNull(),
    name: text().notNull(),
    parameters: text(),
    /** Null if the size is not given, or not plain. */
    parameterCount: doublePrecision().generatedAlwaysAs((): SQL => parameterCount),
    organization: text(),
    url: text(),
    /** The owner whose runs of the name are all private; null for a model that everybody may know of. */
    owner: text(),
    /** The owner of the first public run with the model's name; null for a private model, and for a model of a paper. */
    claimedBy: text(),
  },
  (model) => [uniqueIndex("models_slug_owner").on(model.slug, sql`coalesce(${model.owner}, '')`)],
);

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
    inputs: text({ enum: MODALITIES }).array().notNull(),
    frames: integer(),
    seed: integer(),
    prompt: text(),
    notes: text(),
    /** An https address. */
    reportUrl: text(),
    visibility: text({ enum: VISIBILITIES }).notNull(),
    status: text({ enum: RUN_STATUSES }).notNull(),
    /** Whether a judge reads the responses that the extractor cannot. */
    judge: boolean().notNull().default(false),
    /** Whether multiple-choice questions were asked without their options. */
    openEnded: boolean().notNull().default(false),
    /** Null while the run is open, and if the release asks no question twice. */
    confirmations: text({ enum: CONFIRMATIONS }),
    /** The number of questions that can be scored and have no prediction; 0 until the run is scored. */
    missing: integer().notNull().default(0),
    /** Whether more than half of the questions that can be scored are missing. */
    partial: boolean().notNull().default(false),
    /** The share of predictions that are ambiguous, from 0 to 1; null until the run is scored. */
    ambiguousShare: doublePrecision(),
    /** Whether the run is scored and a judge is reading some of it again, after a correction of the key. */
    rejudging: boolean().notNull().default(false),
    owner: text().notNull(),
    /** Unique for each owner. */
    idempotencyKey: text().notNull(),
    /**
     * SHA-256 of the submission. It distinguishes a repeated submission from another one under the same idempotency
     * key.
     */
    inputHash: text().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** Null until the run is scored. Of one owner's runs over a benchmark that hides its answers, in the order of the commits. */
    finalizedAt: timestamp({ withTimezone: true }),
    /** When the run was visible to everyone for the first time, scored and public; null if it never was. */
    publishedAt: timestamp({ withTimezone: true }),
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
 * The model's responses, with what the run's current scoring extracted from them. Hash-partitioned by `run_id`, the first
 * column of the key: a statement about one run touches one partition, and Citus can distribute the table by it.
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
    outcome: text({ enum: OUTCOMES }).notNull(),
    score: real(),
    /** The extracted answer: an option's label, or the canonical text of another format's answer. */
    answer: text(),
    /** The rule that extracted the answer, or the reason why none did. */
    rule: text().notNull(),
    spanStart: integer(),
    spanEnd: integer(),
    ambiguous: boolean().notNull(),
  },
  (table) => [primaryKey({ columns: [table.runId, table.ordinal] })],
);

/**
 * The score vectors of a run, one row for each scoring: bitsets over the release's ordinals (see `Bitset` of the domain).
 * A question in none of the sets is missing.
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
    /** The number of questions in the release, which is the length of every vector. */
    length: integer().notNull(),
    /** Questions with an extracted answer, right or wrong. */
    answered: bytea().notNull(),
    correct: bytea().notNull(),
    unparsed: bytea().notNull(),
    errored: bytea().notNull(),
    unscored: bytea().notNull(),
    /** Little-endian float32 by ordinal; null if every score is 0 or 1, which `correct` holds. */
    graded: bytea(),
    /**
     * The chosen option of each question, a byte by ordinal: its position from 1 on, 0 where none was read. Null until it
     * is computed, for scorings that an earlier version stored.
     */
    choices: bytea(),
    /** The score over the whole release, for ordering; null if no question is in the denominator. */
    value: doublePrecision(),
    /** Why the run was scored again; null for the first scoring. */
    reason: text(),
    /** The judge that read what the extractor could not; null if none was asked. */
    judge: text(),
    scoredAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.runId, table.revision] })],
);

/** The judge's queue: one row for each response that a judge reads or has read. */
export const judgeTasks = pgTable(
  "judge_tasks",
  {
    runId: integer()
      .notNull()
      .references(() => runs.id),
    ordinal: integer().notNull(),
    /** SHA-256 of the request to the judge. Equal requests share one judgement. */
    contentHash: text().notNull(),
    status: text({ enum: ["PENDING", "DONE", "FAILED"] }).notNull(),
    attempts: integer().notNull().default(0),
    nextAttemptAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** The end of the lease of the process that works on it. */
    lockedUntil: timestamp({ withTimezone: true }),
    lastError: text(),
  },
  (table) => [
    primaryKey({ columns: [table.runId, table.ordinal] }),
    index().on(table.status, table.nextAttemptAt),
    index().on(table.contentHash),
  ],
);

/** The judge's replies. They are kept for ever, so that no request is sent twice. */
export const judgements = pgTable("judgements", {
  contentHash: text().primaryKey(),
  judge: text().notNull(),
  /** The judge's reply, unchanged. */
  reply: text().notNull(),
  verdict: jsonb().$type<JudgeVerdict>().notNull(),
  createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
});

/** Figures that papers print. */
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
    inputs: text({ enum: MODALITIES }).array().notNull(),
    condition: text(),
    /** Null for a figure over the whole benchmark, and for a dimension that the domain does not have. */
    dimension: text({ enum: DIMENSIONS }),
    key: text(),
    nativeDimension: text().notNull(),
    nativeKey: text(),
    metric: text().notNull(),
    value: doublePrecision().notNull(),
    source: text().notNull(),
  },
  (table) => [index().on(table.benchmarkId), index().on(table.modelId)],
);

/** The data that the first start has loaded, by name and version, so that no start loads them twice. */
export const seeds = pgTable("seeds", {
  name: text().primaryKey(),
  version: text().notNull(),
  appliedAt: timestamp({ withTimezone: true }).notNull().default(sql`now()`),
  report: jsonb(),
});
