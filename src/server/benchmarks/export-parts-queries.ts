import { sql } from "drizzle-orm";
import type { ExportedQuestion, ExportedVideo, NamedSlug } from "../../domain/exported-question.ts";
import type { ImportAudioLabel, ImportMedia } from "../../domain/import-batch.ts";
import type { Queryable } from "../db/database.ts";
import { integerArray } from "../db/statement.ts";
import { audioTypes, categories, media, questions, releases, tasks, videos } from "../db/tables/benchmark-tables.ts";
import { jsonList, jsonListFrom, jsonObject, jsonRows, list, pick, typed } from "../db/typed-sql.ts";

/**
 * The names that many questions of an export share, by primary key. They are read once, because writing them as JSON
 * into each row took PostgreSQL longer than everything else.
 */
export interface ExportNames {
  readonly tasks: ReadonlyMap<number, ExportedQuestion["task"]>;
  readonly categories: ReadonlyMap<number, NamedSlug>;
  /** In the order in which a question lists them. */
  readonly audioTypes: ReadonlyMap<number, ImportAudioLabel>;
}

/** The tasks, categories and audio types of the benchmarks of these releases. */
export async function fetchExportNames(database: Queryable, ids: readonly number[]): Promise<ExportNames> {
  const benchmarks = sql`(
    select ${releases.benchmarkId} from ${releases} where ${releases.id} = any(${integerArray(ids)}))`;
  const of = (table: typeof tasks | typeof categories | typeof audioTypes) =>
    sql`where ${table.benchmarkId} in ${benchmarks}`;
  const [found] = await database.query(
    typed`select ${list({
      tasks: jsonRows(typed`
      select ${list({ id: tasks.id, row: jsonObject(pick(tasks, "slug", "name", "dominance", "levelSource")) })} from ${tasks} ${of(tasks)}`),
      categories: jsonRows(typed`
      select ${list({ id: categories.id, row: jsonObject(pick(categories, "slug", "name")) })} from ${categories} ${of(categories)}`),
      audioTypes: jsonRows(typed`
      select ${list({ id: audioTypes.id, row: jsonObject(pick(audioTypes, "type", "nativeLabel")) })} from ${audioTypes}
      ${of(audioTypes)} order by ${audioTypes.bit}, ${audioTypes.nativeLabel} collate "C"`),
    })}`,
  );
  return {
    tasks: byId(found?.tasks ?? []),
    categories: byId(found?.categories ?? []),
    audioTypes: byId(found?.audioTypes ?? []),
  };
}

const byId = <T>(rows: readonly { readonly id: number; readonly row: T }[]): ReadonlyMap<number, T> =>
  new Map(rows.map(({ id, row }) => [id, row]));

const mediaFile = jsonObject(pick(media, "kind", "path"));

/** The videos and the files of a piece of an export, by primary key. */
export interface ExportedFiles {
  readonly videos: ReadonlyMap<number, { readonly video: ExportedVideo; readonly media: readonly ImportMedia[] }>;
  /** The files of each question. Questions without files of their own have no entry. */
  readonly media: ReadonlyMap<number, readonly ImportMedia[]>;
}

/** The videos and files of the questions with these ids. */
export async function fetchExportedFiles(database: Queryable, ids: readonly number[]): Promise<ExportedFiles> {
  const [found] = await database.query(
    typed`select ${list({
      videos: jsonRows(typed`
      select ${list({
        id: videos.id,
        video: jsonObject(pick(videos, "key", "durationSeconds", "durationLabel", "url", "subset", "caption")),
        media: jsonListFrom(mediaFile, sql`from ${media} where ${media.videoId} = ${videos.id}`, {
          order: sql`order by ${media.position}`,
        }),
      })} from ${videos}
      where ${videos.id} in (select ${questions.videoId} from ${questions} where ${questions.id} = any(${integerArray(ids)}))`),
      media: jsonRows(typed`
      select ${list({
        question: media.questionId,
        files: jsonList(mediaFile, { order: sql`order by ${media.position}` }),
      })} from ${media} where ${media.questionId} = any(${integerArray(ids)}) group by ${media.questionId}`),
    })}`,
  );
  return {
    videos: new Map(found?.videos.map(({ id, ...video }) => [id, video])),
    media: new Map(found?.media.map(({ question, files }) => [question ?? 0, files])),
  };
}
