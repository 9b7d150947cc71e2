import { type SQL, sql } from "drizzle-orm";
import type { HiddenElsewhere } from "../../domain/import-report.ts";
import type { Viewer } from "../../domain/viewer.ts";
import { answersSeenByAll } from "../conditions/answer-visibility.ts";
import type { Queryable } from "../db/database.ts";
import { columnArray } from "../db/statement.ts";
import { benchmarks, media, questions, releases, tasks, videos } from "../db/tables/benchmark-tables.ts";
import { boardSplits } from "../db/tables/challenge-tables.ts";
import { boolean, first, int, like, list, nullable, type RowOf, text, typed } from "../db/typed-sql.ts";
import { pagesOf } from "./question-writes.ts";

/** The fields of an imported question by which it is looked up in stored releases. */
export interface AskedQuestion {
  readonly key: string;
  readonly text: string;
  /** The options' texts as a JSON array. */
  readonly options: string;
  readonly video: string | null;
  /**
   * Whether text and options alone do not identify the question: it has no options, or another question of the import
   * has the same text and options, such as "Does the sound match?".
   */
  readonly needsVideo: boolean;
}

/** Imported questions as a table. */
const imported = (asked: readonly AskedQuestion[]): SQL => sql`
  select * from unnest(
    ${columnArray("text", asked, ({ key }) => key)}, ${columnArray("text", asked, ({ text }) => text)},
    ${columnArray("text", asked, ({ options }) => options)}, ${columnArray("text", asked, ({ video }) => video)},
    ${columnArray("boolean", asked, ({ needsVideo }) => needsVideo)}
  ) with ordinality as asked(key, text, options, video, needs_video, place)`;

/** The questions of a stored release as the same table. */
const storedIn = (release: number): SQL => sql`
  select q.key, q.text, q.options::text as options, v.key as video,
    jsonb_array_length(q.options) = 0 or count(*) over (partition by q.text, q.options) > 1 as needs_video, q.ordinal as place
  from ${questions} q left join ${videos} v on v.id = q.video_id where q.release_id = ${release}::int`;

/**
 * The questions, by their place in `asked`, that also exist in a stored release for which the condition
 * `where` is true. In releases of the same benchmark, a question is found by its key or its text. In other benchmarks,
 * keys are unrelated and short texts recur. There, a question is found by its text and its options, in any order. A
 * question with `needsVideo` must also be about the same video as the stored question, or neither may have a video.
 * @param benchmark null if the import makes a new benchmark
 * @param where a condition on `r`, the release
 */
const sharedWith = (benchmark: number | null, asked: SQL, where: SQL): SQL => sql`
  with asked as materialized (${asked}),
  stored as (select q.key, q.text, q.options, v.key as video, r.id as release_id, r.benchmark_id, r.benchmark_id = ${benchmark}::int as is_own
    from ${questions} q join ${releases} r on r.id = q.release_id left join ${videos} v on v.id = q.video_id
    where ${where} and (q.text in (select text from asked)
      or (r.benchmark_id = ${benchmark}::int and q.key in (select key from asked)))),
  shared as (
    select place, benchmark_id, release_id from asked join stored using (key) where is_own
    union
    select place, benchmark_id, release_id from asked join stored using (text)
    where is_own or (stored.options @> asked.options::jsonb and stored.options <@ asked.options::jsonb
      and (not needs_video or stored.video is not distinct from asked.video)))`;

/**
 * The releases whose questions the viewer can see, as a condition on `r`: current releases, and earlier releases of
 * benchmarks that the viewer maintains. Administrators see all releases. A count over other releases would reveal which
 * texts they contain.
 */
const releasesShownTo = ({ admin, maintains = [] }: Viewer): SQL =>
  admin
    ? sql`true`
    : sql`(r.is_current or r.benchmark_id in (
        select ${benchmarks.id} from ${benchmarks} where ${benchmarks.slug} = any(${columnArray("text", maintains, (slug) => slug)})))`;

/** How many of these questions are in releases that the viewer can see and whose answers everyone sees. */
export async function countSeenBefore(
  database: Queryable,
  benchmark: number | null,
  asked: readonly AskedQuestion[],
  viewer: Viewer,
): Promise<number> {
  const shared = sharedWith(
    benchmark,
    imported(asked),
    sql`${releasesShownTo(viewer)} and ${answersSeenByAll(sql`r.id`)}`,
  );
  const columns = { count: int(sql`count(distinct place)`) };
  return (await first(database.query(typed`${shared} select ${list(columns)} from shared`)))?.count ?? 0;
}

/** How many of these questions are in releases that the viewer can see and that hide their answers, by benchmark. */
export function countHiddenElsewhere(
  database: Queryable,
  benchmark: number | null,
  asked: readonly AskedQuestion[],
  viewer: Viewer,
): Promise<HiddenElsewhere[]> {
  const shared = sharedWith(
    benchmark,
    imported(asked),
    sql`${releasesShownTo(viewer)} and not ${answersSeenByAll(sql`r.id`)}`,
  );
  const columns = { benchmark: like(benchmarks.slug, sql`b.slug`), questionCount: int(sql`count(distinct place)`) };
  return database.query(typed`${shared}
    select ${list(columns)} from shared join ${benchmarks} b on b.id = shared.benchmark_id
    group by b.slug order by b.slug collate "C"`);
}

const elsewhere = {
  benchmark: like(benchmarks.slug, sql`b.slug`),
  questions: int(sql`count(distinct place)`),
  /** Whether a release of the benchmark with one of the questions shows its answers to everyone. */
  answersVisible: boolean(sql`bool_or(${answersSeenByAll(sql`shared.release_id`)})`),
};

/** Questions of a release that also are in another benchmark. */
export type QuestionsElsewhere = RowOf<typeof elsewhere>;

/** How many questions of a stored release are also in releases of other benchmarks that the viewer can see, by benchmark. */
export const fetchElsewhere = (database: Queryable, release: number, viewer: Viewer): Promise<QuestionsElsewhere[]> => {
  const own = sql`(select ${releases.benchmarkId} from ${releases} where ${releases.id} = ${release}::int)`;
  return database.query(typed`
    ${sharedWith(null, storedIn(release), sql`${releasesShownTo(viewer)} and r.benchmark_id <> ${own}`)}
    select ${list(elsewhere)} from shared join ${benchmarks} b on b.id = shared.benchmark_id
    group by b.slug order by b.slug collate "C"`);
};

/** Whether any release hides its answers. Otherwise, an import need not be compared with other releases. */
export async function hidesAnyAnswers(database: Queryable): Promise<boolean> {
  const one = { one: int(sql`1`) };
  const found = await database.query(
    typed`select ${list(one)} from ${releases} where not ${answersSeenByAll(releases.id)} limit 1`,
  );
  return found.length > 0;
}

const splitQuestion = {
  key: questions.key,
  video: nullable(videos.key),
  /** The path of its first file; null without one. */
  file: nullable(
    text(
      sql`(select ${media.path} from ${media} where ${media.questionId} = ${questions.id} order by ${media.position} limit 1)`,
    ),
  ),
  task: tasks.slug,
  /** Whether it is on the public board; null if the release has one board. */
  isPublic: nullable(
    boolean(sql`case when ${boardSplits.releaseId} is not null then on_public.ordinal is not null end`),
  ),
  place: questions.ordinal,
};

/** A question of a stored release, with what its side of a split depends on. */
type SplitQuestionRow = RowOf<typeof splitQuestion>;

/** The questions of a release, in the order of their ordinals, in pages. */
export const splitQuestions = (database: Queryable, release: number): AsyncGenerator<readonly SplitQuestionRow[]> =>
  pagesOf((after, most) =>
    database.query(typed`
      select ${list(splitQuestion)} from ${questions} join ${tasks} on ${tasks.id} = ${questions.taskId}
        left join ${videos} on ${videos.id} = ${questions.videoId}
        left join ${boardSplits} on ${boardSplits.releaseId} = ${questions.releaseId}
        left join (select unnest(b.public_ordinals) as ordinal from ${boardSplits} b where b.release_id = ${release}::int) on_public
          on on_public.ordinal = ${questions.ordinal}
      where ${questions.releaseId} = ${release}::int and ${questions.ordinal} > ${after}::int
      order by ${questions.ordinal} limit ${most}::int`),
  );
