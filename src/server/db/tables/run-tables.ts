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
import type { RunProtocol } from "../../../domain/run-protocol.ts";
import {
  CONFIRMATIONS,
  DIMENSIONS,
  MODALITIES,
  OUTCOMES,
  RUN_STATUSES,
  VISIBILITIES,
} from "../../../domain/vocabulary.ts";
import { benchmarks, bytea, releases } from "./benchmark-tables.ts";

/**
 * Parses the number of parameters from plain sizes: "7B", "350M", and the total of "30B-A3B". NULL for sizes such as
 * "7Bx4" or "8x7B", whose total is unknown.
 */
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
    /** Null if the size is not stated or cannot be parsed. */
    parameterCount: doublePrecision().generatedAlwaysAs((): SQL => parameterCount),
    organization: text(),
    url: text(),
    /** The owner of a private model, which has only private runs; null for a model that everybody can see. */
    owner: text(),
    /** The owner of the first public run with the model's name; null for a private model and for one from a paper. */
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
    /** What is stated of how the run was made; null if nothing is. */
    protocol: jsonb().$type<RunProtocol>(),
    notes: text(),
    /** An https address. */
    reportUrl: text(),
    visibility: text({ enum: VISIBILITIES }).notNull(),
    status: text({ enum: RUN_STATUSES }).notNull(),
    /** Whether a judge reads the responses that the extractor cannot read. */
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
    /**
     * Whether a judge is reading some responses of a scored run again: after a correction of the answer key, or because
     * the judge was unreachable before.
     */
    rejudging: boolean().notNull().default(false),
    /**
     * The size of the run's predictions: of their responses, errors and confirmations, in bytes of UTF-8. A whole number
     * that may be longer than an integer; the drivers do not agree on what a bigint is.
     */
    storedBytes: doublePrecision().notNull().default(0),
    owner: text().notNull(),
    /** Unique for each owner. */
    idempotencyKey: text().notNull(),
    /**
     * SHA-256 of the submission. It distinguishes a repeated submission from a different submission with the same
     * idempotency key.
     */
    inputHash: text().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /**
     * When the run was first scored; null until then. For one owner's runs over a benchmark that hides its answers,
     * these times are in the order of the commits.
     */
    finalizedAt: timestamp({ withTimezone: true }),
    /** When the run was first both scored and public, and so visible to everyone; null if that has not happened. */
    publishedAt: timestamp({ withTimezone: true }),
    withdrawnAt: timestamp({ withTimezone: true }),
    withdrawReason: text(),
    /** Whether the owner has chosen the run for the private board of its release. */
    chosen: boolean().notNull().default(false),
    /** The dimensions by which maintainers show its scores although its release hides the answers. */
    disclosed: text({ enum: DIMENSIONS }).array().notNull().default([]),
  },
  (table) => [
    unique().on(table.owner, table.idempotencyKey),
    index().on(table.releaseId, table.status),
    index().on(table.modelId),
  ],
);

/**
 * The model's responses, and the answers that the run's current scoring extracted from them. The table is
 * hash-partitioned by `run_id`. So a statement about one run reads one partition, and Citus can distribute the table by
 * the same column.
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
    /** The rule that extracted the answer, or the reason why no rule did. */
    rule: text().notNull(),
    spanStart: integer(),
    spanEnd: integer(),
    ambiguous: boolean().notNull(),
  },
  (table) => [primaryKey({ columns: [table.runId, table.ordinal] })],
);

/**
 * The score vectors of a run, one row for each scoring. The sets are bitsets over the release's ordinals (see `Bitset`
 * of the domain). A question that is in no set has no prediction.
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
    /**
     * The score of each question, as little-endian float32 by ordinal; null if every score is 0 or 1, because `correct`
     * then contains the scores.
     */
    graded: bytea(),
    /**
     * The chosen option of each question, one byte by ordinal: the option's position from 1, or 0 if no option was
     * extracted. Null for a scoring that an earlier version of Omnidex stored, until the choices are computed.
     */
    choices: bytea(),
    /** The score over the whole release, by which runs are ordered; null if no question is in the denominator. */
    value: doublePrecision(),
    /** Why the run was scored again; null for the first scoring. */
    reason: text(),
    /** The judge that read the responses that the extractor could not read; null if no judge was used. */
    judge: text(),
    scoredAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.runId, table.revision] })],
);

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
    /** Null for a figure over the whole benchmark, and for a dimension of the paper that Omnidex does not have. */
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

/** The seed data that a start has loaded, by name and version, so that no later start loads them again. */
export const seeds = pgTable("seeds", {
  name: text().primaryKey(),
  version: text().notNull(),
  appliedAt: timestamp({ withTimezone: true }).notNull().default(sql`now()`),
  report: jsonb(),
});
