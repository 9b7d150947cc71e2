import { type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { AnswerFormat } from "../../domain/vocabulary.ts";
import type { Queryable } from "../db/database.ts";
import { integerArray, textArray } from "../db/statement.ts";
import { answers, benchmarks, questions, releases, tasks, videos } from "../db/tables/benchmark-tables.ts";
import { predictions, runs, scores } from "../db/tables/run-tables.ts";
import {
  boolean,
  collected,
  columnsOf,
  float,
  innerList,
  list,
  nullable,
  type RowOf,
  typed,
  when,
} from "../db/typed-sql.ts";

/** Formats that are scored over a whole task at once. */
const WHOLE_FORMATS: readonly AnswerFormat[] = ["INSTANCE_COUNTS", "BOXES", "FRAME_BOXES", "RETRIEVAL"];

const whole = sql`${questions.answerFormat} = any(${textArray(WHOLE_FORMATS)})`;
const sent = boolean(sql`coalesce(${predictions.error} is null and ${predictions.response} is not null
  and not (${questions.answerFormat} = 'CAPTION' and ${predictions.response} = ''), false)`);

const scoring = { revision: scores.keyRevision };

/** A question whose prediction is listed. */
const listed = sql`${questions.id} is not null`;

const runAnswers = {
  run: runs.id,
  release: runs.releaseId,
  /** The answer key that the run was scored with. */
  revision: columnsOf("latest", scoring).revision,
  // One array for each column: a run has thousands of predictions.
  ordinals: collected(predictions.ordinal, listed),
  /** Whether the model sent a response. */
  sent: collected(sent, listed),
  /** The extracted answers; null if no answer was extracted, or the answer is malformed. */
  answers: collected(when(whole, predictions.answer), listed),
  /** The responses of malformed answers, whose extracted text is not stored. */
  responses: collected(when(sql`${whole} and ${predictions.rule} = 'malformed'`, predictions.response), listed),
};

/** The answers of a scored run that are part of a task's score. */
export type RunAnswersRow = RowOf<typeof runAnswers>;

/**
 * For the scored runs among these: the predictions for questions with one of the `WHOLE_FORMATS`, and the unparsed
 * predictions of other formats for which the model sent no response. AVI-Bench's script counts an empty caption as no
 * response, too.
 */
export const fetchRunAnswers = (database: Queryable, wanted: readonly number[]): Promise<RunAnswersRow[]> =>
  database.query(typed`
    select ${list(runAnswers)} from ${runs}
    join lateral (select ${innerList(scoring)} from ${scores} where ${scores.runId} = ${runs.id}
      order by ${scores.revision} desc limit 1) latest on true
    left join ${predictions} on ${predictions.runId} = ${runs.id} and ${predictions.runId} = any(${integerArray(wanted)})
    left join ${questions} on ${questions.releaseId} = ${runs.releaseId}
      and ${questions.ordinal} = ${predictions.ordinal}
      and (${whole} or ${predictions.outcome} = 'UNPARSED' and not ${sent})
    where ${runs.id} = any(${integerArray(wanted)})
    group by 1, 2, 3`);

const wholeKey = {
  ordinal: questions.ordinal,
  answerFormat: questions.answerFormat,
  key: columnsOf("k", { key: answers.key }).key,
};

/** A question with one of the `WHOLE_FORMATS`, and its answer key. */
export type WholeKeyRow = RowOf<typeof wholeKey>;

/** The questions of a release with one of the `WHOLE_FORMATS`, with a revision of their answer key. */
export const fetchWholeKeys = (database: Queryable, release: number, revision: number): Promise<WholeKeyRow[]> =>
  database.query(typed`
    select ${list(wholeKey)} from ${questions}
    join lateral (select ${answers.key} from ${answers} where ${answers.questionId} = ${questions.id}
      and ${answers.revision} <= ${revision}::int order by ${answers.revision} desc limit 1) k on true
    where ${questions.releaseId} = ${release}::int and ${whole}
    order by ${questions.ordinal}`);

const taskKey = { slug: tasks.slug, task: tasks.id };

/** The primary keys of a benchmark's tasks, by slug. */
export const fetchTaskKeys = (database: Queryable, benchmark: string): Promise<RowOf<typeof taskKey>[]> =>
  database.query(typed`
    select ${list(taskKey)} from ${tasks} join ${benchmarks} on ${benchmarks.id} = ${tasks.benchmarkId}
    where ${benchmarks.slug} = ${benchmark}::text`);

/** White space. It is listed, because `\s` has other characters in each engine and locale. */
const SPACE = sql.raw("E' \\t\\n\\r\\f\\u000B\\u00A0\\u2002\\u2003\\u2009\\u202F\\u3000'");

/** The number of words of a text, separated by white space; NULL for a text without any. */
const words = (text: SQL | AnyPgColumn): SQL =>
  sql`array_length(regexp_split_to_array(nullif(btrim(${text}, ${SPACE}), ''), '[' || ${SPACE} || ']+'), 1)`;

const ofQuestions = (value: SQL) =>
  nullable(float(sql`(select avg(${value}) from ${questions} where ${questions.releaseId} = ${releases.id})::float8`));

const key = sql`(select ${answers.key} from ${answers} where ${answers.questionId} = ${questions.id}
  order by ${answers.revision} desc limit 1)`;

const averages = {
  durationSeconds: nullable(
    float(sql`(select avg(${videos.durationSeconds}) from ${videos} where ${videos.releaseId} = ${releases.id})`),
  ),
  questionWords: ofQuestions(words(questions.text)),
  optionCount: ofQuestions(sql`nullif(jsonb_array_length(${questions.options}), 0)`),
  /** Depends on the answers, as `stepCount` does: only for viewers who may see them. */
  answerWords: ofQuestions(
    sql`(select ${words(sql`case when k ->> 'kind' = 'option'
    then ${questions.options} ->> (k ->> 'position')::int when k ->> 'kind' = 'options'
    then (select string_agg(right_text, ' ') from jsonb_array_elements_text(k -> 'texts') right_text) else k ->> 'text' end`)} from (select ${key} as k) answer_key)`,
  ),
  stepCount: ofQuestions(sql`${questions.stepCount}`),
};

/** The means that papers print in the tables of their datasets. */
export type ReleaseAverages = RowOf<typeof averages>;

/** The averages of these releases, in one statement. Releases that do not exist are left out. */
export async function fetchReleaseAverages(
  database: Queryable,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ReleaseAverages>> {
  const rows = await database.query(typed`
    select ${list({ release: releases.id, ...averages })} from ${releases}
    where ${releases.id} = any(${integerArray(ids)})`);
  return new Map(rows.map(({ release, ...means }) => [release, means]));
}
