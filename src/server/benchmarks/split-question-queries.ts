import { sql } from "drizzle-orm";
import type { Queryable } from "../db/database.ts";
import { media, questions, tasks, videos } from "../db/tables/benchmark-tables.ts";
import { boardSplits } from "../db/tables/challenge-tables.ts";
import { boolean, list, nullable, type RowOf, text, typed } from "../db/typed-sql.ts";

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
  isPublic: nullable(boolean(sql`${questions.ordinal} = any(${boardSplits.publicOrdinals})`)),
};

/** A question of a stored release, with what its side of a split depends on. */
export type SplitQuestionRow = RowOf<typeof splitQuestion>;

/** The questions of a release, in the order of their ordinals. */
export const fetchSplitQuestions = (database: Queryable, release: number): Promise<SplitQuestionRow[]> =>
  database.query(typed`
    select ${list(splitQuestion)} from ${questions} join ${tasks} on ${tasks.id} = ${questions.taskId}
      left join ${videos} on ${videos.id} = ${questions.videoId}
      left join ${boardSplits} on ${boardSplits.releaseId} = ${questions.releaseId}
    where ${questions.releaseId} = ${release}::int order by ${questions.ordinal}`);
