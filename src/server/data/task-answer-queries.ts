import { sql } from "drizzle-orm";
import type { AnswerFormat } from "../../domain/vocabulary.ts";
import type { Queryable } from "../db/database.ts";
import { integerArray, textArray } from "../db/statement.ts";
import { answers, benchmarks, questions, tasks } from "../db/tables/benchmark-tables.ts";
import { predictions, runs, scores } from "../db/tables/run-tables.ts";
import { boolean, columnsOf, innerList, list, nullable, type RowOf, typed, when } from "../db/typed-sql.ts";

/** Formats that are scored over a whole task at once. */
const WHOLE_FORMATS: readonly AnswerFormat[] = ["INSTANCE_COUNTS", "BOXES", "FRAME_BOXES", "RETRIEVAL"];

const whole = sql`${questions.answerFormat} = any(${textArray(WHOLE_FORMATS)})`;
const sent = boolean(sql`coalesce(${predictions.error} is null and ${predictions.response} is not null
  and not (${questions.answerFormat} = 'CAPTION' and ${predictions.response} = ''), false)`);

const scoring = { revision: scores.keyRevision };
const answer = { key: answers.key };

const taskAnswer = {
  run: runs.id,
  ordinal: questions.ordinal,
  answerFormat: questions.answerFormat,
  /** The answer key that the run was scored with; null if the format's score is the mean of its questions' scores. */
  key: nullable(columnsOf("k", answer).key),
  sent,
  /** The extracted answer; null if no answer was extracted, or the answer is malformed. */
  answer: when(whole, predictions.answer),
  /** The response of a malformed answer, whose extracted text is not stored. */
  response: when(sql`${whole} and ${predictions.rule} = 'malformed'`, predictions.response),
};

/** A question whose answer is part of a task's score, or an unparsed prediction without a response. */
export type TaskAnswerRow = RowOf<typeof taskAnswer>;

/**
 * For the scored runs among these: the questions with one of the `WHOLE_FORMATS`, answered or not, and the unparsed
 * predictions of other formats for which the model sent no response. AVI-Bench's script counts an empty caption as no
 * response, too.
 */
export const fetchTaskAnswers = (database: Queryable, wanted: readonly number[]): Promise<TaskAnswerRow[]> =>
  database.query(typed`
    select ${list(taskAnswer)} from ${runs}
    join lateral (select ${innerList(scoring)} from ${scores} where ${scores.runId} = ${runs.id}
      order by ${scores.revision} desc limit 1) latest on true
    join ${questions} on ${questions.releaseId} = ${runs.releaseId}
    left join ${predictions} on ${predictions.runId} = ${runs.id} and ${predictions.ordinal} = ${questions.ordinal}
      and ${predictions.runId} = any(${integerArray(wanted)})
    left join lateral (select ${innerList(answer)} from ${answers} where ${answers.questionId} = ${questions.id}
      and ${answers.revision} <= latest.revision order by ${answers.revision} desc limit 1) k on ${whole}
    where ${runs.id} = any(${integerArray(wanted)})
      and (${whole} or ${predictions.outcome} = 'UNPARSED' and not ${sent})`);

const taskKey = { slug: tasks.slug, task: tasks.id };

/** The primary keys of a benchmark's tasks, by slug. */
export const fetchTaskKeys = (database: Queryable, benchmark: string): Promise<RowOf<typeof taskKey>[]> =>
  database.query(typed`
    select ${list(taskKey)} from ${tasks} join ${benchmarks} on ${benchmarks.id} = ${tasks.benchmarkId}
    where ${benchmarks.slug} = ${benchmark}::text`);
