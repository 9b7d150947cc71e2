import postgres from "postgres";
import { databaseUrl, POOL } from "../server-environment.ts";

export const sql = postgres(databaseUrl(), {
  max: POOL,
  onnotice: () => {},
  transform: postgres.camel,
});

export interface QuestionRow {
  readonly id: number;
  readonly key: string;
  readonly text: string;
  readonly options: readonly string[];
  readonly answerFormat: string;
  readonly level: string;
  readonly taskId: number;
  readonly videoId: number | null;
  readonly audioTypeIds: readonly number[];
}

export interface VideoRow {
  readonly id: number;
  readonly key: string;
  readonly durationSeconds: number | null;
  readonly categoryId: number | null;
}

export interface NamedRow {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
}

export interface AudioRow {
  readonly id: number;
  readonly type: string;
  readonly nativeLabel: string;
  readonly bit: number;
}

export interface QuestionFilter {
  readonly audioTypes?: Readonly<Partial<Record<"any" | "all" | "none", readonly string[]>>> | null;
  readonly levels?: readonly string[] | null;
  readonly durationSeconds?: Readonly<Partial<Record<"gt" | "gte" | "lt" | "lte", number>>> | null;
}

const BITS: Readonly<Record<string, number>> = { SPEECH: 1, SOUND: 2, MUSIC: 4 };
const maskOf = (types: readonly string[]): number => types.reduce((mask, type) => mask | (BITS[type] ?? 0), 0);

/** The filter as a condition on `questions q`. */
export function questionCondition(filter: QuestionFilter | null | undefined): postgres.Fragment {
  const { audioTypes, levels, durationSeconds: seconds } = filter ?? {};
  const conditions = [
    audioTypes?.any && sql`q.audio_mask & ${maskOf(audioTypes.any)}::smallint <> 0`,
    audioTypes?.all && sql`q.audio_mask & ${maskOf(audioTypes.all)}::smallint = ${maskOf(audioTypes.all)}::smallint`,
    audioTypes?.none && sql`q.audio_mask & ${maskOf(audioTypes.none)}::smallint = 0`,
    levels && sql`q.level = any(${levels as string[]})`,
    seconds?.gt != null && sql`q.duration_seconds > ${seconds.gt}`,
    seconds?.gte != null && sql`q.duration_seconds >= ${seconds.gte}`,
    seconds?.lt != null && sql`q.duration_seconds < ${seconds.lt}`,
    seconds?.lte != null && sql`q.duration_seconds <= ${seconds.lte}`,
  ];
  return conditions.reduce<postgres.Fragment>(
    (all, condition) => (condition ? sql`${all} and ${condition}` : all),
    sql`true`,
  );
}

export const currentReleases = sql`(select id from releases where is_current)`;

const questionColumns = sql`q.id, q.key, q.text, q.options, q.answer_format, q.level, q.task_id, q.video_id,
  q.audio_type_ids`;

export const fetchQuestions = (filter: QuestionFilter | null | undefined, first: number): Promise<QuestionRow[]> => sql<
  QuestionRow[]
>`
  select ${questionColumns} from questions q where q.release_id in ${currentReleases} and ${questionCondition(filter)}
  order by q.release_id, q.ordinal limit ${first}`;

export async function countQuestions(filter: QuestionFilter | null | undefined): Promise<number> {
  const [row] = await sql<{ n: number }[]>`
    select count(*)::int as n from questions q where q.release_id in ${currentReleases} and ${questionCondition(filter)}`;
  return row?.n ?? 0;
}

/** The first questions of each video, in the order of the videos. */
export async function fetchQuestionsOf(videos: readonly number[], first: number): Promise<QuestionRow[][]> {
  const rows = await sql<QuestionRow[]>`
    select q.* from unnest(${videos as number[]}::int[]) v(id) cross join lateral (
      select ${questionColumns} from questions q where q.video_id = v.id order by q.ordinal limit ${first}) q`;
  return videos.map((video) => rows.filter((row) => row.videoId === video));
}

export async function countQuestionsOf(video: number): Promise<number> {
  const [row] = await sql<{ n: number }[]>`select count(*)::int as n from questions where video_id = ${video}`;
  return row?.n ?? 0;
}

export const fetchVideos = (first: number): Promise<VideoRow[]> => sql<VideoRow[]>`
  select id, key, duration_seconds, category_id from videos where release_id in ${currentReleases}
  order by release_id, position limit ${first}`;

export async function countVideos(): Promise<number> {
  const [row] = await sql<{ n: number }[]>`
    select count(*)::int as n from videos where release_id in ${currentReleases}`;
  return row?.n ?? 0;
}
