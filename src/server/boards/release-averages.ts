import { type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { Queryable } from "../db/database.ts";
import { integerArray } from "../db/statement.ts";
import { answers, questions, releases, videos } from "../db/tables/benchmark-tables.ts";
import { float, list, nullable, type RowOf, typed } from "../db/typed-sql.ts";

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
    then ${questions.options} ->> (k ->> 'position')::int else k ->> 'text' end`)} from (select ${key} as k) answer_key)`,
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
