import { sql } from "drizzle-orm";
import type { AnswerKey, ImportConfirmation } from "../../domain/import-batch.ts";
import type { Viewer } from "../../domain/viewer.ts";
import type { AnswerFormat } from "../../domain/vocabulary.ts";
import type { Queryable } from "../db/database.ts";
import { answers, benchmarks, questions, releases, tasks } from "../db/tables/benchmark-tables.ts";
import { answersSeenBy } from "./answer-visibility.ts";

/** The release that new runs of a benchmark belong to. */
export interface CurrentRelease {
  readonly benchmark: number;
  /** Null where nothing has been imported. */
  readonly release: number | null;
}

/** Undefined where there is no such benchmark. */
export async function fetchCurrentRelease(database: Queryable, slug: string): Promise<CurrentRelease | undefined> {
  const [row] = await database.query<CurrentRelease>(sql`
    select ${benchmarks.id} as benchmark, ${releases.id} as release from ${benchmarks}
    left join ${releases} on ${releases.benchmarkId} = ${benchmarks.id} and ${releases.isCurrent}
    where ${benchmarks.slug} = ${slug}::text`);
  return row;
}

/** The release that a leaderboard is over. */
export interface RankedRelease extends CurrentRelease {
  /** It has a question that is asked twice. */
  readonly asksTwice: boolean;
}

/** Undefined where there is no such benchmark. */
export async function fetchRankedRelease(database: Queryable, slug: string): Promise<RankedRelease | undefined> {
  const [row] = await database.query<RankedRelease>(sql`
    select ${benchmarks.id} as benchmark, ${releases.id} as release, exists (
        select from ${questions} join ${answers} on ${answers.questionId} = ${questions.id}
        where ${questions.releaseId} = ${releases.id} and ${answers.confirmation} is not null) as "asksTwice"
    from ${benchmarks}
    left join ${releases} on ${releases.benchmarkId} = ${benchmarks.id} and ${releases.isCurrent}
    where ${benchmarks.slug} = ${slug}::text`);
  return row;
}

/** Whose release it is, and whether the viewer sees its answers. */
export interface ReleaseAccess {
  /** The benchmark's slug. */
  readonly benchmark: string;
  readonly answersVisible: boolean;
}

/** The access to a release that is there. */
export async function fetchReleaseAccess(database: Queryable, release: number, viewer: Viewer): Promise<ReleaseAccess> {
  const [row] = await database.query<ReleaseAccess>(sql`
    select ${benchmarks.slug} as benchmark, ${answersSeenBy(viewer)} as "answersVisible"
    from ${releases} join ${benchmarks} on ${benchmarks.id} = ${releases.benchmarkId}
    where ${releases.id} = ${release}::int`);
  if (row === undefined) throw new Error(`there is no release ${release}`);
  return row;
}

/** Ordinals of the release's questions that are asked twice, rising. */
export async function fetchCheckedOrdinals(database: Queryable, release: number): Promise<readonly number[]> {
  const rows = await database.query<{ ordinal: number }>(sql`
    select distinct ${questions.ordinal} as ordinal
    from ${questions} join ${answers} on ${answers.questionId} = ${questions.id}
    where ${questions.releaseId} = ${release}::int and ${answers.confirmation} is not null
    order by ordinal`);
  return rows.map(({ ordinal }) => ordinal);
}

/** A question with its key. */
export interface KeyedQuestion {
  readonly ordinal: number;
  readonly key: string;
  readonly text: string;
  readonly options: readonly string[];
  readonly answerFormat: AnswerFormat;
  readonly answer: AnswerKey;
  /** The question that confirms the answer, with its key. */
  readonly confirmation: ImportConfirmation | null;
  /** The task's slug. */
  readonly task: string;
}

/** All questions of a release with their keys as of a revision, in the order of their ordinals. */
export function fetchKeyedQuestions(
  database: Queryable,
  release: number,
  keyRevision: number,
): Promise<KeyedQuestion[]> {
  return database.query<KeyedQuestion>(sql`
    select distinct on (${questions.ordinal}) ${questions.ordinal} as ordinal, ${questions.key} as key,
      ${questions.text} as text, ${questions.options} as options, ${questions.answerFormat} as "answerFormat",
      ${answers.key} as answer, ${answers.confirmation} as confirmation, ${tasks.slug} as task
    from ${questions} join ${answers} on ${answers.questionId} = ${questions.id}
      join ${tasks} on ${tasks.id} = ${questions.taskId}
    where ${questions.releaseId} = ${release}::int and ${answers.revision} <= ${keyRevision}::int
    order by ${questions.ordinal}, ${answers.revision} desc`);
}
