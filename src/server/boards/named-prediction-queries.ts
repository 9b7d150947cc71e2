import { sql } from "drizzle-orm";
import type { AnswerFormat } from "../../domain/vocabulary.ts";
import type { Queryable } from "../db/database.ts";
import { integerArray, textArray } from "../db/statement.ts";
import { questions } from "../db/tables/benchmark-tables.ts";
import { predictions } from "../db/tables/run-tables.ts";
import { boolean, list, typed } from "../db/typed-sql.ts";

/** Whether a prediction has a response that is not empty, and no error. False for a question without a prediction. */
export const answered = boolean(sql`coalesce(${predictions.error} is null and ${predictions.response} <> '', false)`);

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
