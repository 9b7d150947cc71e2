import { type AudioRow, type NamedRow, type QuestionRow, sql, type VideoRow } from "./rows.ts";

type Ids = readonly number[];

/** The rows in the order of the ids; null for an unknown id. */
function inOrder<T extends { readonly id: number }>(ids: Ids, rows: readonly T[]): (T | null)[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id) ?? null);
}

export const tasksById = async (ids: Ids): Promise<(NamedRow | null)[]> =>
  inOrder(ids, await sql<NamedRow[]>`select id, slug, name from tasks where id = any(${ids as number[]}::int[])`);

export const categoriesById = async (ids: Ids): Promise<(NamedRow | null)[]> =>
  inOrder(ids, await sql<NamedRow[]>`select id, slug, name from categories where id = any(${ids as number[]}::int[])`);

export const audioTypesById = async (ids: Ids): Promise<(AudioRow | null)[]> =>
  inOrder(
    ids,
    await sql<
      AudioRow[]
    >`select id, type, native_label, bit from audio_types where id = any(${ids as number[]}::int[])`,
  );

export const videosById = async (ids: Ids): Promise<(VideoRow | null)[]> =>
  inOrder(
    ids,
    await sql<VideoRow[]>`
      select id, key, duration_seconds, category_id from videos where id = any(${ids as number[]}::int[])`,
  );

export const questionsById = async (ids: Ids): Promise<(QuestionRow | null)[]> =>
  inOrder(
    ids,
    await sql<QuestionRow[]>`
      select id, key, text, options, answer_format, level, task_id, video_id, audio_type_ids from questions
      where id = any(${ids as number[]}::int[])`,
  );
