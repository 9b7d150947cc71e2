import { type SQL, sql } from "drizzle-orm";
import type { Viewer } from "../../domain/viewer.ts";
import { answersSeenBy, answersSeenByAll, releaseAccess } from "../conditions/answer-visibility.ts";
import type { Queryable } from "../db/database.ts";
import { answers, benchmarks, keyRevisions, questions, releases, tasks } from "../db/tables/benchmark-tables.ts";
import { boolean, first, int, list, nullable, pick, type RowOf, typed } from "../db/typed-sql.ts";

const currentRelease = {
  benchmark: benchmarks.id,
  /** Null if nothing has been imported. */
  release: nullable(releases.id),
};

/** A benchmark with the release that its new runs belong to. */
export type CurrentRelease = RowOf<typeof currentRelease>;

const ofBenchmark = (slug: string): SQL => sql`
  from ${benchmarks} left join ${releases} on ${releases.benchmarkId} = ${benchmarks.id} and ${releases.isCurrent}
  where ${benchmarks.slug} = ${slug}::text`;

/** Undefined if there is no such benchmark. */
export const fetchCurrentRelease = (database: Queryable, slug: string): Promise<CurrentRelease | undefined> =>
  first(database.query(typed`select ${list(currentRelease)} ${ofBenchmark(slug)}`));

const rankedRelease = {
  ...currentRelease,
  /** Null without a release. */
  access: nullable(releaseAccess.answerAccess),
  /** Whether the release has a question that is asked twice. */
  asksTwice: boolean(sql`exists (
    select from ${questions} join ${answers} on ${answers.questionId} = ${questions.id}
    where ${questions.releaseId} = ${releases.id} and ${answers.confirmation} is not null)`),
};

/** A benchmark with the release of its leaderboard. */
export type RankedRelease = RowOf<typeof rankedRelease>;

/** Undefined if there is no such benchmark. */
export const fetchRankedRelease = (database: Queryable, slug: string): Promise<RankedRelease | undefined> =>
  first(database.query(typed`select ${list(rankedRelease)} ${ofBenchmark(slug)}`));

/** The benchmark of a release, and whether the viewer may see the release's answers. */
export interface ViewedRelease {
  /** The benchmark's slug. */
  readonly benchmark: string;
  readonly answersVisible: boolean;
}

/** The viewer's access to an existing release. */
export async function fetchViewedRelease(database: Queryable, release: number, viewer: Viewer): Promise<ViewedRelease> {
  const [row] = await database.query(typed`
    select ${list({ benchmark: benchmarks.slug, answersVisible: boolean(answersSeenBy(viewer)) })}
    from ${releases} join ${benchmarks} on ${benchmarks.id} = ${releases.benchmarkId}
    where ${releases.id} = ${release}::int`);
  if (row === undefined) throw new Error(`there is no release ${release}`);
  return row;
}

/** The ordinals of the release's questions that are asked twice, in ascending order. */
export async function fetchCheckedOrdinals(database: Queryable, release: number): Promise<readonly number[]> {
  const rows = await database.query(typed`
    select distinct ${list({ ordinal: questions.ordinal })}
    from ${questions} join ${answers} on ${answers.questionId} = ${questions.id}
    where ${questions.releaseId} = ${release}::int and ${answers.confirmation} is not null
    order by ordinal`);
  return rows.map(({ ordinal }) => ordinal);
}

const keyedQuestion = {
  ...pick(questions, "ordinal", "key", "text", "options", "answerFormat"),
  answer: answers.key,
  /** The question that confirms the answer, with its answer key. */
  confirmation: answers.confirmation,
  /** The task's slug. */
  task: tasks.slug,
  /** The task's metric. */
  metric: tasks.metric,
  /** Whether everyone sees the answers of the release. */
  seenByAll: boolean(answersSeenByAll(questions.releaseId)),
};

/** A question with its answer key. */
export type KeyedQuestion = RowOf<typeof keyedQuestion>;

/** All questions of a release with their answer keys as of a revision, in the order of their ordinals. */
export function fetchKeyedQuestions(
  database: Queryable,
  release: number,
  keyRevision: number,
): Promise<KeyedQuestion[]> {
  return database.query(typed`
    select distinct on (${questions.ordinal}) ${list(keyedQuestion)}
    from ${questions} join ${answers} on ${answers.questionId} = ${questions.id}
      join ${tasks} on ${tasks.id} = ${questions.taskId}
    where ${questions.releaseId} = ${release}::int and ${answers.revision} <= ${keyRevision}::int
    order by ${questions.ordinal}, ${answers.revision} desc`);
}

/** The latest revision of a release's answer key. */
export async function fetchKeyRevision(database: Queryable, release: number): Promise<number> {
  const [row] = await database.query(
    typed`select ${list({ revision: int(sql`coalesce(max(${keyRevisions.revision}), 1)`) })} from ${keyRevisions} where ${keyRevisions.releaseId} = ${release}::int`,
  );
  return row?.revision ?? 1;
}

/** Locks the row of a benchmark as `lockBenchmark` does. Returns undefined if the benchmark does not exist. */
export async function lockKnownBenchmark(tx: Queryable, slug: string): Promise<number | undefined> {
  const [row] = await tx.query(typed`
    select ${list({ id: benchmarks.id })} from ${benchmarks} where ${benchmarks.slug} = ${slug}::text for no key update`);
  return row?.id;
}
