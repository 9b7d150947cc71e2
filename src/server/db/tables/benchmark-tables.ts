import { type SQL, sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  boolean,
  customType,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  unique,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { ANSWER_ACCESS } from "../../../domain/exported-release.ts";
import type { AnswerKey, ImportConfirmation, ImportReasoningStep, Oddity } from "../../../domain/import-batch.ts";
import { byFlag } from "../../../domain/question-flags.ts";
import {
  ANSWER_FORMATS,
  AUDIO_TYPES,
  DOMINANCES,
  LEVEL_SOURCES,
  LEVELS,
  MODALITIES,
} from "../../../domain/vocabulary.ts";

/** Raw bytes. node-postgres returns a `Buffer`, which is a `Uint8Array`, and PGlite a plain `Uint8Array`. */
export const bytea = customType<{ data: Uint8Array }>({ dataType: () => "bytea" });

const tsvector = customType<{ data: string }>({ dataType: () => "tsvector" });

/*
 * The modality of a reasoning step is typed by people and can be misspelt: OmniVideoBench's file has aduio, "audio,",
 * aodio, vison and viison. Words with only one possible meaning are accepted. A step with any other word has no
 * modality.
 */
const AUDIO_WORD = "^[^a-z]*(a[a-z]{2,4}o|sound|speech|music)[^a-z]*$";
const VISION_WORD = "^[^a-z]*(v[a-z]{2,5}n|visual|video)[^a-z]*$";

/** A question's number of reasoning steps, for a generated column; NULL if the question has none. */
const stepCount = (): SQL => sql.raw(`nullif(jsonb_array_length("reasoning_steps"), 0)`);
const stepsAbout = (word: string): SQL =>
  sql.raw(`case when jsonb_array_length("reasoning_steps") > 0 then jsonb_array_length(jsonb_path_query_array(
    "reasoning_steps", '$[*] ? (@.modality like_regex "${word}" flag "i")')) end`);

/** A question's number of reasoning steps about the audio. */
const audioStepCount = (): SQL => stepsAbout(AUDIO_WORD);

/** A question's number of reasoning steps about the picture. */
const visionStepCount = (): SQL => stepsAbout(VISION_WORD);

/** The record as the benchmark's file contains it. */
const native = () => jsonb().$type<Readonly<Record<string, unknown>>>().notNull();

const id = () => integer().primaryKey().generatedAlwaysAsIdentity();

export const benchmarks = pgTable("benchmarks", {
  id: id(),
  slug: text().notNull().unique(),
  title: text().notNull(),
  description: text(),
  license: text(),
  homepage: text(),
  synthetic: boolean().notNull().default(false),
});

/** A version of a benchmark's files. Once stored, only `is_current` changes; `answer_access` never does. */
export const releases = pgTable(
  "releases",
  {
    id: id(),
    benchmarkId: integer()
      .notNull()
      .references(() => benchmarks.id),
    version: integer().notNull(),
    contentHash: text().notNull(),
    /**
     * A secret key for the content hash. Readers who may not see the answers get a hash that is computed with this key,
     * instead of `content_hash`. The key itself is never returned.
     */
    hashSecret: text().notNull().default(sql`gen_random_uuid()::text`),
    /** SHA-256 of the stored rows, in hexadecimal. `omnidex check` computes it again. */
    rowsHash: text(),
    sourceFormat: text().notNull(),
    sourceFiles: text().array().notNull(),
    questionCount: integer().notNull(),
    videoCount: integer().notNull(),
    isCurrent: boolean().notNull(),
    answerAccess: text({ enum: ANSWER_ACCESS }).notNull().default("VISIBLE"),
    importedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    oddities: jsonb().$type<readonly Oddity[]>().notNull(),
  },
  (table) => [
    unique().on(table.benchmarkId, table.version),
    unique().on(table.benchmarkId, table.contentHash),
    uniqueIndex("releases_one_current").on(table.benchmarkId).where(sql`${table.isCurrent}`),
  ],
);

export const categories = pgTable(
  "categories",
  {
    id: id(),
    benchmarkId: integer()
      .notNull()
      .references(() => benchmarks.id),
    parentId: integer().references((): AnyPgColumn => categories.id),
    slug: text().notNull(),
    name: text().notNull(),
  },
  (table) => [unique().on(table.benchmarkId, table.slug), index().on(table.parentId)],
);

export const audioTypes = pgTable(
  "audio_types",
  {
    id: id(),
    benchmarkId: integer()
      .notNull()
      .references(() => benchmarks.id),
    type: text({ enum: AUDIO_TYPES }).notNull(),
    /** 1, 2 or 4: the bit of the audio type in every `audio_mask`. */
    bit: smallint().notNull(),
    nativeLabel: text().notNull(),
  },
  (table) => [unique().on(table.benchmarkId, table.nativeLabel)],
);

export const tasks = pgTable(
  "tasks",
  {
    id: id(),
    benchmarkId: integer()
      .notNull()
      .references(() => benchmarks.id),
    slug: text().notNull(),
    name: text().notNull(),
    level: text({ enum: LEVELS }).notNull(),
    levelSource: text({ enum: LEVEL_SOURCES }).notNull(),
    dominance: text({ enum: DOMINANCES }),
    chance: doublePrecision(),
    metric: text().notNull(),
  },
  (table) => [unique().on(table.benchmarkId, table.slug)],
);

export const videos = pgTable(
  "videos",
  {
    id: id(),
    releaseId: integer()
      .notNull()
      .references(() => releases.id),
    /** The video's position in the file, from 0. */
    position: integer().notNull(),
    key: text().notNull(),
    categoryId: integer().references(() => categories.id),
    durationSeconds: doublePrecision(),
    /** The benchmark's own label for the duration, such as WorldSense's "1-2min". */
    durationLabel: text(),
    url: text(),
    subset: text(),
    caption: text(),
    /**
     * The ids of the video's audio types, in the order of the file. If its questions have further audio types, a 0 and
     * the ids of those types follow.
     */
    audioTypeIds: integer().array().notNull(),
    audioMask: smallint().notNull(),
    native: native(),
  },
  (table) => [unique().on(table.releaseId, table.key), unique().on(table.releaseId, table.position)],
);

/**
 * A question has copies of the data that slices filter by: its video's duration and category, and the bits of its audio
 * types. A release does not change, so the copies cannot become stale.
 */
export const questions = pgTable(
  "questions",
  {
    id: id(),
    releaseId: integer()
      .notNull()
      .references(() => releases.id),
    ordinal: integer().notNull(),
    key: text().notNull(),
    videoId: integer().references(() => videos.id),
    taskId: integer()
      .notNull()
      .references(() => tasks.id),
    level: text({ enum: LEVELS }).notNull(),
    text: text().notNull(),
    /** The texts of the options, by position. */
    options: jsonb().$type<readonly string[]>().notNull(),
    answerFormat: text({ enum: ANSWER_FORMATS }).notNull(),
    /** In the order of the file. */
    audioTypeIds: integer().array().notNull(),
    audioMask: smallint().notNull(),
    ...byFlag(() => boolean()),
    /** The name of the group of questions that are scored together. */
    groupName: text(),
    subset: text(),
    durationSeconds: doublePrecision(),
    durationLabel: text(),
    categoryId: integer().references(() => categories.id),
    /** The top-level ancestor of the category, or the category itself. */
    topCategoryId: integer().references(() => categories.id),
    reasoningSteps: jsonb().$type<readonly ImportReasoningStep[]>().notNull(),
    /** The three step counts are null for a question without reasoning steps. */
    stepCount: integer().generatedAlwaysAs(stepCount),
    audioStepCount: integer().generatedAlwaysAs(audioStepCount),
    visionStepCount: integer().generatedAlwaysAs(visionStepCount),
    native: native(),
    search: tsvector()
      .notNull()
      .generatedAlwaysAs(
        (): SQL =>
          sql`to_tsvector('english'::regconfig, ${questions.text}) || jsonb_to_tsvector('english'::regconfig, ${questions.options}, '["string"]')`,
      ),
  },
  (table) => [
    unique().on(table.releaseId, table.ordinal),
    unique().on(table.releaseId, table.key),
    index().on(table.videoId, table.ordinal),
    index("questions_search").using("gin", table.search),
  ],
);

/** The answer keys, one row for each revision that changed a question's key. The highest revision is in force. */
export const answers = pgTable(
  "answers",
  {
    questionId: integer()
      .notNull()
      .references(() => questions.id),
    revision: integer().notNull(),
    key: jsonb().$type<AnswerKey>().notNull(),
    /** The second question of AVI-Bench's questions that are asked twice; null for a question that is asked once. */
    confirmation: jsonb().$type<ImportConfirmation>(),
  },
  (table) => [primaryKey({ columns: [table.questionId, table.revision] })],
);

/** The revisions of a release's answer key, with their reasons. Revision 1 is the imported file. */
export const keyRevisions = pgTable(
  "key_revisions",
  {
    releaseId: integer()
      .notNull()
      .references(() => releases.id),
    revision: integer().notNull(),
    reason: text().notNull(),
    author: text(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.releaseId, table.revision] })],
);

/** The files of a video or of a question. */
export const media = pgTable(
  "media",
  {
    id: id(),
    videoId: integer().references(() => videos.id),
    questionId: integer().references(() => questions.id),
    position: integer().notNull(),
    kind: text({ enum: MODALITIES }).notNull(),
    path: text().notNull(),
  },
  (table) => [index().on(table.videoId, table.position), index().on(table.questionId, table.position)],
);
