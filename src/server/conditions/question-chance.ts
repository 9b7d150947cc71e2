import { type SQL, sql } from "drizzle-orm";
import { questions, releases, type tasks } from "../db/tables/benchmark-tables.ts";

type QuestionRow = Pick<typeof questions, "answerFormat" | "options">;
type TaskRow = Pick<typeof tasks, "id" | "chance" | "benchmarkId">;

/** The expected score of a random answer to a question: one of its options, or the chance that its task declares. */
export const questionChance = (q: QuestionRow, t: Pick<TaskRow, "chance">): SQL => sql`
  case when ${q.answerFormat} = 'MULTIPLE_CHOICE' and jsonb_array_length(${q.options}) > 0
    then 1.0 / jsonb_array_length(${q.options}) else ${t.chance} end`;

/**
 * The mean chance of a task's questions in the current release. NULL if the chance of one of them is unknown; the chance
 * that the task declares if the release has none of its questions.
 */
export const taskChance = (t: TaskRow): SQL => sql`(
  select case when count(*) = 0 then ${t.chance} when count(*) = count(c.chance) then avg(c.chance)::float8 end
  from (select ${questionChance(questions, t)} as chance
    from ${releases} join ${questions} on ${questions.releaseId} = ${releases.id}
    where ${releases.benchmarkId} = ${t.benchmarkId} and ${releases.isCurrent} and ${questions.taskId} = ${t.id}) c)`;
