import { sql } from "drizzle-orm";
import { type GroupScores, groupScores, type QuestionGroup } from "../../scoring/metrics/group-score.ts";
import type { Queryable } from "../db/database.ts";
import { questions, tasks } from "../db/tables/benchmark-tables.ts";
import { like, list, nullable, text, typed } from "../db/typed-sql.ts";
import { rememberedAnswer } from "../memory/server-memory.ts";
import type { RunAggregates, RunReference } from "./run-aggregates.ts";

/**
 * A run's scores over the groups of its release; null without groups, for a run that is not scored, and if answers are
 * hidden from the viewer.
 */
export async function runGroupScores(
  database: Queryable,
  aggregates: RunAggregates,
  reference: RunReference,
): Promise<GroupScores | null> {
  if (!reference.answersVisible) return null;
  const groups = await rememberedAnswer(aggregates.memory, ["groups", reference.release], () =>
    fetchGroups(database, reference.release),
  );
  if (groups.length === 0) return null;
  const vectors = await aggregates.vectors(reference);
  return vectors && groupScores(groups, vectors);
}

const groupedQuestion = {
  ordinal: questions.ordinal,
  group: like(questions.key, sql`${questions.groupName}`),
  metric: tasks.metric,
  structure: nullable(text(sql`${questions.native} ->> 'group_structure'`)),
};

/** The groups of a release. A group has the metric and the structure of its first question. */
async function fetchGroups(database: Queryable, release: number): Promise<readonly QuestionGroup[]> {
  const rows = await database.query(typed`
    select ${list(groupedQuestion)} from ${questions} join ${tasks} on ${tasks.id} = ${questions.taskId}
    where ${questions.releaseId} = ${release}::int and ${questions.groupName} is not null
    order by ${questions.ordinal}`);
  const groups = new Map<string, { ordinals: number[]; metric: string; structure: string | null }>();
  for (const { group, ordinal, metric, structure } of rows) {
    const known = groups.get(group);
    if (known === undefined) groups.set(group, { ordinals: [ordinal], metric, structure });
    else known.ordinals.push(ordinal);
  }
  return [...groups.values()];
}
