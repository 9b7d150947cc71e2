import { setImmediate } from "node:timers/promises";
import { type SQL, sql } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import { durationLabelOf } from "../../domain/duration-buckets.ts";
import type { ImportAudioLabel, ImportQuestion, ImportVideo } from "../../domain/import-batch.ts";
import { QUESTION_FLAG_NAMES } from "../../domain/question-flags.ts";
import { audioMask } from "../conditions/slice-condition.ts";
import type { Queryable } from "../db/database.ts";
import { jsonText } from "../db/statement.ts";
import { answers, audioTypes, categories, media, questions, tasks, videos } from "../db/tables/benchmark-tables.ts";

/** The number of rows in one statement. */
const CHUNK = 250;

/** The benchmark and the release of an import's rows. */
export interface ImportTarget {
  readonly benchmark: number;
  readonly release: number;
}

/**
 * Inserts the videos of a release.
 * @param audioOfQuestions the audio labels of the questions about a video, which are added to the video's own labels
 */
export async function insertVideos(
  tx: Queryable,
  target: ImportTarget,
  all: Iterable<ImportVideo>,
  audioOfQuestions: (video: string) => readonly ImportAudioLabel[],
): Promise<void> {
  for await (const rows of chunksOf(all, (video, position) => videoRow(video, position, audioOfQuestions(video.key)))) {
    await tx.query(sql`
      insert into ${videos} (release_id, position, key, category_id, duration_seconds, duration_label, url, subset, caption,
        audio_type_ids, audio_mask, native)
      select ${target.release}::int, x.position, x.key, c.id, x.duration, x.label, x.url, x.subset, x.caption,
        ${audioIds(target, sql`x.audio`)} || case when x.others = '{}' then '{}' else ${NOT_ITS_OWN} || ${audioIds(target, sql`x.others`)} end,
        x.mask, x.native
      from ${videoRows(jsonText(rows))}
      left join ${categories} c on c.benchmark_id = ${target.benchmark}::int and c.slug = x.category`);
  }
}

/** Inserts the questions of a release, with their answers and media. The videos must be inserted before. */
export async function insertQuestions(
  tx: Queryable,
  target: ImportTarget,
  all: Iterable<ImportQuestion>,
): Promise<void> {
  let withMedia = false;
  const row = (question: ImportQuestion, ordinal: number): object => {
    withMedia ||= question.media.length > 0;
    return questionRow(question, ordinal);
  };
  for await (const chunk of chunksOf(all, row)) {
    const rows = jsonText(chunk);
    const media = withMedia;
    withMedia = false;
    await tx.query(insertQuestionRows(target, rows));
    if (media) await tx.query(insertMediaRows(target, rows));
  }
}

/** The rows that `videoRow` makes, as a table `x`. */
export const videoRows = (rows: SQL): SQL => sql`jsonb_to_recordset(${rows}) as x(position int, key text, category text,
  duration float8, label text, url text, subset text, caption text, audio text[], others text[], mask smallint, native jsonb)`;

/** The rows that `questionRow` makes, as a table `x`. */
export const questionRows = (rows: SQL): SQL => sql`jsonb_to_recordset(${rows}) as x(ordinal int, key text, video text,
  task text, level text, text text, options jsonb, format text, audio text[], mask smallint,
  ${forEachFlag((flag) => sql`${flag} boolean`)}, "group" text, subset text, steps jsonb, native jsonb, answer jsonb, confirmation jsonb,
  media jsonb)`;

/** Inserts questions and answers in one statement, so that the new ids need not be looked up. */
const insertQuestionRows = (target: ImportTarget, rows: SQL): SQL => sql`
  with x as materialized (select * from ${questionRows(rows)}),
  q as (${insertQuestionsOf(target)} returning id, ordinal)
  insert into ${answers} (question_id, revision, key, confirmation)
  select q.id, 1, x.answer, nullif(x.confirmation, 'null'::jsonb) from q join x on x.ordinal = q.ordinal`;

/** Inserts the rows of the CTE `x`. */
const insertQuestionsOf = (target: ImportTarget): SQL => sql`
  insert into ${questions} (release_id, ordinal, key, video_id, task_id, level, text, options, answer_format,
    audio_type_ids, audio_mask, ${forEachFlag((_, column) => column)}, group_name, subset, duration_seconds, duration_label, category_id,
    top_category_id, reasoning_steps, native)
  select ${target.release}::int, x.ordinal, x.key, v.id, t.id, x.level, x.text, x.options, x.format,
    ${audioIds(target, sql`x.audio`)},
    x.mask, ${forEachFlag((flag) => sql`x.${flag}`)}, x."group", coalesce(x.subset, v.subset), v.duration_seconds, v.duration_label, v.category_id,
    top.id, x.steps, x.native
  from x
  join ${tasks} t on t.benchmark_id = ${target.benchmark}::int and t.slug = x.task
  left join ${videos} v on v.release_id = ${target.release}::int and v.key = x.video
  left join ${categories} c on c.id = v.category_id
  left join ${categories} top on top.benchmark_id = ${target.benchmark}::int and top.slug = split_part(c.slug, '/', 1)`;

const insertMediaRows = (target: ImportTarget, rows: SQL): SQL => sql`
  insert into ${media} (question_id, position, kind, path)
  select q.id, m.position, m.item ->> 'kind', m.item ->> 'path'
  from jsonb_to_recordset(${rows}) as x(ordinal int, media jsonb)
  cross join lateral jsonb_array_elements(x.media) with ordinality as m(item, position)
  join ${questions} q on q.release_id = ${target.release}::int and q.ordinal = x.ordinal`;

/**
 * Moves the new words from the pending list of the search's index into the index, and updates the planner's statistics.
 * PGlite has no autovacuum, and PostgreSQL's autovacuum comes late.
 */
export async function settleQuestions(tx: Queryable): Promise<void> {
  // Only the owner of the index may do this. For other roles, autovacuum does it later.
  await tx.query(sql`
    select gin_clean_pending_list(c.oid) from pg_class c
    where c.oid = 'questions_search'::regclass and pg_has_role(c.relowner, 'USAGE')`);
  await tx.query(sql`analyze ${videos}`);
  await tx.query(sql`analyze ${questions}`);
  await tx.query(sql`analyze ${answers}`);
}

/** The ids of these audio labels, in the order of the labels. */
const audioIds = (target: ImportTarget, labels: SQL): SQL => sql`array(
  select a.id from unnest(${labels}) with ordinality as word(label, place)
  join ${audioTypes} a on a.benchmark_id = ${target.benchmark}::int and a.native_label = word.label
  order by word.place)`;

/** Separates the audio types of a video from those that only its questions have. */
const NOT_ITS_OWN = sql.raw("0");

/** The audio types of the video itself: those before `NOT_ITS_OWN`. */
export const ownAudioIds = (ids: SQL): SQL =>
  sql`(${ids})[:coalesce(array_position(${ids}, ${NOT_ITS_OWN}) - 1, cardinality(${ids}))]`;

/** A video in the form that is sent to the database. */
export function videoRow(video: ImportVideo, position: number, ofQuestions: ImportVideo["audioTypes"]): object {
  const { key, category, durationSeconds: duration, url, subset, caption, native } = video;
  const own = new Set(namesOf(video.audioTypes));
  return {
    position,
    key,
    category,
    duration,
    label: durationLabelOf(video),
    url,
    subset,
    caption,
    native,
    others: namesOf(ofQuestions).filter((name) => !own.has(name)),
    ...audio(video.audioTypes),
    mask: audioMask([...video.audioTypes, ...ofQuestions].map(({ type }) => type)),
  };
}

/** A question in the form that is sent to the database. */
export function questionRow(question: ImportQuestion, ordinal: number): object {
  const { answerFormat: format, reasoningSteps: steps, audioTypes: labels, ...rest } = question;
  return { ...rest, ordinal, format, steps, ...audio(labels) };
}

const audio = (labels: ImportVideo["audioTypes"]): object => ({
  audio: namesOf(labels),
  mask: audioMask(labels.map(({ type }) => type)),
});

const namesOf = (labels: ImportVideo["audioTypes"]): readonly string[] => [
  ...new Set(labels.map(({ nativeLabel }) => nativeLabel)),
];

/** The number of characters after which a chunk ends, so that one chunk holds neither the server nor the database for long. */
const LONG = 1 << 20;

/**
 * The rows as JSON arrays of `CHUNK` rows, or of fewer if the rows are long. Each row becomes text as soon as it is
 * read: objects that wait for the database would be promoted to the old generation of the heap, which is collected
 * late. The event loop turns after each chunk, because a database in this process answers without a turn.
 */
export async function* chunksOf<T>(
  items: Iterable<T>,
  row: (item: T, position: number) => object,
): AsyncGenerator<string> {
  let position = 0;
  let texts: string[] = [];
  let length = 0;
  for (const item of items) {
    const text = JSON.stringify(row(item, position++));
    texts.push(text);
    length += text.length;
    if (texts.length < CHUNK && length < LONG) continue;
    yield `[${texts.join(",")}]`;
    [texts, length] = [[], 0];
    await setImmediate();
  }
  if (texts.length > 0) yield `[${texts.join(",")}]`;
}

/** The most rows in a page. */
const PAGE = 1_000;

/**
 * Reads rows in pages, each after the place at which the one before it ended. The event loop turns after each page, as
 * after each chunk.
 * @param read reads at most `most` rows with a place above `after`, in the order of their places
 */
export async function* pagesOf<T extends { readonly place: number }>(
  read: (after: number, most: number) => Promise<readonly T[]>,
): AsyncGenerator<readonly T[]> {
  for (let after = -1; ; ) {
    const page = await read(after, PAGE);
    const last = page.at(-1);
    if (last === undefined) return;
    yield page;
    if (page.length < PAGE) return;
    after = last.place;
    await setImmediate();
  }
}

/**
 * The SQL that `write` returns for each flag of a question, joined by commas. `write` takes the flag's name in results
 * and the name of its column.
 */
export const forEachFlag = (write: (flag: SQL, column: SQL) => SQL): SQL =>
  sql.join(
    QUESTION_FLAG_NAMES.map((flag) => write(sql`${sql.identifier(flag)}`, sql`${sql.identifier(toSnakeCase(flag))}`)),
    sql`, `,
  );
