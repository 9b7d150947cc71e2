import { type SQL, sql } from "drizzle-orm";
import type { Queryable } from "../db/database.ts";
import {
  answers,
  audioTypes,
  categories,
  media,
  questions,
  releases,
  tasks,
  videos,
} from "../db/tables/benchmark-tables.ts";
import { list, text, typed } from "../db/typed-sql.ts";
import { forEachFlag } from "./question-writes.ts";

/*
 * The hash of one row, from its columns as a JSON array. The hash of a release combines the hashes of its rows, so that
 * PostgreSQL keeps only 32 bytes of each row in memory. Migration 0008 contains the same expressions. Later revisions
 * of the answer key are not part of a release's content.
 */
const hashOf = (columns: SQL, added = sql``): SQL =>
  sql`sha256(convert_to((jsonb_build_array(${columns})${added})::text, 'UTF8'))`;

/** A later column is in the array only where it has a value, so that earlier releases keep their hashes. */
const ifAny = (column: SQL): SQL =>
  sql` || case when ${column} is null then '[]' else jsonb_build_array(${column}) end`;

const videoRows = sql`(
  select string_agg(${hashOf(sql`v.position, v.key, c.slug, c.name, v.duration_seconds, v.duration_label, v.url, v.subset, v.caption,
    v.audio_type_ids, v.audio_mask, v.native`)}, ''::bytea order by v.position)
  from ${videos} v left join ${categories} c on c.id = v.category_id where v.release_id = r.id)`;

const questionRows = sql`(
  select string_agg(${hashOf(
    sql`q.ordinal, q.key, q.video_id, t.slug, t.name, t.metric, t.level, t.chance, q.level, q.text,
    q.options, q.answer_format, q.audio_type_ids, q.audio_mask, ${forEachFlag((_, column) => sql`q.${column}`)},
    q.subset, q.duration_seconds, q.duration_label, q.category_id, q.top_category_id, q.reasoning_steps, q.native,
    a.key, a.confirmation`,
    ifAny(sql`q.group_name`),
  )}, ''::bytea order by q.ordinal)
  from ${questions} q left join ${tasks} t on t.id = q.task_id
    left join ${answers} a on a.question_id = q.id and a.revision = 1 where q.release_id = r.id)`;

const mediaRows = sql`(
  select string_agg(${hashOf(sql`q.ordinal, m.position, m.kind, m.path`)}, ''::bytea order by q.ordinal, m.position, m.id)
  from ${media} m join ${questions} q on q.id = m.question_id where q.release_id = r.id)`;

const audioRows = sql`(
  select string_agg(${hashOf(sql`a.id, a.type, a.bit, a.native_label`)}, ''::bytea order by a.id)
  from ${audioTypes} a where a.id in (
    select unnest(v.audio_type_ids) from ${videos} v where v.release_id = r.id
    union select unnest(q.audio_type_ids) from ${questions} q where q.release_id = r.id))`;

/**
 * The SHA-256 of a release's rows, in hex: its videos, questions, first answer keys, media and audio types. Null if the
 * release does not exist.
 */
export async function computeRowsHash(database: Queryable, release: number): Promise<string | null> {
  const none = sql`''::bytea`;
  const hash = text(sql`encode(sha256(convert_to(r.content_hash, 'UTF8') || coalesce(${videoRows}, ${none})
    || coalesce(${questionRows}, ${none}) || coalesce(${mediaRows}, ${none}) || coalesce(${audioRows}, ${none})), 'hex')`);
  const [row] = await database.query(typed`select ${list({ hash })} from ${releases} r where r.id = ${release}::int`);
  return row?.hash ?? null;
}

/** Stores the hash of a release whose rows are complete. The rows never change afterwards. */
export async function storeRowsHash(tx: Queryable, release: number): Promise<void> {
  // Two statements, because Citus allows only immutable functions over columns in an update.
  const hash = await computeRowsHash(tx, release);
  await tx.query(sql`update ${releases} set rows_hash = ${hash}::text where id = ${release}::int`);
}
