import { type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { answers, questions, videos } from "../db/tables/benchmark-tables.ts";
import { whereSeen } from "./answer-visibility.ts";

/** The number of words of a text, separated by white space; NULL for a text without any. */
const words = (text: SQL | AnyPgColumn): SQL =>
  sql`array_length(regexp_split_to_array(nullif(btrim(${text}, E' \\t\\n\\r'), ''), '\\s+'), 1)`;

/**
 * The means of the rows that papers print in the tables of their datasets, as expressions by name. The averages of
 * answers and reasoning steps are NULL unless `seen` holds, which is a condition of `answer-visibility.ts`.
 */
export function releaseAverages(release: AnyPgColumn, seen: SQL): Readonly<Record<string, SQL>> {
  const ofQuestions = (value: SQL): SQL =>
    sql`(select avg(${value})::float8 from ${questions} where ${questions.releaseId} = ${release})`;
  const key = sql`(select ${answers.key} from ${answers} where ${answers.questionId} = ${questions.id}
    order by ${answers.revision} desc limit 1)`;
  const answerWords = sql`(select ${words(sql`case when k ->> 'kind' = 'option'
    then ${questions.options} ->> (k ->> 'position')::int else k ->> 'text' end`)} from (select ${key} as k) answer_key)`;
  return {
    durationSeconds: sql`(select avg(${videos.durationSeconds}) from ${videos} where ${videos.releaseId} = ${release})`,
    questionWords: ofQuestions(words(questions.text)),
    optionCount: ofQuestions(sql`nullif(jsonb_array_length(${questions.options}), 0)`),
    answerWords: whereSeen(seen, ofQuestions(answerWords)),
    stepCount: whereSeen(seen, ofQuestions(sql`${questions.stepCount}`)),
  };
}
