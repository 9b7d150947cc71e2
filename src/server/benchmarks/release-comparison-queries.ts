import { type SQL, sql } from "drizzle-orm";
import type { AnswerAccess } from "../../domain/exported-release.ts";
import type { ImportAudioLabel, ImportQuestion, ImportVideo } from "../../domain/import-batch.ts";
import { type Fingerprint, type ModelRuns, QUESTION_PARTS, type QuestionPart } from "../../domain/release-changes.ts";
import type { Viewer } from "../../domain/viewer.ts";
import { accessColumn } from "../conditions/answer-visibility.ts";
import { runVisibleTo } from "../conditions/run-conditions.ts";
import type { Queryable } from "../db/database.ts";
import { jsonText } from "../db/statement.ts";
import {
  answers,
  audioTypes,
  benchmarks,
  categories,
  media,
  questions,
  releases,
  tasks,
  videos,
} from "../db/tables/benchmark-tables.ts";
import { models, runs } from "../db/tables/run-tables.ts";
import { first, int, jsonObject, like, list, scalar, text, typed } from "../db/typed-sql.ts";
import { chunksOf, forEachFlag, pagesOf, questionRow, questionRows, videoRow, videoRows } from "./question-writes.ts";

/** One release of a benchmark. */
export interface StoredRelease {
  readonly id: number;
  readonly version: number;
  readonly answerAccess: AnswerAccess;
}

/** The releases of a benchmark to compare before another release becomes the current one. */
export interface BenchmarkReleases {
  readonly benchmark: number;
  /** Null before the first import. */
  readonly current: StoredRelease | null;
  /** The requested release; null if it does not exist. */
  readonly wanted: StoredRelease | null;
  /** The version of the next new release. */
  readonly next: number;
}

/** How a release is named: by its content hash, or by its version. */
export type WantedRelease = { readonly contentHash: string } | { readonly version: number };

/** The releases of a benchmark; undefined if the benchmark does not exist. */
export async function fetchBenchmarkReleases(
  database: Queryable,
  slug: string,
  wanted: WantedRelease,
): Promise<BenchmarkReleases | undefined> {
  const condition =
    "version" in wanted ? sql`r.version = ${wanted.version}::int` : sql`r.content_hash = ${wanted.contentHash}::text`;
  const release = jsonObject({
    id: like(releases.id, sql`r.id`),
    version: like(releases.version, sql`r.version`),
    answerAccess: accessColumn("r"),
  });
  const one = (where: SQL) =>
    scalar(release, sql`from ${releases} r where r.benchmark_id = ${benchmarks.id} and ${where}`);
  const columns = {
    benchmark: benchmarks.id,
    current: one(sql`r.is_current`),
    wanted: one(condition),
    next: int(sql`(
      select coalesce(max(r.version), 0) + 1 from ${releases} r where r.benchmark_id = ${benchmarks.id})`),
  };
  return first(
    database.query(typed`select ${list(columns)} from ${benchmarks} where ${benchmarks.slug} = ${slug}::text`),
  );
}

/**
 * The number of runs of each model over a release, in the order of the models' names. Runs that the viewer may not see
 * and withdrawn runs do not count.
 */
export function fetchRunsByModel(database: Queryable, release: number, viewer: Viewer): Promise<ModelRuns[]> {
  const columns = {
    model: models.name,
    scored: int(sql`count(*) filter (where ${runs.status} = 'SCORED')`),
    unfinished: int(sql`count(*) filter (where ${runs.status} <> 'SCORED')`),
  };
  return database.query(typed`
    select ${list(columns)}
    from ${runs} join ${models} on ${models.id} = ${runs.modelId}
    where ${runs.releaseId} = ${release}::int and ${runs.status} <> 'WITHDRAWN'
      and ${runVisibleTo(viewer, runs)}
    group by ${models.id}, ${models.name} order by ${models.name} collate "C", ${models.id}`);
}

/*
 * A fingerprint is the hash of a JSON array. PostgreSQL writes the array for stored and for imported rows, so equal
 * numbers and objects have equal texts. The array contains no ids, because ids differ between releases.
 */
const hashOf = (columns: SQL) =>
  text(sql`encode(sha256(convert_to(jsonb_build_array(${columns})::text, 'UTF8')), 'hex')`);

/** The fingerprint of a question: that of each part in the order of `QUESTION_PARTS`, with a space between them. */
const hashesOf = (parts: Readonly<Record<QuestionPart, SQL>>) =>
  text(
    sql.join(
      QUESTION_PARTS.map((part) => sql`${hashOf(parts[part])}`),
      sql` || ' ' || `,
    ),
  );

const labelsOf = (ids: SQL): SQL => sql`array(
  select a.native_label from ${audioTypes} a where a.id = any(${ids}) order by a.native_label collate "C")`;
const importedLabels = (labels: SQL): SQL =>
  sql`array(select label from unnest(${labels}) as label order by label collate "C")`;

/** The fingerprints of a release's videos, in file order, in pages. */
export function videoFingerprints(database: Queryable, release: number): AsyncGenerator<readonly Fingerprint[]> {
  const fingerprint = hashOf(sql`c.slug, v.duration_seconds, v.duration_label, v.url, v.subset, v.caption,
    ${labelsOf(sql`v.audio_type_ids`)}, v.audio_mask, v.native`);
  const columns = { key: like(videos.key, sql`v.key`), fingerprint, place: int(sql`v.position`) };
  return pagesOf((after, most) =>
    database.query(typed`
      select ${list(columns)} from ${videos} v left join ${categories} c on c.id = v.category_id
      where v.release_id = ${release}::int and v.position > ${after}::int order by v.position limit ${most}::int`),
  );
}

/** The fingerprints of a release's questions with their current answers, in file order, in pages. */
export function questionFingerprints(database: Queryable, release: number): AsyncGenerator<readonly Fingerprint[]> {
  const fingerprint = hashesOf({
    TEXT: sql`q.text`,
    OPTIONS: sql`q.options`,
    ANSWER_FORMAT: sql`q.answer_format`,
    ANSWER: sql`a.key, a.confirmation`,
    OTHERS: sql`v.key, t.slug, q.level, ${labelsOf(sql`q.audio_type_ids`)}, q.audio_mask,
      ${forEachFlag((_, column) => sql`q.${column}`)}, q.group_name, q.subset, q.reasoning_steps, q.native, (
        select jsonb_agg(jsonb_build_array(m.kind, m.path) order by m.position, m.id) from ${media} m
        where m.question_id = q.id)`,
  });
  const columns = { key: like(questions.key, sql`q.key`), fingerprint, place: int(sql`q.ordinal`) };
  return pagesOf((after, most) =>
    database.query(typed`
      select ${list(columns)}
      from ${questions} q join ${tasks} t on t.id = q.task_id left join ${videos} v on v.id = q.video_id
        left join lateral (
          select key, confirmation from ${answers} where question_id = q.id order by revision desc limit 1) a on true
      where q.release_id = ${release}::int and q.ordinal > ${after}::int order by q.ordinal limit ${most}::int`),
  );
}

/**
 * The fingerprints of imported videos that are not stored yet, in pieces.
 * @param audioOfQuestions as for `insertVideos`
 */
export async function* importedVideoFingerprints(
  database: Queryable,
  all: Iterable<ImportVideo>,
  audioOfQuestions: (video: string) => readonly ImportAudioLabel[],
): AsyncGenerator<readonly Fingerprint[]> {
  const fingerprint = hashOf(sql`x.category, x.duration, x.label, x.url, x.subset, x.caption,
    ${importedLabels(sql`x.audio || x.others`)}, x.mask, x.native`);
  const columns = { key: like(videos.key, sql`x.key`), fingerprint };
  for await (const rows of chunksOf(all, (video, position) => videoRow(video, position, audioOfQuestions(video.key))))
    yield await database.query(typed`select ${list(columns)} from ${videoRows(jsonText(rows))}`);
}

/**
 * The fingerprints of imported questions that are not stored yet, in pieces.
 * @param subsetOf the subset of a video, which its questions have by default
 */
export async function* importedQuestionFingerprints(
  database: Queryable,
  all: Iterable<ImportQuestion>,
  subsetOf: (video: string | null) => string | null,
): AsyncGenerator<readonly Fingerprint[]> {
  const row = (question: ImportQuestion, ordinal: number): object =>
    questionRow({ ...question, subset: question.subset ?? subsetOf(question.video) }, ordinal);
  const fingerprint = hashesOf({
    TEXT: sql`x.text`,
    OPTIONS: sql`x.options`,
    ANSWER_FORMAT: sql`x.format`,
    ANSWER: sql`x.answer, nullif(x.confirmation, 'null'::jsonb)`,
    OTHERS: sql`x.video, x.task, x.level, ${importedLabels(sql`x.audio`)}, x.mask,
      ${forEachFlag((flag) => sql`x.${flag}`)}, x."group", x.subset, x.steps, x.native, (
        select jsonb_agg(jsonb_build_array(m.item ->> 'kind', m.item ->> 'path') order by m.position)
        from jsonb_array_elements(x.media) with ordinality as m(item, position))`,
  });
  const columns = { key: like(questions.key, sql`x.key`), fingerprint };
  for await (const rows of chunksOf(all, row))
    yield await database.query(typed`select ${list(columns)} from ${questionRows(jsonText(rows))}`);
}
