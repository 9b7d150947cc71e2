import { sql } from "drizzle-orm";
import type { AnswerKey } from "../../domain/import-batch.ts";
import type { AnswerFormat } from "../../domain/vocabulary.ts";
import type { Queryable } from "../db/database.ts";
import { integerArray, textArray } from "../db/statement.ts";
import { answers, questions } from "../db/tables/benchmark-tables.ts";
import { predictions, runs, scores } from "../db/tables/run-tables.ts";

/** A question whose answer a task's score needs, or for which nothing was sent though it counts as unparsed. */
export interface TaskAnswerRow {
  readonly run: number;
  readonly ordinal: number;
  readonly answerFormat: AnswerFormat;
  /** By the key that the run was scored by; null where the format's score is the mean of its questions'. */
  readonly key: AnswerKey | null;
  readonly sent: boolean;
  /** What the extractor read; null where that is nothing, or was malformed. */
  readonly answer: string | null;
  /** Of a malformed answer, whose text is not kept. */
  readonly response: string | null;
}

/** Formats that are scored over a whole task at once. */
const WHOLE_FORMATS: readonly AnswerFormat[] = ["INSTANCE_COUNTS", "BOXES", "FRAME_BOXES", "RETRIEVAL"];

/**
 * The questions of those formats of the scored runs among these, answered or not, and the unparsed predictions of other
 * formats that are none. AVI-Bench's script takes an empty caption, too, for none.
 */
export function fetchTaskAnswers(database: Queryable, wanted: readonly number[]): Promise<TaskAnswerRow[]> {
  const whole = sql`${questions.answerFormat} = any(${textArray(WHOLE_FORMATS)})`;
  const sent = sql`coalesce(${predictions.error} is null and ${predictions.response} is not null
    and not (${questions.answerFormat} = 'CAPTION' and ${predictions.response} = ''), false)`;
  return database.query<TaskAnswerRow>(sql`
    select ${runs.id} as run, ${questions.ordinal} as ordinal, ${questions.answerFormat} as "answerFormat", k.key as key,
      ${sent} as sent, case when ${whole} then ${predictions.answer} end as answer,
      case when ${whole} and ${predictions.rule} = 'malformed' then ${predictions.response} end as response
    from ${runs}
    join lateral (select ${scores.keyRevision} as revision from ${scores} where ${scores.runId} = ${runs.id}
      order by ${scores.revision} desc limit 1) latest on true
    join ${questions} on ${questions.releaseId} = ${runs.releaseId}
    left join ${predictions} on ${predictions.runId} = ${runs.id} and ${predictions.ordinal} = ${questions.ordinal}
      and ${predictions.runId} = any(${integerArray(wanted)})
    left join lateral (select ${answers.key} as key from ${answers} where ${answers.questionId} = ${questions.id}
      and ${answers.revision} <= latest.revision order by ${answers.revision} desc limit 1) k on ${whole}
    where ${runs.id} = any(${integerArray(wanted)})
      and (${whole} or ${predictions.outcome} = 'UNPARSED' and not ${sent})`);
}
