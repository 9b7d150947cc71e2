import { type SQL, sql } from "drizzle-orm";
import type { AnswerFormat, ExternalMetric } from "../../domain/vocabulary.ts";
import type { Queryable } from "../db/database.ts";
import { integerArray, jsonParameter, textArray } from "../db/statement.ts";
import { answers, questions, tasks } from "../db/tables/benchmark-tables.ts";
import { externalScores } from "../db/tables/review-tables.ts";
import { predictions, runs, scores } from "../db/tables/run-tables.ts";
import { boolean, columnsOf, first, innerList, int, list, nullable, type RowOf, typed, when } from "../db/typed-sql.ts";

/** Whether a prediction has a response that is not empty, and no error. False for a question without a prediction. */
const answered = boolean(sql`coalesce(${predictions.error} is null and ${predictions.response} <> '', false)`);

/** A question of a run's release that a caller named by its natural key. */
export interface NamedQuestion {
  readonly ordinal: number;
  readonly answerFormat: AnswerFormat;
  /** Whether the run has a prediction for it. */
  readonly predicted: boolean;
  /** Whether that prediction has a response that is not empty, and no error. */
  readonly answered: boolean;
}

/** The questions of a run's release with these natural keys, by key. Unknown keys are left out. */
export async function fetchNamedQuestions(
  database: Queryable,
  { run, release }: { readonly run: number; readonly release: number },
  keys: readonly string[],
): Promise<ReadonlyMap<string, NamedQuestion>> {
  const named = await database.query(typed`
    select ${list({ key: questions.key, ordinal: questions.ordinal, answerFormat: questions.answerFormat })} from ${questions}
    where ${questions.releaseId} = ${release}::int and ${questions.key} = any(${textArray(keys)})`);
  const rows = await database.query(typed`
    select ${list({ ordinal: predictions.ordinal, answered })} from ${predictions}
    where ${predictions.runId} = ${run}::int
      and ${predictions.ordinal} = any(${integerArray(named.map(({ ordinal }) => ordinal))})`);
  const predicted = new Map(rows.map((row) => [row.ordinal, row.answered]));
  return new Map(
    named.map(({ key, ...question }) => [
      key,
      {
        ...question,
        predicted: predicted.has(question.ordinal),
        answered: predicted.get(question.ordinal) === true,
      },
    ]),
  );
}

/** A score that was computed elsewhere; null to remove the stored one. */
interface NewExternalScore {
  readonly ordinal: number;
  readonly value: number | null;
}

/** Where scores come from, and who reported them. */
interface ScoreOrigin {
  readonly metric: ExternalMetric;
  readonly source: string;
  readonly reportedBy: string;
}

/** Replaces the reported scores of these predictions of a run. Those of its other predictions stay. */
export async function replaceExternalScores(
  tx: Queryable,
  run: number,
  found: readonly NewExternalScore[],
  { metric, source, reportedBy }: ScoreOrigin,
): Promise<void> {
  const rows = sql`jsonb_to_recordset(${jsonParameter(found)}) as x(ordinal int, value float8)`;
  await tx.query(sql`
    delete from ${externalScores} where ${externalScores.runId} = ${run}::int
      and ${externalScores.ordinal} in (select x.ordinal from ${rows})`);
  await tx.query(sql`
    insert into ${externalScores} (run_id, ordinal, metric, value, source, reported_by)
    select ${run}::int, x.ordinal, ${metric}::text, x.value, ${source}::text, ${reportedBy}::text
    from ${rows} where x.value is not null`);
}

/** How many predictions of a run have a reported score. */
export async function countReported(database: Queryable, run: number): Promise<number> {
  const reported = int(sql`count(*)`);
  const found = await first(
    database.query(
      typed`select ${list({ reported })} from ${externalScores} where ${externalScores.runId} = ${run}::int`,
    ),
  );
  return found?.reported ?? 0;
}

/** Whether the owner of its run reported a score; otherwise a maintainer or an administrator did. */
export const reportedByOwner = (owner: SQL): SQL => sql`(${externalScores.reportedBy} = ${owner})`;

const caption = {
  run: runs.id,
  ordinal: questions.ordinal,
  task: tasks.slug,
  /** Whether the model sent a caption. AVI-Bench's script counts an empty one as none. */
  sent: answered,
  value: nullable(externalScores.value),
  metric: nullable(externalScores.metric),
  source: nullable(externalScores.source),
  byOwner: nullable(boolean(reportedByOwner(sql`${runs.owner}`))),
};

/** A question that asks for a caption, with the score that was reported for a run's response to it. */
export type ReportedCaption = RowOf<typeof caption>;

/** The questions that ask for captions in the releases of those of these runs that have a reported score. */
export const fetchReportedCaptions = (database: Queryable, wanted: readonly number[]): Promise<ReportedCaption[]> =>
  database.query(typed`
    select ${list(caption)} from ${runs}
    join ${questions} on ${questions.releaseId} = ${runs.releaseId} and ${questions.answerFormat} = 'CAPTION'
    join ${tasks} on ${tasks.id} = ${questions.taskId}
    left join ${predictions} on ${predictions.runId} = ${runs.id} and ${predictions.ordinal} = ${questions.ordinal}
      and ${predictions.runId} = any(${integerArray(wanted)})
    left join ${externalScores} on ${externalScores.runId} = ${runs.id}
      and ${externalScores.ordinal} = ${questions.ordinal}
    where ${runs.id} = any(${integerArray(wanted)})
      and exists (select from ${externalScores} any_score where any_score.run_id = ${runs.id})`);

/** A caption question of a scored run. */
export interface CaptionRow {
  readonly run: number;
  readonly text: string;
  readonly references: readonly string[];
  /** Null if there is no response, or the model failed. */
  readonly response: string | null;
}

/** All caption questions of these runs, answered or not, in the order of the release. Unscored runs are left out. */
export async function fetchCaptions(database: Queryable, wanted: readonly number[]): Promise<CaptionRow[]> {
  const latest = { key: answers.key };
  const columns = {
    run: runs.id,
    text: questions.text,
    key: columnsOf("k", latest).key,
    response: when(sql`${predictions.error} is null`, predictions.response),
  };
  const rows = await database.query(typed`
    select ${list(columns)} from ${runs}
    join ${questions} on ${questions.releaseId} = ${runs.releaseId} and ${questions.answerFormat} = 'CAPTION'
    join lateral (select ${innerList(latest)} from ${answers} where ${answers.questionId} = ${questions.id}
      order by ${answers.revision} desc limit 1) k on k.key ->> 'kind' = 'captions'
    left join ${predictions} on ${predictions.runId} = ${runs.id} and ${predictions.ordinal} = ${questions.ordinal}
      and ${predictions.runId} = any(${integerArray(wanted)})
    where ${runs.id} = any(${integerArray(wanted)})
      and exists (select from ${scores} where ${scores.runId} = ${runs.id})
    order by ${runs.id}, ${questions.ordinal}`);
  return rows.flatMap(({ key, ...row }) => (key.kind === "captions" ? [{ ...row, references: key.captions }] : []));
}
