import { sql } from "drizzle-orm";
import type { Queryable } from "../db/database.ts";
import { integerArray } from "../db/statement.ts";
import { answers, questions } from "../db/tables/benchmark-tables.ts";
import { predictions, runs, scores } from "../db/tables/run-tables.ts";
import { columnsOf, innerList, list, typed, when } from "../db/typed-sql.ts";

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
