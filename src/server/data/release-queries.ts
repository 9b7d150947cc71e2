import { sql } from "drizzle-orm";
import type { Slice } from "../../domain/slice/slice.ts";
import type { Dimension } from "../../domain/vocabulary.ts";
import type { Queryable } from "../db/database.ts";
import { integerArray } from "../db/statement.ts";
import { questions, tasks } from "../db/tables/benchmark-tables.ts";
import { dimensionValues } from "./dimension-values.ts";
import { sliceCondition } from "./slice-condition.ts";

/** What the statistics need of a release's questions, by ordinal. */
export interface QuestionVectorRow {
  readonly release: number;
  readonly videos: readonly (number | null)[];
  readonly chances: readonly (number | null)[];
  readonly formats: readonly string[];
}

/** The videos, chances and formats of all questions of the releases, in the order of their ordinals. */
export function fetchQuestionVectors(database: Queryable, releases: readonly number[]): Promise<QuestionVectorRow[]> {
  return database.query<QuestionVectorRow>(sql`
    select ${questions.releaseId} as release,
      json_agg(${questions.videoId} order by ${questions.ordinal}) as videos,
      json_agg(${questions.answerFormat} order by ${questions.ordinal}) as formats,
      json_agg(case when ${questions.answerFormat} = 'MULTIPLE_CHOICE' and jsonb_array_length(${questions.options}) > 0
        then 1.0 / jsonb_array_length(${questions.options}) else ${tasks.chance} end
        order by ${questions.ordinal}) as chances
    from ${questions} join ${tasks} on ${tasks.id} = ${questions.taskId}
    where ${questions.releaseId} = any(${integerArray(releases)}) group by ${questions.releaseId}`);
}

/** A value that a question has in a dimension: its key, and the benchmark's own label. */
export type MemberValue = readonly [key: string, label: string];

/** A question of a slice, with its values in each dimension asked for. */
export interface SliceMember {
  readonly ordinal: number;
  readonly values: readonly (readonly MemberValue[])[];
}

/** The questions of a slice within the releases, in the order of their ordinals. */
export async function fetchSliceMembers(
  database: Queryable,
  releases: readonly number[],
  slice: Slice,
  dimensions: readonly Dimension[],
): Promise<ReadonlyMap<number, readonly SliceMember[]>> {
  const values = dimensions.map(
    (dimension) => sql`, coalesce((
      select json_agg(json_build_array(v.key, v.label)) from (${dimensionValues(dimension, questions)}) v), '[]'::json)`,
  );
  const rows = await database.query<{ release: number; members: readonly [number, ...MemberValue[][]][] }>(sql`
    select ${questions.releaseId} as release,
      json_agg(json_build_array(${questions.ordinal}${sql.join(values)}) order by ${questions.ordinal}) as members
    from ${questions} where ${questions.releaseId} = any(${integerArray(releases)}) and ${sliceCondition(slice, questions)}
    group by ${questions.releaseId}`);
  return new Map(
    rows.map(({ release, members }) => [release, members.map(([ordinal, ...own]) => ({ ordinal, values: own }))]),
  );
}
